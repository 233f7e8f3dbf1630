// A runtime without implicit rejection, such as Bun or Deno: the sandbox starts, and only v1 calls of `demo-classic`
// fail.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { expect, inject, test } from 'vitest'

const formatScript = (directory: string) => `
  import crypto from 'node:crypto'
  import { syncBuiltinESMExports } from 'node:module'

  const { privateDecrypt, constants } = crypto
  crypto.privateDecrypt = (options, block) => {
    if (options.padding === constants.RSA_PKCS1_PADDING) throw new Error('the padding is invalid')
    return privateDecrypt(options, block)
  }
  syncBuiltinESMExports()
  const { createCustody } = await import('@custody-wallet/client')
  const { createSandbox } = await import('@custody-wallet/sandbox')

  const sandbox = await createSandbox({ directory: ${JSON.stringify(directory)} })
  for (const appId of ['demo-modern', 'demo-classic']) {
    const custody = createCustody(sandbox.merchant(appId).client)
    const calls = [
      () => custody.addresses.available({ symbol: 'BTC' }),
      () => custody.deposits.sync({ max_id: '0' }),
      () => custody.networks.list({}),
    ]
    for (const call of calls) console.log(await call().then(() => 'works', ({ message }) => message))
  }
  await sandbox.close()
`

const unsafe =
  'This runtime does not open PKCS#1 v1.5 blocks safely: it lacks implicit rejection. Use Node 22.20+, 24.5+ or 26.'

test('the sandbox starts without implicit rejection, and names the calls that need it', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', formatScript(inject('keys'))],
    { cwd: new URL('..', import.meta.url) },
  )
  const [works, fails] = ['works', unsafe]
  expect(stdout.trim().split('\n')).toEqual([works, works, works, fails, works, works])
})
