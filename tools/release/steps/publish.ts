import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import type { Tarball } from '../../package/contents/pack.ts'
import { ReleaseError, getReason } from '../../workspace/failure.ts'
import { runPnpm } from '../../workspace/programs.ts'
import { readState } from './registry.ts'

export interface PublishedTarball extends Tarball {
  /** `there`: the registry already has the same bytes from an interrupted release. */
  readonly outcome: 'published' | 'there'
}

export interface PublishOptions {
  readonly report: (line: string) => void
  /** How long a registry may take to show a package, in milliseconds; two minutes by default. */
  readonly visibilityTimeout?: number
}

/**
 * Publishes packages in order. It looks up all of them first, and stops if the registry has a version with other bytes.
 * Run it again to resume an interrupted release.
 */
export async function publish(
  tarballs: readonly Tarball[],
  registry: string,
  { report, visibilityTimeout: visibility = 120_000 }: PublishOptions,
): Promise<readonly PublishedTarball[]> {
  const awaited = new Set(await findUnpublished(tarballs, registry))
  const results: PublishedTarball[] = []
  for (const tarball of tarballs) {
    const outcome = awaited.has(tarball) ? 'published' : 'there'
    if (outcome === 'published') await publishTarball(tarball, registry, { results, visibilityTimeout: visibility })
    results.push({ ...tarball, outcome })
    report(`${tarball.name}@${tarball.version} ${outcome === 'there' ? 'was there already' : 'is published'}`)
  }
  return results
}

/** The packages that the registry does not have. A version with other bytes is rejected. */
export async function findUnpublished(tarballs: readonly Tarball[], registry: string): Promise<readonly Tarball[]> {
  const states = await Promise.all(tarballs.map((tarball) => readState(tarball, registry)))
  const takenTarballs = tarballs.filter((_, index) => states[index] === 'other')
  if (takenTarballs.length > 0) throw new ReleaseError(describeTaken(takenTarballs))
  return tarballs.filter((_, index) => states[index] === 'new')
}

async function publishTarball(
  tarball: Tarball,
  registry: string,
  {
    results,
    visibilityTimeout: visibility,
  }: { readonly results: readonly PublishedTarball[]; readonly visibilityTimeout: number },
): Promise<void> {
  const { name, version, file } = tarball
  const [scope = ''] = name.split('/')
  // Otherwise a user setting for the scope would replace this registry.
  const registryOptions = ['--registry', registry, `--config.${scope}:registry=${registry}`]
  try {
    await runPnpm(
      ['publish', file, ...registryOptions, '--access', 'public', '--no-git-checks', ...buildProvenanceOptions()],
      dirname(file),
    )
  } catch (error) {
    throw new ReleaseError(
      `${name}@${version} could not be published. ${describePublished(results)}\n${getReason(error)}`,
    )
  }
  if (!(await isVisible(tarball, registry, visibility)))
    throw new ReleaseError(
      `The registry does not show ${name}@${version} with the published bytes. ${describePublished(results)}`,
    )
}

// A workflow with OIDC always publishes with provenance.
const buildProvenanceOptions = (): readonly string[] =>
  process.env['ACTIONS_ID_TOKEN_REQUEST_URL'] === undefined ? [] : ['--provenance']

const pause = 3000

// Large registries show a package only after a while.
async function isVisible(tarball: Tarball, registry: string, visibility: number): Promise<boolean> {
  for (let elapsed = 0; ; elapsed += pause) {
    if ((await readState(tarball, registry)) === 'same') return true
    if (elapsed >= visibility) return false
    await setTimeout(pause)
  }
}

const describePublished = (results: readonly PublishedTarball[]): string =>
  `${results.length === 0 ? 'Nothing' : results.map(({ name }) => name).join(', ')} was published before it: fix the cause and run this again to resume.`

const describeTaken = (takenTarballs: readonly Tarball[]): string =>
  `${takenTarballs.map(({ name, version }) => `${name}@${version}`).join(', ')} is in the registry with other contents, so nothing was published: add a changeset (npx changeset) and run npm run release:prepare for a new version.`
