// Starts turbo with the pnpm that started this process on PATH, because turbo calls pnpm by name. With --quiet, its output
// appears only if it fails: one line says what takes so long.
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

if (quiet) console.error('Building. This takes up to a minute the first time.')
const { status, stdout, stderr } = spawnSync('turbo', args, {
  stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  maxBuffer: Infinity,
  shell: process.platform === 'win32',
  env: { ...env, ...colours, PATH, TURBO_TELEMETRY_DISABLED: '1' },
})
if (quiet && status !== 0) {
  process.stdout.write(stdout ?? '')
  process.stderr.write(stderr ?? '')
}
process.exitCode = status ?? 1
