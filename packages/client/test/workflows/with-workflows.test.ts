// The workflows over a sealed client, against a real gateway in process, under both profiles.
import { createParty, type Profile } from '@custody-wallet/encryption'
import { classic } from '@custody-wallet/encryption/classic'
import { createGateway } from '@custody-wallet/encryption/gateway'
import { modern } from '@custody-wallet/encryption/modern'
import type { Deposit } from '@custody-wallet/types'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { createCustody } from '../../src/index.ts'
import { createPlainClient } from '../../src/plain.ts'
import {
  consume,
  createDepositNotifications,
  follow,
  type LookUpResult,
  memoryCheckpoint,
  memoryDedupe,
  memoryPushJournal,
  registerAddresses,
  withWorkflows,
} from '../../src/workflows/index.ts'
import { keys } from '../support/keys.ts'
import { collect, catchRejection } from '../support/workflow-service.ts'

const { shop, platform } = keys
const address = 'http://127.0.0.1:4010'
const urls = { openPlatform: address, base: address, v1: address }

const ends = { own: 'shop', peer: 'platform' }
const others = { own: 'platform', peer: 'shop' }
const profiles: readonly (readonly [string, Profile, Profile])[] = [
  [
    'modern',
    modern({ appId: 'demo-shop', party: ends, keys: { own: shop, peer: platform } }),
    modern({ appId: 'demo-shop', party: others, keys: { own: platform, peer: shop } }),
  ],
  [
    'classic',
    classic({ appId: 'demo-shop', party: ends, keys: { own: shop, peer: platform } }),
    classic({ appId: 'demo-shop', party: others, keys: { own: platform, peer: shop } }),
  ],
]

const amount = '0.1'
const createDeposits = (count: number, open: number): readonly Partial<Deposit>[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    request_id: '',
    uid: 1,
    symbol: 'BTC',
    ...Object.fromEntries(['amount', 'withdraw_fee', 'fee', 'real_fee'].map((name) => [name, amount])),
    withdraw_fee_symbol: 'BTC',
    fee_symbol: 'BTC',
    address_from: '',
    address_to: 'a',
    txid: 't',
    confirmations: 1,
    created_at: 1_767_225_600_000,
    updated_at: 1_767_225_600_000,
    saas_status: 1,
    company_status: 1,
    status: index + 1 === open ? 0 : 1,
  }))

/** A client and its service, which records the URLs and parameters of its calls. */
function createSealedFetch(
  [, own, peer]: readonly [string, Profile, Profile],
  respond: (asked: URL, body: string) => unknown,
) {
  const party = createParty(peer)
  const lengths: number[] = []
  const handler = createGateway({
    findParty: () => party,
    handler: async (request) => Response.json(respond(new URL(request.url), await request.text())),
  })
  const fetch = async (url: string, init: RequestInit) => {
    lengths.push(url.length)
    return handler(new Request(url, init))
  }
  return { custody: withWorkflows(createCustody({ profile: own, urls, fetch })), lengths }
}

const createSuccess = (data: unknown) => ({ code: '0', msg: 'success', data })

