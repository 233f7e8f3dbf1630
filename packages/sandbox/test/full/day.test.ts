// Runs the script of a merchant's day against the ports of a sandbox.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, onTestFinished, test } from 'vitest'

import { findFaults } from '../support/invariants.ts'
import { createTestSandbox } from '../support/sandbox.ts'

const script = join(import.meta.dirname, '../../examples/day.sh')
const token = 'a-token-for-these-tests'

async function startProgram() {
  const sandbox = await createTestSandbox({ machineClock: Date.now })
  const { plain, control, close } = await sandbox.listen({ controlToken: token })
  onTestFinished(close)
  const ports = { PLAIN: plain.url, CONTROL: control.url, TOKEN: token }
  const runDayScript = async (env: NodeJS.ProcessEnv) => {
    const { stdout } = await promisify(execFile)('sh', [script], {
      env: { ...process.env, ...ports, ...env },
    })
    return stdout
  }
  return { sandbox, lived: runDayScript }
}

test('the script of a day can be repeated', async () => {
  const { sandbox, lived: runDayScript } = await startProgram()
  for (const RUN of ['1', '2']) expect(await runDayScript({ RUN })).toContain('The day ends with books that agree.')
  expect(findFaults(await sandbox.control.snapshot())).toEqual([])
  const requests = await sandbox.control.requests.list({ limit: 1000 })
  const done = new Set(requests.map(({ operation }) => operation))
  expect([...done].toSorted((one = '', other = '') => one.localeCompare(other))).toEqual([
    'cancelWithdrawal',
    'getAccount',
    'listWithdrawals',
    'notifyDeposit',
    'notifyInternal',
    'pullWithdrawals',
    'registerAddresses',
    'syncDeposits',
    'syncMinerFees',
  ])
})

test.each([
  ['without its token', { TOKEN: '' }, 'Set TOKEN to the token of the control port.'],
  ['with a wrong token', { TOKEN: 'another-token-entirely' }, 'control-token'],
])('the script stops %s', async (_, env, message) => {
  const { sandbox, lived: runDayScript } = await startProgram()
  await expect(runDayScript(env)).rejects.toThrow(message)
  expect(await sandbox.control.merchants.list()).toHaveLength(2)
})
