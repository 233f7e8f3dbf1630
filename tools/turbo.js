// Starts turbo so that it finds the pnpm that started us: with npx nothing is on PATH, and turbo asks for it by name.
import { spawnSync } from 'node:child_process'
import { delimiter, dirname } from 'node:path'

const pnpm = process.env.npm_execpath
const PATH = [...(pnpm ? [dirname(pnpm)] : []), process.env.PATH].join(delimiter)
const { status } = spawnSync('turbo', process.argv.slice(2), {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, PATH, TURBO_TELEMETRY_DISABLED: '1' },
})
process.exit(status ?? 1)
