import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import type { Tarball } from '../../package/contents/pack.ts'
import { ReleaseError, reasonOf } from '../../workspace/failure.ts'
import { pnpm } from '../../workspace/programs.ts'
import { stateOf } from './registry.ts'

export interface Published extends Tarball {
  /** `there`: the registry already had the same bytes from an interrupted release. */
  readonly outcome: 'published' | 'there'
}

export interface PublishOptions {
  readonly report: (line: string) => void
  /** How long a registry may take to show a package, in milliseconds; two minutes by default. */
  readonly showing?: number
}

/**
 * Publishes packages in order. It looks up all of them first, and stops if the registry has a version with other bytes.
 * Run it again to resume an interrupted release.
 */
export async function publish(
  tarballs: readonly Tarball[],
  registry: string,
  { report, showing = 120_000 }: PublishOptions,
): Promise<readonly Published[]> {
  const awaited = new Set(await unpublished(tarballs, registry))
  const done: Published[] = []
  for (const tarball of tarballs) {
    const outcome = awaited.has(tarball) ? 'published' : 'there'
    if (outcome === 'published') await send(tarball, registry, { done, showing })
    done.push({ ...tarball, outcome })
    report(`${tarball.name}@${tarball.version} ${outcome === 'there' ? 'was there already' : 'is published'}`)
  }
  return done
}

/** The packages that the registry does not have. A version with other bytes is refused. */
export async function unpublished(
  tarballs: readonly Tarball[],
  registry: string,
): Promise<readonly Tarball[]> {
  const states = await Promise.all(tarballs.map((tarball) => stateOf(tarball, registry)))
  const taken = tarballs.filter((_, index) => states[index] === 'other')
  if (taken.length > 0) throw new ReleaseError(takenSentence(taken))
  return tarballs.filter((_, index) => states[index] === 'new')
}

async function send(
  tarball: Tarball,
  registry: string,
  { done, showing }: { readonly done: readonly Published[]; readonly showing: number },
): Promise<void> {
  const { name, version, file } = tarball
  const [scope = ''] = name.split('/')
  // Otherwise a user setting for the scope would replace this registry.
  const place = ['--registry', registry, `--config.${scope}:registry=${registry}`]
  try {
    await pnpm(
      ['publish', file, ...place, '--access', 'public', '--no-git-checks', ...proof()],
      dirname(file),
    )
  } catch (error) {
    throw new ReleaseError(`${name}@${version} could not be published. ${after(done)}\n${reasonOf(error)}`)
  }
  if (!(await isShown(tarball, registry, showing)))
    throw new ReleaseError(
      `The registry does not show ${name}@${version} with the bytes that were sent. ${after(done)}`,
    )
}

// A workflow with OIDC always publishes with provenance.
const proof = (): readonly string[] =>
  process.env['ACTIONS_ID_TOKEN_REQUEST_URL'] === undefined ? [] : ['--provenance']

const pause = 3000

// Large registries show a package only after a while.
async function isShown(tarball: Tarball, registry: string, showing: number): Promise<boolean> {
  for (let waited = 0; ; waited += pause) {
    if ((await stateOf(tarball, registry)) === 'same') return true
    if (waited >= showing) return false
    await setTimeout(pause)
  }
}

const after = (done: readonly Published[]): string =>
  `${done.length === 0 ? 'Nothing' : done.map(({ name }) => name).join(', ')} was published before it: fix the cause and run this again to resume.`

const takenSentence = (taken: readonly Tarball[]): string =>
  `${taken.map(({ name, version }) => `${name}@${version}`).join(', ')} is in the registry with other contents, so nothing was published: add a changeset (npx changeset) and run npm run release:prepare for a new version.`
