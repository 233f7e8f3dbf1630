import { createParty } from '@custody-wallet/encryption'
import { expect, test } from 'vitest'

import {
  accountAnswer,
  answering,
  bareCall,
  oneForAll,
  ownCall,
  plainCall,
  rewritten,
  sealedByHand,
  sealedCall,
  withoutCrypto,
} from '../../../suites/client/calls.ts'
import { pathFigures } from '../../../suites/client/path.ts'
import { instantiations, moduleOf } from '../../../suites/client/types.ts'
import { sidesOf } from '../../../suites/encryption/messages.ts'
import { keys } from '../../suites/keys.ts'

const account: unknown = Reflect.get(accountAnswer(), 'data')

test('all calls without a network give the same account', async () => {
  const profile = withoutCrypto(sidesOf('modern', keys, 'inline').merchant.profile)
  const calls = [plainCall(), rewritten(), sealedCall(profile), sealedByHand(createParty(profile))]
  for (const call of calls) expect(await call()).toEqual(account)
})

test.each(['modern', 'classic'] as const)(
  'one sealed answer under %s is an answer to many calls, whoever makes them',
  async (dialect) => {
    const { merchant, platform } = sidesOf(dialect, keys, 'inline')
    using service = await answering(await oneForAll(merchant, platform))
    const [address = ''] = service.urls
    const [own, bare] = [ownCall(merchant.profile, address), bareCall(merchant, address)]
    expect(await Promise.all([own(), own(), bare(), bare()])).toEqual([account, account, account, account])
  },
)

test('a sealed call runs through files of the client and of encryption, each with a function or more', async () => {
  const counts = new Map<string, number>()
  for await (const { name, value } of pathFigures(keys)) counts.set(name, value)
  for (const dialect of ['modern', 'classic']) {
    const [files = 0, functions = 0] = ['files', 'functions'].map((what) =>
      counts.get(`client.path.${dialect}.${what}`),
    )
    expect(files).toBeGreaterThan(10)
    expect(functions).toBeGreaterThan(files)
  }
})

test('a module with a wrong call has no figure, and the compiler says why', async () => {
  await expect(instantiations(moduleOf(5).replace('uid:', 'user:'))).rejects.toThrow(/calls\.ts.+'user'/)
})

test('every operation is called before one is called again', () => {
  const called = [...moduleOf(34).matchAll(/custody\.(\w+\.\w+)\(/g)].map(([, name]) => name)
  expect(new Set(called.slice(0, 17)).size).toBe(17)
  expect(called.slice(17)).toEqual(called.slice(0, 17))
})
