import { createParty } from '@custody-wallet/encryption'
import { expect, test } from 'vitest'

import {
  createAccountResponse,
  startResponder,
  createBareCall,
  createSharedResponse,
  createOwnCall,
  createPlainCall,
  createRewrittenCall,
  createHandSealedCall,
  createSealedCall,
  removeCrypto,
} from '../../../suites/client/calls.ts'
import { measurePath } from '../../../suites/client/path.ts'
import { countInstantiations, createModule } from '../../../suites/client/types.ts'
import { createSides } from '../../../suites/encryption/messages.ts'
import { keys } from '../../suites/keys.ts'

const account: unknown = Reflect.get(createAccountResponse(), 'data')

test('all calls without a network return the same account', async () => {
  const profile = removeCrypto(createSides('modern', keys, 'inline').merchant.profile)
  const calls = [
    createPlainCall(),
    createRewrittenCall(),
    createSealedCall(profile),
    createHandSealedCall(createParty(profile)),
  ]
  for (const call of calls) expect(await call()).toEqual(account)
})

test.each(['modern', 'classic'] as const)(
  'one sealed response under %s is a response to many calls, whoever makes them',
  async (dialect) => {
    const { merchant, platform } = createSides(dialect, keys, 'inline')
    using service = await startResponder(await createSharedResponse(merchant, platform))
    const [address = ''] = service.urls
    const [own, bare] = [createOwnCall(merchant.profile, address), createBareCall(merchant, address)]
    expect(await Promise.all([own(), own(), bare(), bare()])).toEqual([account, account, account, account])
  },
)

test('a sealed call runs through files of the client and of encryption, each with a function or more', async () => {
  const counts = new Map<string, number>()
  for await (const { name, value } of measurePath(keys)) counts.set(name, value)
  for (const dialect of ['modern', 'classic']) {
    const [files = 0, functions = 0] = ['files', 'functions'].map((what) =>
      counts.get(`client.path.${dialect}.${what}`),
    )
    expect(files).toBeGreaterThan(10)
    expect(functions).toBeGreaterThan(files)
  }
})

test('a module with a wrong call rejects with the compiler error', async () => {
  await expect(countInstantiations(createModule(5).replace('uid:', 'user:'))).rejects.toThrow(/calls\.ts.+'user'/)
})

test('every operation is called before one is called again', () => {
  const called = [...createModule(34).matchAll(/custody\.(\w+\.\w+)\(/g)].map(([, name]) => name)
  expect(new Set(called.slice(0, 17)).size).toBe(17)
  expect(called.slice(17)).toEqual(called.slice(0, 17))
})
