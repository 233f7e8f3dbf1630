// The contract of the last release, in api/released.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { ReleaseError } from '../workspace/failure.ts'
import type { Json } from './documents.ts'

const views = ['plain', 'wire'] as const
type View = (typeof views)[number]

export interface Released {
  readonly version: string
  readonly views: Readonly<Record<View, Json>>
}

const snapshot = (root: string, file: string): string => join(root, 'api/released', file)
const published = (root: string, view: View): string => join(root, `packages/types/openapi/${view}.json`)

const parsed = (file: string): Json => JSON.parse(readFileSync(file, 'utf8'))

/** The current contract. */
export const contractOf = (root: string): Released['views'] => ({
  plain: parsed(published(root, 'plain')),
  wire: parsed(published(root, 'wire')),
})

const unreleased = '0.0.0'

const versionIn = (file: string): string => {
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
  return version
}

/** The contract of the last release, if there is one. It has the version of the package. */
export function releasedContract(root: string): Released | undefined {
  const current = versionIn(join(root, 'packages/types/package.json'))
  const file = snapshot(root, 'version.json')
  const version = existsSync(file) ? versionIn(file) : unreleased
  if (version !== current)
    throw new ReleaseError(
      `api/released is the contract of ${version}, and packages/types has ${current}: restore both from git.`,
    )
  if (version === unreleased) return undefined
  const [plain, wire] = [snapshot(root, 'plain.json'), snapshot(root, 'wire.json')]
  return { version, views: { plain: parsed(plain), wire: parsed(wire) } }
}

/** Saves the current contract as the released one. Only the preparation of a release calls this. */
export function moveSnapshot(root: string, version: string): void {
  mkdirSync(snapshot(root, ''), { recursive: true })
  for (const view of views) copyFileSync(published(root, view), snapshot(root, `${view}.json`))
  // The version is written last, so an interrupted run can be repeated.
  writeFileSync(snapshot(root, 'version.json'), `${JSON.stringify({ version })}\n`)
}
