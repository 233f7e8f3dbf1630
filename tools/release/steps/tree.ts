// The tree of a repository: whether it is what is committed, and copies of it.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { ReleaseError } from './failure.ts'
import { run } from './programs.ts'

/** Refuses a tree with changes: what is released has to be what everyone can read in a commit. */
export async function refuseDirtyTree(root: string): Promise<void> {
  const changes = await run('git', ['status', '--porcelain', '--untracked-files=all'], root)
  const [first, ...others] = changes.split('\n').filter(Boolean)
  if (first === undefined) return
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  throw new ReleaseError(`The tree has changes (${first.slice(3)}${more}): commit them or put them away.`)
}

/** What is taken of a tree: the commit alone, or that and what is new and not ignored. */
type Extent = 'committed' | 'as it is'

const largest = 1 << 28

/** Copies the files of a repository. A commit comes out of git itself, whatever it was told not to look at. */
export function copyTree(root: string, into: string, extent: Extent): void {
  mkdirSync(into, { recursive: true })
  if (extent === 'committed') {
    const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: largest })
    execFileSync('tar', ['-xf', '-', '-C', into], { input: archive })
    return
  }
  const others = ['-z', '--cached', '--others', '--exclude-standard']
  const listed = execFileSync('git', ['ls-files', ...others], { cwd: root, encoding: 'utf8' })
  for (const file of listed.split('\0')) if (file !== '') copyFile(join(root, file), join(into, file))
}

// What was deleted and not committed is listed and gone, and so is what a test beside us has just tidied away.
function copyFile(from: string, to: string): void {
  try {
    cpSync(from, to, { verbatimSymlinks: true })
  } catch (error) {
    if (existsSync(from)) throw error
  }
}
