// The contract of the last release, in api/released.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { ReleaseError } from '../workspace/failure.ts'
import { isRecord, type Json } from './documents.ts'

const views = ['plain', 'wire'] as const
type View = (typeof views)[number]

export interface Released {
  readonly version: string
  readonly views: Readonly<Record<View, Json>>
}

const snapshot = (root: string, file: string): string => join(root, 'api/released', file)
const published = (root: string, view: View): string => join(root, `packages/types/openapi/${view}.json`)

/** The current contract. */
export const contractOf = (root: string): Released['views'] => ({
  plain: parsed(root, published(root, 'plain')),
  wire: parsed(root, published(root, 'wire')),
})

/** The contract of the last release, if there is one. It has the version of the package. */
export function releasedContract(root: string): Released | undefined {
  const current = versionIn(root, 'packages/types/package.json')
  if (!existsSync(snapshot(root, ''))) return current === unreleased ? undefined : missing(current)
  const version = versionIn(root, 'api/released/version.json')
  if (version !== current)
    throw new ReleaseError(
      `api/released is the contract of ${version}, and packages/types has ${current}: restore both from git.`,
    )
  return {
    version,
    views: {
      plain: parsed(root, snapshot(root, 'plain.json')),
      wire: parsed(root, snapshot(root, 'wire.json')),
    },
  }
}

/** Saves the current contract as the released one. Only the preparation of a release calls this. */
export function moveSnapshot(root: string, version: string): void {
  checkedVersion(version, 'moveSnapshot')
  const texts = views.map((view) => [`${view}.json`, readFileSync(published(root, view), 'utf8')] as const)
  mkdirSync(snapshot(root, ''), { recursive: true })
  // The version is written last, so an interrupted run can be repeated.
  for (const [file, text] of [...texts, ['version.json', `${JSON.stringify({ version })}\n`] as const]) {
    writeFileSync(snapshot(root, `${file}.new`), text)
    renameSync(snapshot(root, `${file}.new`), snapshot(root, file))
  }
}

const unreleased = '0.0.0'

function missing(version: string): never {
  throw new ReleaseError(
    `api/released is missing, and packages/types has the version ${version}: restore it from git.`,
  )
}

function versionIn(root: string, file: string): string {
  const { version } = Object(parsed(root, join(root, file)))
  return checkedVersion(version, file)
}

function checkedVersion(version: unknown, place: string): string {
  if (typeof version === 'string' && /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) return version
  throw new ReleaseError(`${place} has the version ${String(version)}: give it one such as 0.1.0.`)
}

function parsed(root: string, file: string): Json {
  try {
    const value: Json = JSON.parse(readFileSync(file, 'utf8'))
    if (isRecord(value)) return value
  } catch {}
  throw new ReleaseError(
    `${relative(root, file)} cannot be read as JSON: restore it from git, or run npm run generate.`,
  )
}
