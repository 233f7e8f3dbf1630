// Where Node keeps compiled modules between starts. Its own default lies in the folder for temporary files, in which
// every user of a machine may write.
import { lstatSync, mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Keeps compiled modules in a folder of this user, if there is one that others cannot write to. */
export function keepCompiled(env: NodeJS.ProcessEnv = process.env): void {
  const cache = env['XDG_CACHE_HOME'] || env['LOCALAPPDATA'] || join(homedir(), '.cache')
  const folder = join(cache, 'custody-mock')
  if (isPrivate(folder)) enableCompileCache(folder)
}

function isPrivate(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { mode, uid } = lstatSync(folder)
    // Windows has neither; there the folder is below that of the user.
    const user = process.getuid?.()
    return user === undefined || (uid === user && (mode & 0o777) === 0o700)
  } catch {
    return false
  }
}
