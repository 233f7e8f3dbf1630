import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

const run = (code: string) =>
  promisify(execFile)(
    process.execPath,
    ['--disallow-code-generation-from-strings', '--input-type=module', '-e', code],
    {
      cwd: new URL('../..', import.meta.url),
    },
  )

test('validators and explain work if code from strings is forbidden', async () => {
  const { stdout } = await run(`
    import { explain, isWithdrawalLookup } from '@custody-wallet/types/validate'
    console.log(isWithdrawalLookup({ ids: ['r1'] }), explain('WithdrawalLookup', { ids: [] }).length)
  `)
  expect(stdout).toBe('true 1\n')
})

test('the flag forbids code from strings', async () => {
  await expect(run('new Function("return 1")()')).rejects.toThrow('Code generation from strings disallowed')
})
