import { expect, test } from 'vitest'

import type { Control } from '../../src/control/control.ts'
import { controlCalls } from '../../src/generated/calls.ts'
import { recordKinds } from '../../src/records/kinds.ts'
import { listNames } from '../../src/states/table.ts'
import { createPopulatedSandbox } from '../support/populated.ts'
import { createClient } from '../support/sandbox.ts'

/** Reads each list as numbers that grow with each entry. */
const newestFirst: Readonly<Record<string, (control: Control) => Promise<readonly number[]>>> = {
  'faults.list': async ({ faults }) => (await faults.list()).map(({ id }) => id),
  'merchants.list': async ({ merchants }) => (await merchants.list()).map(({ collectionUid }) => collectionUid),
  'notifications.list': async ({ notifications }) => (await notifications.list()).map(({ id }) => id),
  'requests.list': async ({ requests }) => (await requests.list()).map(({ id }) => id),
  ...Object.fromEntries(
    listNames(recordKinds).map((kind) => [
      `records.list of ${kind}`,
      async ({ records }: Control) => (await records.list({ kind })).map(({ id }) => id),
    ]),
  ),
}

/** Lists without times, which are sorted by name. */
const byName: Readonly<Record<string, (control: Control) => Promise<readonly string[]>>> = {
  'calls.list': async () => Object.keys(controlCalls),
  'coins.list': async ({ coins }) => (await coins.list()).map(({ symbol }) => symbol),
  'networks.list': async ({ networks }) => (await networks.list()).map(({ name }) => name),
  'scenarios.list': async ({ scenarios }) => (await scenarios.list()).map(({ name }) => name),
}

test('every list of control begins with the newest entry or is sorted by name', async () => {
  const { sandbox } = await createPopulatedSandbox()
  const { control } = sandbox
  await control.users.create({ email: 'b@shop.example' })
  await control.notifications.send({ deposits: [1], copies: 3, delay: '300d' })
  const moved = { txid: 't1', symbol: 'BTC', amount: '0.5', confirm: 6, balance: '0', fee: '0' }
  await createClient(sandbox).notifications.internal({
    ...moved,
    address_from: 'a',
    address_to: 'b',
    memo: '',
  })
  for (let made = 0; made < 3; made += 1) await createClient(sandbox).networks.list()
  for (const [id, read] of Object.entries(newestFirst)) {
    const found = await read(control)
    expect([id, found]).toEqual([id, found.toSorted((one, other) => other - one)])
    expect([id, found.length > 0]).toEqual([id, true])
  }
  for (const [id, read] of Object.entries(byName)) {
    const found = await read(control)
    expect([id, found]).toEqual([id, found.toSorted()])
  }
  const lists = Object.keys(controlCalls).filter((id) => id.endsWith('.list'))
  const tested = [...Object.keys(newestFirst), ...Object.keys(byName)].map((id) => id.replace(/ of .*/, ''))
  expect(new Set(tested)).toEqual(new Set(lists))
})

type ListPage = (control: Control, page: { before?: number | undefined; limit?: number }) => Promise<readonly number[]>

const listIds = (entries: readonly { readonly id: number }[]): readonly number[] => entries.map(({ id }) => id)

const pagedLists: Readonly<Record<string, ListPage>> = {
  'balances.explain': async ({ balances }, page) =>
    listIds((await balances.explain({ uid: 10_003, symbol: 'BTC', ...page })).transfers),
  'mpc.explain': async ({ mpc }, page) => listIds((await mpc.explain({ wallet: 7, symbol: 'BTC', ...page })).transfers),
  'notifications.list': async ({ notifications }, page) => listIds(await notifications.list(page)),
  'records.list': async ({ records }, page) => listIds(await records.list({ kind: 'deposit', ...page })),
  'requests.list': async ({ requests }, page) => listIds(await requests.list(page)),
}

test.each(Object.entries(pagedLists))('%s has pages of limit entries before an id', async (_id, list) => {
  const { sandbox } = await createPopulatedSandbox()
  const { control } = sandbox
  await control.notifications.send({ deposits: [1], copies: 5, delay: '300d' })
  for (let made = 0; made < 5; made += 1) await createClient(sandbox).networks.list()
  const all = await list(control, {})
  expect(all.length).toBeGreaterThan(2)
  const pages: (readonly number[])[] = []
  do pages.push(await list(control, { limit: 2, before: pages.at(-1)?.at(-1) }))
  while (pages.at(-1)?.length === 2)
  expect(pages.flat()).toEqual(all)
  expect(await list(control, { limit: 1000 })).toEqual(all)
  for (const limit of [0, 1001, 1.5])
    await expect(list(control, { limit })).rejects.toThrow(`limit must be an integer from 1 to 1000, not ${limit}.`)
})

test('every call of control with a limit has pages', () => {
  const paged = Object.values(controlCalls).filter(({ query }) => 'limit' in query)
  expect(paged.map(({ id }) => id)).toEqual(Object.keys(pagedLists))
  for (const { query } of paged) expect(query).toMatchObject({ before: 'integer', limit: 'integer' })
})
