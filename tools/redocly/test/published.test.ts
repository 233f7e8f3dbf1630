// The published documents outside of this repository, where no file tells a linter what to overlook.
import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js')
const folder = mkdtempSync(join(tmpdir(), 'published-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.each(['types/openapi/plain.json', 'types/openapi/wire.json', 'sandbox/openapi/control.json'])(
  'the rules that Redocly recommends find nothing in %s',
  async (path) => {
    copyFileSync(join(root, 'packages', path), join(folder, 'document.json'))
    const args = [redocly, 'lint', 'document.json', '--format=json']
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off' }
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env })
    const { totals, problems } = JSON.parse(stdout)
    expect({ totals, problems }).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] })
  },
)
