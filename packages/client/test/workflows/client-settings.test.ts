import { inspect } from 'node:util'

import { describe, expect, test } from 'vitest'

import { createCustodyFromEnv } from '../../src/env/index.ts'
import type { Custody, CustodyOptions } from '../../src/index.ts'
import {
  consume,
  memoryDedupe,
  memoryPushJournal,
  registerAddresses,
  withWorkflows,
} from '../../src/workflows/index.ts'
import { environments, profileNames } from '../support/environments.ts'
import { address, createClient, type Fetch, createProfile, createService } from '../support/service.ts'
import { catchRejection } from '../support/workflow-service.ts'

const createSuccess = (data: unknown) => Response.json({ code: '0', msg: 'success', data })
const uuids = Array.from({ length: 250 }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`)

/** A service that finds nothing and records its requests. */
function createEmptyService(name: (typeof profileNames)[number]) {
  const asked: string[] = []
  const lengths: number[] = []
  const service = createService(name, (request) => {
    asked.push(...(new URL(request.url).searchParams.get('ids') ?? '').split(','))
    return createSuccess([])
  })
  const fetch: Fetch = (url, init) => {
    lengths.push(url.length)
    return service(url, init)
  }
  return { asked, lengths, fetch }
}

describe.each(profileNames)('a %s client of the environment', (name) => {
  const env = {
    ...environments[name],
    CUSTODY_APP_ID: 'demo-shop',
    CUSTODY_OPEN_PLATFORM_URL: address,
    CUSTODY_BASE_URL: address,
    CUSTODY_V1_URL: address,
  }

  test('looks up 250 UUIDs in URLs that fit', async () => {
    const { asked, lengths, fetch } = createEmptyService(name)
    const { withdrawals } = withWorkflows(createCustodyFromEnv(env, { fetch }))
    expect((await withdrawals.list(uuids, { concurrency: 1 })).missing).toEqual(uuids)
    expect(asked).toEqual(uuids)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(8000)
  })

  test('keeps its own maxUrlLength', async () => {
    const { asked, lengths, fetch } = createEmptyService(name)
    const { withdrawals } = withWorkflows(createCustodyFromEnv(env, { fetch, maxUrlLength: 4000 }))
    await withdrawals.list(uuids, { concurrency: 1 })
    expect(asked).toEqual(uuids)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(4000)
  })
})

describe('a client keeps its settings', () => {
  test.each<readonly [string, (custody: Custody) => Custody]>([
    ['spread into another object', (custody) => ({ ...custody, accessToken: async () => 'token' })],
    ['assigned to another object', (custody) => Object.assign({ name: 'mine' }, custody)],
    ['behind a proxy', (custody) => new Proxy(custody, {})],
  ])('%s', async (_, changed) => {
    const { asked, lengths, fetch } = createEmptyService('modern')
    await withWorkflows(changed(createClient('modern', { fetch }))).withdrawals.list(uuids)
    expect(asked.toSorted()).toEqual(uuids)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(8000)
  })

  test('for another copy of this package', async () => {
    const copy = await import('@custody-wallet/client/workflows')
    const { asked, fetch } = createEmptyService('modern')
    await copy.withWorkflows(createClient('modern', { fetch })).withdrawals.list(uuids)
    expect(copy.withWorkflows).not.toBe(withWorkflows)
    expect(asked.toSorted()).toEqual(uuids)
  })

  test('and does not show its suite, which has the keys, when printed', () => {
    expect(inspect(createClient('modern'), { depth: 9, showHidden: true })).not.toMatch(/suite|PRIVATE/)
  })
})

describe('withWorkflows rejects', () => {
  const custody = createClient('modern')
  const { withdrawals, accounts, deposits, minerFees, users, networks } = custody
  const { mpcWithdrawals, staking, delegations, addresses, notifications, token } = custody
  const calls = { withdrawals, accounts, deposits, minerFees, users, networks, token }
  const picked = { ...calls, mpcWithdrawals, staking, delegations, addresses, notifications }

  test('a client that lost its settings, because its URLs could become too long', () => {
    // @ts-expect-error its settings are missing
    expect(() => withWorkflows(picked)).toThrow(TypeError)
    // @ts-expect-error its settings are missing
    expect(() => withWorkflows(picked)).toThrow(/^withWorkflows needs a client of createCustody, /)
  })

  test('a client that already has workflows', () => {
    // @ts-expect-error its lists take other parameters
    expect(() => withWorkflows(withWorkflows(custody))).toThrow(TypeError)
  })

  test('options, because the client has them', () => {
    // @ts-expect-error the profile is the client's
    expect(withWorkflows(custody, { profile: createProfile('modern') })).toBeDefined()
  })
})

describe('the profile of a client', () => {
  const createClientWith = (
    profileSettings: Parameters<typeof createProfile>[2],
    options: Partial<CustodyOptions> = {},
  ) => withWorkflows(createClient('modern', { profile: createProfile('modern', 'shop', profileSettings), ...options }))

  test('determines which statuses are final, and where iteration begins', async () => {
    const { deposits, minerFees } = createClientWith({
      finality: { ...createProfile('modern').finality, depositStatus: [7] },
      cursor: { first: '10' },
    })
    const [deposit] = await createClient('modern').deposits.sync({ max_id: '0' })
    if (!deposit) throw new TypeError('The contract shows a deposit.')
    expect([deposits.first, minerFees.first]).toEqual(['10', '10'])
    expect([1, 7].map((status) => deposits.isFinal({ ...deposit, status }))).toEqual([false, true])
  })

  test('limits the ids of a call if the interface does not', async () => {
    const calls: number[] = []
    const fetch = createService('modern', (request) => {
      calls.push((new URL(request.url).searchParams.get('ids') ?? '').split(',').length)
      return Response.json([])
    })
    const batch = { ...createProfile('modern').batch, maximum: 7 }
    await createClientWith({ batch }, { fetch }).mpcWithdrawals.list(uuids.slice(0, 20), { concurrency: 1 })
    expect(calls).toEqual([7, 7, 6])
  })

  test('determines how to read the rule of 5000', async () => {
    const fetch = createService('modern', (request) =>
      request.url.endsWith('available')
        ? Response.json({ code: 0, msg: '', data: { symbol: 'BTC', count: 5001 } })
        : Response.json({ code: 0, msg: '' }),
    )
    const custody = createClientWith({ pushWhen: 'above-5000' }, { fetch })
    const journal = memoryPushJournal()
    expect(await registerAddresses(custody, 'BTC', ['a'], { journal })).toMatchObject({ state: 'done' })
  })

  test('forbids consume if a pull is destructive, but allows the pull', async () => {
    const custody = createClientWith({ consume: 'destructive' })
    const { withdrawals } = custody
    const handOff = (_: unknown, commit: () => Promise<void>) => commit()
    const options = { symbol: 'BTC', store: memoryDedupe(), once: true, handOff }
    expect(await catchRejection(consume(custody, options))).toMatchObject({
      code: 'PULL_DESTRUCTIVE',
    })
    expect(await withdrawals.pull({ symbol: 'BTC' })).not.toHaveLength(0)
    expect((await withdrawals.pull.raw({ symbol: 'BTC' })).succeeded).toBe(true)
  })
})