describe.each(profiles)('workflows over a %s client', (...profile) => {
  const createUuid = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

  test.each([
    ['250 UUIDs', 36, { modern: 3, classic: 3 }],
    ['250 ids of 64 characters', 64, { modern: 5, classic: 4 }],
  ])('look up %s in as few calls as fit their URLs', async (_, length, calls: Readonly<Record<string, number>>) => {
    const asked: string[] = []
    const { custody, lengths } = createSealedFetch(profile, ({ searchParams }) => {
      asked.push(...(searchParams.get('ids') ?? '').split(','))
      return createSuccess([])
    })
    const ids = Array.from({ length: 250 }, (_, index) => createUuid(index).padEnd(length, 'x'))
    const outcome = await custody.withdrawals.list(ids, { concurrency: 1 })
    expectTypeOf(outcome.found).toEqualTypeOf<LookUpResult<(typeof outcome.found)[number]>['found']>()
    expect([outcome.missing, asked]).toEqual([ids, ids])
    expect(Math.max(...lengths)).toBeLessThanOrEqual(8000)
    expect(lengths).toHaveLength(calls[profile[0]] ?? 0)
  })

  test('reject an id that is too long for a URL, before the first call', async () => {
    const { custody, lengths } = createSealedFetch(profile, () => createSuccess([]))
    const error = await catchRejection(custody.withdrawals.list(['a', 'x'.repeat(8000)]))
    expect(error).toMatchObject({ code: 'ID_TOO_LONG', context: { index: 1 } })
    expect(lengths).toEqual([])
  })

  test('iterate over deposits and follow them', async () => {
    const { custody } = createSealedFetch(profile, ({ searchParams }) => {
      const after = Number(searchParams.get('max_id'))
      return createSuccess(createDeposits(120, 110).slice(after, after + 100))
    })
    const found = await collect(custody.deposits.readSince(15))
    expect([found[0]?.id, found.length]).toEqual([16, 105])
    const changes = await collect(follow(custody.deposits, { checkpoint: memoryCheckpoint(), once: true }))
    expect(changes.filter(({ isFinal: final }) => !final).map(({ id }) => id)).toEqual(['110'])
  })

  test('notify every deposit of some outputs', async () => {
    const { custody } = createSealedFetch(profile, (_, body) => {
      const { request_id }: { readonly request_id: string } = JSON.parse(body)
      return { code: 0, msg: 'success', data: { data: { request_id } } }
    })
    const output = { symbol: 'BTC', txid: 't', amount: '0.1', confirm: 1, balance: '1', status: 1 } as const
    const notifications = createDepositNotifications(['a', 'b'].map((address_to) => ({ ...output, address_to })))
    const receipts = await custody.notifications.deposit(notifications)
    expect(receipts.map(({ data }) => data.request_id)).toEqual(notifications.map(({ request_id }) => request_id))
  })

  test('register addresses by the rule of the profile', async () => {
    const { custody } = createSealedFetch(profile, ({ pathname }) =>
      pathname.endsWith('available')
        ? { code: 0, msg: '', data: { symbol: 'BTC', count: 5000 } }
        : { code: 0, msg: '' },
    )
    expect(await custody.addresses.available({ symbol: 'BTC' })).toMatchObject({ count: 5000 })
    const journal = memoryPushJournal()
    expect(await registerAddresses(custody, 'BTC', ['a'], { journal })).toMatchObject({ state: 'paused' })
    expect(await registerAddresses(custody, 'BTC', ['a'], { journal, pushWhen: 'above-5000' })).toMatchObject({
      state: 'paused',
    })
  })
})

describe('workflows over a plain client', () => {
  const createBareClient = (respond: unknown) =>
    withWorkflows(createPlainClient({ url: address, fetch: async () => Response.json(respond) }))

  test('leave its other calls as they are', async () => {
    expect(
      await createBareClient(createSuccess({ uid: 7, nickname: '' })).users.find({
        email: 'a@custody.example',
      }),
    ).toMatchObject({ uid: 7 })
  })

  test('need pushWhen to read the rule of 5000', async () => {
    const custody = createBareClient({ code: 0, msg: '', data: { symbol: 'BTC', count: 1 } })
    const refused = registerAddresses(custody, 'BTC', ['a'], { journal: memoryPushJournal() })
    expect(await catchRejection(refused)).toBeInstanceOf(TypeError)
  })

  test.each([
    ['a rejected push for none', 1000017, ['begun', 'refused']],
    ['a push that met a system error for one in doubt', 100002, ['begun']],
  ])('accept %s', async (_, code, kinds) => {
    const fetch = async (url: string) =>
      Response.json(
        url.endsWith('available') ? { code: 0, msg: '', data: { symbol: 'BTC', count: 1 } } : { code, msg: '' },
      )
    const custody = withWorkflows(createPlainClient({ url: address, fetch }))
    const journal = memoryPushJournal()
    const how = { journal, pushWhen: 'below-5000' } as const
    expect(await catchRejection(registerAddresses(custody, 'BTC', ['a'], how))).toMatchObject({
      code: 'SERVICE_FAILED',
    })
    expect((await journal.entries()).map(({ kind }) => kind)).toEqual(kinds)
  })

  test('need pullMode to consume what its pull returns', async () => {
    const custody = createBareClient({
      code: 0,
      msg: '',
      data: [{ trans_id: 1, symbol: 'BTC', amount: '0.1', fee: '0.1', address_to: 'a' }],
    })
    const handOff = (_: unknown, commit: () => Promise<void>) => commit()
    const options = { symbol: 'BTC', store: memoryDedupe(), once: true, handOff }
    expect(await catchRejection(consume(custody, options))).toBeInstanceOf(TypeError)
    expect(await consume(custody, { ...options, pullMode: 'repeatable' })).toEqual({ pulls: 1, commits: 1 })
  })
})
