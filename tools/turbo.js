// Starts turbo with the pnpm that started this process on PATH, because turbo calls pnpm by name. With --quiet, its output
// appears only if it fails; one line names the task that it waits for.
import { spawnSync } from 'node:child_process'
import { delimiter, dirname } from 'node:path'

const args = process.argv.slice(2).filter((arg) => arg !== '--quiet')
const quiet = args.length < process.argv.length - 2

const { env } = process
const pnpm = env.npm_execpath
const PATH = [...(pnpm ? [dirname(pnpm)] : []), env.PATH].join(delimiter)
// Vitest colours its output even in a pipe. A setting of the caller wins.
const asked = 'FORCE_COLOR' in env || 'NO_COLOR' in env
const colours = process.stdout.isTTY || asked ? {} : { NO_COLOR: '1' }

// Hours after which a task hangs, even on a slow machine. Tests have limits of their own: see vitest.base.ts.
const hours = args.includes('test:night') ? 24 : args.includes('test:full') ? 4 : 1

if (quiet) console.error('Building. This takes up to a minute the first time.')
const { error, status, stdout, stderr } = spawnSync('turbo', args, {
  stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  maxBuffer: Infinity,
  timeout: hours * 3_600_000,
  shell: process.platform === 'win32',
  env: { ...env, ...colours, PATH, TURBO_TELEMETRY_DISABLED: '1' },
})
// Turbo reports a success when it is killed.
const code = error ? 1 : (status ?? 1)
if (error) console.error(`turbo failed: ${error.message}`)
if (quiet && code !== 0) {
  process.stdout.write(stdout ?? '')
  process.stderr.write(stderr ?? '')
}
process.exitCode = code
