// Runs the workflows of the contract against the plain port of a sandbox.
import { execFile } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, onTestFinished, test } from 'vitest'

import { createTestSandbox } from '../support/sandbox.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const folder = join(root, 'spec/workflows')
const files = globSync('*.arazzo.yaml', { cwd: folder })

/** What `redocly respect` says of a file, and its exit code. */
async function runRespect(file: string): Promise<{ readonly code: number; readonly out: string }> {
  const sandbox = await createTestSandbox()
  const { plain, control, controlToken, close } = await sandbox.listen()
  onTestFinished(close)
  const args = ['respect', file, '-S', `custody=${plain.url}`, '-S', `control=${control.url}`]
  const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js')
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return new Promise((resolve) => {
    const input = [cli, ...args, '-i', `token=${controlToken}`]
    execFile(process.execPath, input, { cwd: root, env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : 1, out: out + err })
    })
  })
}

test.each(files)('%s succeeds', async (file) => {
  const { code, out } = await runRespect(join(folder, file))
  expect([code, out]).toEqual([0, expect.stringMatching(/Steps: (\d+) passed, \1 total/)])
})

test('a flow whose expectation is wrong fails', async () => {
  const wrong = join(folder, 'wrong.arazzo.yaml')
  const text = readFileSync(join(folder, 'deposit.arazzo.yaml'), 'utf8')
  writeFileSync(wrong, text.replace('normal_balance == "0.5"', 'normal_balance == "0.6"'))
  onTestFinished(() => rmSync(wrong))
  const { code, out } = await runRespect(wrong)
  expect([code, out]).toEqual([1, expect.stringContaining('normal_balance == "0.6"')])
})
