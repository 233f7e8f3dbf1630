// Runs the gate, then adds up its tests in one line. The arguments are those of turbo.
import { spawnSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

// Otherwise this also counts results of an earlier run and packs files of an earlier build: turbo adds
// cached files to a folder.
const leftovers = ['.turbo/runs', '{packages,tools}/*/reports', 'tools/reports', 'packages/*/dist']
for (const left of globSync(leftovers, { cwd: root })) rmSync(join(root, left), { recursive: true })

const run = (tool, args) =>
  spawnSync(process.execPath, [join(root, 'tools', tool), ...args], {
    stdio: 'inherit',
    env: { ...process.env, TURBO_RUN_SUMMARY: 'true' },
  }).status ?? 1

const failed = run('turbo.js', process.argv.slice(2)) === 0 ? '0' : '1'
process.exitCode = run('summary.js', [failed])
