import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import { createCustodyFromEnv } from '@custody-wallet/client/env'
import { merchantNames } from '@custody-wallet/demo'
import { expect, onTestFinished, test } from 'vitest'

import { createMock } from '../src/index.ts'
import { createFolder, demo } from './support.ts'

test.each(merchantNames)('the credentials of %s configure a client of the running mock', async (name) => {
  const mock = createMock({ wire: demo.wire })
  onTestFinished(() => mock.close())
  const { url } = await mock.listen()
  const folder = demo.write(url, createFolder())
  const custody = createCustodyFromEnv(parseEnv(readFileSync(join(folder, name, '.env'), 'utf8')))
  expect(await custody.accounts.get({ uid: 10042, symbol: 'BTC' })).toMatchObject({
    normal_balance: '1.25',
  })
  expect(await custody.withdrawals.pull({ symbol: 'BTC' })).toHaveLength(2)
  expect(await custody.token.get()).toMatchObject({ access_token: expect.any(String) })
  expect(await custody.accessToken()).toBe('<access token>')
})
