// Runs programs, and quotes their output when they fail.
import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { ReleaseError } from './failure.ts'
import { root } from './root.ts'

const execFileAsync = promisify(execFile)
const quotedLines = 12
const timeout = 10 * 60_000

/** The output of a program. If it fails, a ReleaseError quotes its last lines. */
export async function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    const { stdout } = await execFileAsync(program, args, {
      cwd,
      env: createEnvironment(),
      maxBuffer: 1 << 26,
      timeout,
    })
    return stdout
  } catch (error) {
    throw new ReleaseError(removeSecrets(`${[program, ...args].join(' ')} failed:\n${getLastLines(error)}`))
  }
}

/** Runs the pnpm that started this process, or else the one of the root manifest. */
export function runPnpm(args: readonly string[], cwd: string): Promise<string> {
  const pnpmPath = findPackageManager()
  if (pnpmPath !== undefined) return run(pnpmPath, args, cwd)
  return run(process.execPath, [join(root, 'tools/pnpm.js'), ...args], cwd)
}

/** Copies a folder that has a lockfile of its own, and installs what it lists. */
export async function installCopy(source: URL, folder: string): Promise<void> {
  cpSync(source, folder, { recursive: true })
  await runPnpm(['install', '--frozen-lockfile', '--prefer-offline'], folder)
}

// Removes passwords from addresses, and tokens.
const removeSecrets = (text: string): string =>
  text.replaceAll(/\/\/[^\s/@]+@/g, '//***@').replaceAll(/(Bearer|Basic) \S+/gi, '$1 ***')

// Settings of the user that would change the packages, and settings that npx passes on to its children.
const unwantedLines = /^(?:TURBO_|p?npm_config_(?:ignore_|global_)?pnpmfile$|npm_config_package$)/i

/** The pnpm that started us, if it was one. */
function findPackageManager(): string | undefined {
  const pnpmPath = process.env['npm_execpath']
  return pnpmPath !== undefined && /pnpm[^/\\]*$/.test(pnpmPath) ? pnpmPath : undefined
}

// Changesets asks for pnpm by its name.
function createEnvironment(): NodeJS.ProcessEnv {
  const pnpmPath = findPackageManager()
  const paths = [
    ...(pnpmPath === undefined ? [] : [dirname(pnpmPath)]),
    dirname(process.execPath),
    process.env['PATH'] ?? '',
  ]
  // Without this, npm waits a minute for a registry that does not respond.
  const keptLines = Object.entries(process.env).filter(([name]) => !unwantedLines.test(name))
  return { npm_config_fetch_retries: '1', ...Object.fromEntries(keptLines), PATH: paths.join(delimiter) }
}

function getLastLines(error: unknown): string {
  const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
  const words = `${stdout}${stderr}`.trim() || String(error)
  return words.split('\n').slice(-quotedLines).join('\n')
}
