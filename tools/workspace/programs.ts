// Runs programs, and quotes their output when they fail.
import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { ReleaseError } from './failure.ts'
import { root } from './root.ts'

const execute = promisify(execFile)
const quotedLines = 12
const timeout = 10 * 60_000

/** The output of a program. If it fails, a ReleaseError quotes its last lines. */
export async function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    const { stdout } = await execute(program, args, { cwd, env: environment(), maxBuffer: 1 << 26, timeout })
    return stdout
  } catch (error) {
    throw new ReleaseError(withoutSecrets(`${[program, ...args].join(' ')} failed:\n${lastLines(error)}`))
  }
}

/** Runs the pnpm that started this process, or else the one of the root manifest. */
export function pnpm(args: readonly string[], cwd: string): Promise<string> {
  const started = startedBy()
  if (started !== undefined) return run(started, args, cwd)
  return run(process.execPath, [join(root, 'tools/pnpm.js'), ...args], cwd)
}

/** Copies a folder that has a lockfile of its own, and installs what it lists. */
export async function installCopy(source: URL, folder: string): Promise<void> {
  cpSync(source, folder, { recursive: true })
  await pnpm(['install', '--frozen-lockfile', '--prefer-offline'], folder)
}

// Removes passwords from addresses, and tokens.
const withoutSecrets = (text: string): string =>
  text.replaceAll(/\/\/[^\s/@]+@/g, '//***@').replaceAll(/(Bearer|Basic) \S+/gi, '$1 ***')

// Settings of the user that would change the packages, and settings that npx passes on to its children.
const unwanted = /^(?:TURBO_|p?npm_config_(?:ignore_|global_)?pnpmfile$|npm_config_package$)/i

/** The pnpm that started us, if it was one. */
function startedBy(): string | undefined {
  const started = process.env['npm_execpath']
  return started !== undefined && /pnpm[^/\\]*$/.test(started) ? started : undefined
}

// Changesets asks for pnpm by its name.
function environment(): NodeJS.ProcessEnv {
  const started = startedBy()
  const places = [
    ...(started === undefined ? [] : [dirname(started)]),
    dirname(process.execPath),
    process.env['PATH'] ?? '',
  ]
  // Without this, npm waits a minute for a registry that does not answer.
  const kept = Object.entries(process.env).filter(([name]) => !unwanted.test(name))
  return { npm_config_fetch_retries: '1', ...Object.fromEntries(kept), PATH: places.join(delimiter) }
}

function lastLines(error: unknown): string {
  const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
  const words = `${stdout}${stderr}`.trim() || String(error)
  return words.split('\n').slice(-quotedLines).join('\n')
}
