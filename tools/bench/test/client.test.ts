import { createParty } from '@custody-wallet/encryption'
import { expect, test } from 'vitest'

import { plainCall, rewritten, sealedByHand, sealedCall, withoutCrypto } from '../suites/client/calls.ts'
import { calmSpeed } from '../suites/client/calm.ts'
import { answering } from '../suites/client/loopback.ts'
import { accountAnswer } from '../suites/client/messages.ts'
import { pathFigures } from '../suites/client/path.ts'
import { bareCall, oneForAll, ownCall } from '../suites/client/sealed.ts'
import { instantiations, moduleOf } from '../suites/client/types.ts'
import { sidesOf } from '../suites/encryption/sides.ts'
import { keys } from './keys.ts'

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
    await using service = await answering(await oneForAll(merchant, platform))
    const [own, bare] = [ownCall(merchant.profile, service.address), bareCall(merchant, service.address)]
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

test('a service on loopback ends when it is no longer needed', async () => {
  const service = await answering('{}')
  expect(await (await fetch(service.address)).json()).toEqual({})
  await service[Symbol.asyncDispose]()
  await expect(fetch(service.address)).rejects.toThrow('fetch failed')
})

test('a module with a wrong call has no figure, and the compiler says why', async () => {
  await expect(instantiations(moduleOf(5).replace('uid:', 'user:'))).rejects.toThrow(/calls\.ts.+'user'/)
})

test('every operation is called before one is called again', () => {
  const called = [...moduleOf(34).matchAll(/custody\.(\w+\.\w+)\(/g)].map(([, name]) => name)
  expect(new Set(called.slice(0, 17)).size).toBe(17)
  expect(called.slice(17)).toEqual(called.slice(0, 17))
})

/** A clock that moves by what each work takes, in seconds, and what was called. */
function clockwork() {
  const called: string[] = []
  let now = 0
  const work = (name: string, seconds: (call: number) => number) => () => {
    called.push(name)
    now += seconds(called.length)
  }
  return { called, work, clock: () => now }
}

test('what takes half the time is twice as fast', async () => {
  const { work, clock } = clockwork()
  expect(
    await calmSpeed(
      work('own', () => 2),
      work('other', () => 4),
      clock,
    ),
  ).toBe(2)
})

test('disturbances do not count, even if most turns of one of them have some', async () => {
  const { work, clock } = clockwork()
  const disturbed = work('own', (call) => (call % 3 === 0 ? 2 : 50 + call))
  const calm = work('other', () => 2)
  expect(await calmSpeed(disturbed, calm, clock)).toBe(1)
})

test('neither always comes first', async () => {
  const { called, work, clock } = clockwork()
  const one = (): number => 1
  await calmSpeed(work('a', one), work('b', one), clock)
  expect(called.join('')).toMatch(/^(abba)+$/)
})
