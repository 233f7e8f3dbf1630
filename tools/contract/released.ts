// The contract of the last release, in api/released.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { ReleaseError } from '../workspace/failure.ts'
import type { Json } from './documents.ts'

const views = ['plain', 'wire'] as const
type View = (typeof views)[number]

export interface ReleasedContract {
  readonly version: string
  readonly views: Readonly<Record<View, Json>>
}

const getSnapshotFile = (root: string, file: string): string => join(root, 'api/released', file)
const getPublishedFile = (root: string, view: View): string => join(root, `packages/types/openapi/${view}.json`)

const readJson = (file: string): Json => JSON.parse(readFileSync(file, 'utf8'))

/** The current contract. */
export const readContract = (root: string): ReleasedContract['views'] => ({
  plain: readJson(getPublishedFile(root, 'plain')),
  wire: readJson(getPublishedFile(root, 'wire')),
})

const unreleased = '0.0.0'

const readVersion = (file: string): string => {
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
  return version
}

/** The contract of the last release, if there is one. It has the version of the package. */
export function readReleasedContract(root: string): ReleasedContract | undefined {
  const current = readVersion(join(root, 'packages/types/package.json'))
  const file = getSnapshotFile(root, 'version.json')
  const version = existsSync(file) ? readVersion(file) : unreleased
  if (version !== current)
    throw new ReleaseError(
      `api/released is the contract of ${version}, and packages/types has ${current}: restore both from git.`,
    )
  if (version === unreleased) return undefined
  const [plain, wire] = [getSnapshotFile(root, 'plain.json'), getSnapshotFile(root, 'wire.json')]
  return { version, views: { plain: readJson(plain), wire: readJson(wire) } }
}

/** Saves the current contract as the released one. Only the preparation of a release calls this. */
export function moveSnapshot(root: string, version: string): void {
  mkdirSync(getSnapshotFile(root, ''), { recursive: true })
  for (const view of views) copyFileSync(getPublishedFile(root, view), getSnapshotFile(root, `${view}.json`))
  // The version is written last, so an interrupted run can be repeated.
  writeFileSync(getSnapshotFile(root, 'version.json'), `${JSON.stringify({ version })}\n`)
}
