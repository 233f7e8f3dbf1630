// Checks and copies the tree of a repository.
import { execFileSync } from 'node:child_process'
import { accessSync, constants, cpSync, existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { ReleaseError, getReason } from './failure.ts'
import { run } from './programs.ts'

/** Rejects uncommitted changes: a release must equal a commit. */
export async function rejectDirtyTree(root: string): Promise<void> {
  const changes = await run('git', ['status', '--porcelain', '--untracked-files=all'], root)
  const [first, ...others] = changes.split('\n').filter(Boolean)
  if (first === undefined) return
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  throw new ReleaseError(`The tree has uncommitted changes (${first.slice(3)}${more}): commit or stash them.`)
}

/** The files of the commit, or all files that git does not ignore. */
type Extent = 'committed' | 'as it is'

const maxBytes = 1 << 28

/** Copies the files of a repository. `git archive` also ignores flags such as assume-unchanged. */
export function copyTree(root: string, into: string, extent: Extent): void {
  mkdirSync(into, { recursive: true })
  if (extent === 'committed') {
    const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: maxBytes })
    execFileSync('tar', ['-xf', '-', '-C', into], { input: archive })
    return
  }
  const others = ['-z', '--cached', '--others', '--exclude-standard']
  const output = execFileSync('git', ['ls-files', ...others], { cwd: root, encoding: 'utf8' })
  for (const file of output.split('\0')) if (file !== '') copyFile(join(root, file), join(into, file))
}

// git lists deleted files, and a parallel test may remove its own.
function copyFile(from: string, to: string): void {
  try {
    cpSync(from, to, { verbatimSymlinks: true })
  } catch (error) {
    if (existsSync(from)) throw error
  }
}

/** Creates a folder if needed, and returns its path. */
export function createWritableFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return resolve(folder)
  } catch (error) {
    throw new ReleaseError(`${folder} is not writable (${getReason(error)}): name another folder.`)
  }
}
