// Each step of a workflow is published with its number of records, without ids, addresses, amounts and coins.
import { inspect } from 'node:util'

import { isDecimal } from '@custody-wallet/types'
import { describe, expect, test } from 'vitest'

import { recordChannels } from '../../../types/test/support/channels.ts'
import { createPlainClient } from '../../src/plain.ts'
import {
  consume,
  follow,
  memoryCheckpoint,
  memoryDedupe,
  memoryPushJournal,
  registerAddresses,
  watchPool,
  withWorkflows,
} from '../../src/workflows/index.ts'
import { createAddressService } from '../support/address-service.ts'
import { address } from '../support/service.ts'
import { collect } from '../support/workflow-service.ts'

const canary = 'canary-7f3a'
const amount = ['731.90417265'].find((text) => isDecimal(text)) ?? expect.fail()
const content = new RegExp(`${canary}|${amount}`)
const failure = new Error(canary)
const duration = expect.any(Number)

const record = { id: 48_291, status: 0, confirmations: 1, updated_at: 1, request_id: canary, txid: canary }
const createSource = (fetch: () => Promise<readonly (typeof record)[]>) => ({
  kind: 'text' as const,
  page: 100,
  fetch,
  getId: ({ id }: typeof record) => id,
  isFinal: () => false,
})
const readRecords = async (cursor = '0') => (cursor === '0' ? [record] : [])

const addressService = createAddressService({ count: 120 })
const addresses = [`bc1q${canary}`, `bc1r${canary}`]
const registration = () => ({ journal: memoryPushJournal(), pushWhen: 'below-5000' }) as const

const withdrawal = { trans_id: 48_291, symbol: canary, amount, fee: amount, address_to: canary }
const consumption = {
  symbol: canary,
  store: memoryDedupe(),
  pullMode: 'repeatable',
  once: true,
  handOff: (_withdrawal: unknown, commit: () => Promise<void>) => commit(),
} as const

const createLister = (fetch: () => Promise<Response>) =>
  withWorkflows(createPlainClient({ url: address, fetch, attempts: 1 })).withdrawals
const catchAll = (work: Promise<unknown>) => work.catch(() => undefined)

/** Workflows, and the steps that they publish. */
const steps: Readonly<Record<string, readonly [run: () => Promise<unknown>, steps: readonly object[]]>> = {
  follow: [
    () => collect(follow(createSource(readRecords), { checkpoint: memoryCheckpoint(), once: true })),
    [
      { step: 'read-page', count: 1 },
      { step: 'save-checkpoint', count: 1 },
      { step: 'read-page', count: 0 },
    ],
  ],
  watchPool: [
    () => collect(watchPool(addressService, { symbols: [canary], below: 5, once: true })),
    [{ step: 'check-pool', count: 120 }],
  ],
  registerAddresses: [
    () => registerAddresses(addressService, canary, addresses, registration()),
    [
      { step: 'check-pool', count: 120 },
      { step: 'push-addresses', count: 2 },
    ],
  ],
  consume: [
    () => consume(async () => [withdrawal], consumption),
    [
      { step: 'pull-withdrawals', count: 1 },
      { step: 'hand-off', count: 1 },
    ],
  ],
  list: [
    () => createLister(async () => Response.json({ code: '0', msg: canary, data: [] })).list([canary]),
    [{ step: 'look-up', count: 0 }],
  ],
}

/** Workflows that fail, and their step with its code. */
const failures: Readonly<Record<string, readonly [run: () => Promise<unknown>, error: object]>> = {
  'a page': [
    () =>
      collect(
        follow(
          createSource(async () => Promise.reject(failure)),
          { checkpoint: memoryCheckpoint(), once: true },
        ),
      ),
    { step: 'read-page', code: 'threw' },
  ],
  'a checkpoint': [
    () => {
      const checkpoint = { load: async () => undefined, save: async () => Promise.reject(failure) }
      return collect(follow(createSource(readRecords), { checkpoint, once: true }))
    },
    { step: 'save-checkpoint', code: 'threw' },
  ],
  'a check of the pool': [
    () =>
      collect(
        watchPool({ available: async () => Promise.reject(failure) }, { symbols: [canary], below: 5, once: true }),
      ),
    { step: 'check-pool', code: 'threw' },
  ],
  'a push': [
    () => {
      const service = { ...addressService, register: async () => Promise.reject(failure) }
      return registerAddresses(service, canary, addresses, registration())
    },
    { step: 'push-addresses', code: 'threw' },
  ],
  'a hand-off': [
    () =>
      consume(async () => [withdrawal], {
        ...consumption,
        store: memoryDedupe(),
        handOff: () => Promise.reject(failure),
      }),
    { step: 'hand-off', code: 'threw' },
  ],
  'a pull': [
    () => consume(async () => Promise.reject(failure), consumption),
    { step: 'pull-withdrawals', code: 'threw' },
  ],
  'a look-up': [
    () => createLister(async () => new Response(canary, { status: 404 })).list([canary]),
    { step: 'look-up', code: 'HTTP_STATUS' },
  ],
}

describe('a workflow publishes its steps', () => {
  test.each(Object.entries(steps))('of %s', async (_name, [run, published]) => {
    using recorded = recordChannels('custody:workflow')
    await run()
    expect(recorded.list('asyncEnd')).toEqual(published.map((step) => ({ ...step, duration })))
    expect(recorded.list('error')).toEqual([])
    expect(inspect(recorded.events, { depth: 9 })).not.toMatch(content)
  })

  test.each(Object.entries(failures))('with the code of an error: %s', async (_name, [run, error]) => {
    using recorded = recordChannels('custody:workflow')
    await catchAll(run())
    expect(recorded.list('error')).toEqual([{ ...error, duration }])
    expect(inspect(recorded.events, { depth: 9 })).not.toMatch(content)
  })
})
