// Chooses a private folder for Node's compile cache. Node's default is in the temporary folder, where every user of the
// machine may write.
import { lstatSync, mkdirSync } from 'node:fs'
// Node 20 and Deno have no compile cache, so a named import would fail.
import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Enables the compile cache of a program in a folder of this user, if others cannot write to it. */
export function keepCompiled(program: string, env: NodeJS.ProcessEnv = process.env): void {
  if (!('enableCompileCache' in module)) return
  const cache = env['XDG_CACHE_HOME'] || env['LOCALAPPDATA'] || join(homedir(), '.cache')
  const folder = join(cache, program)
  if (isPrivate(folder)) module.enableCompileCache(folder)
}

function isPrivate(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { mode, uid } = lstatSync(folder)
    // On Windows, the folder is inside the user's folder.
    const user = process.getuid?.()
    return user === undefined || (uid === user && (mode & 0o777) === 0o700)
  } catch {
    return false
  }
}
