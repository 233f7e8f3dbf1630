// Repositories with only a contract, packages, changesets and a release.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { onTestFinished } from 'vitest'

import type { Json } from '../documents.ts'
import { moveSnapshot } from '../released.ts'
import { base, applyPatch } from './base.ts'

/** A change that removes a call. */
export const breaking = { paths: { '/list': null } }

export function write(root: string, file: string, content: string | Json): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), typeof content === 'string' ? content : JSON.stringify(content))
}

export function writeContract(root: string, patch: Json): void {
  for (const view of ['plain', 'wire']) write(root, `packages/types/openapi/${view}.json`, applyPatch(base, patch))
}

export function writeVersion(root: string, version: string): void {
  for (const name of ['types', 'mock'])
    write(root, `packages/${name}/package.json`, { name: `@custody-wallet/${name}`, version })
}

/** Changes the versions and the snapshot, as a release does. */
export function release(root: string, version: string): void {
  writeVersion(root, version)
  moveSnapshot(root, version)
}

/** A temporary repository with a contract, the packages types and mock, and optionally a release. */
export function createRepository(released?: string): string {
  const root = mkdtempSync(join(tmpdir(), 'contract-test-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  writeVersion(root, '0.0.0')
  write(root, '.changeset/README.md', '# Changesets\n')
  writeContract(root, {})
  if (released) release(root, released)
  return root
}

/** Text of a changeset. */
export const formatChangeset = (front: string, summary = 'What a user gets.'): string =>
  `---\n${front}\n---\n\n${summary}\n`
export const formatBump = (bump: string, name = 'types'): string =>
  formatChangeset(`'@custody-wallet/${name}': ${bump}`)
