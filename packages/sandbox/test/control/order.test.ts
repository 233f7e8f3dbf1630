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

test('pages of lists continue before their last entry', async () => {
  const { control } = (await createPopulatedSandbox()).sandbox
  const sent = await control.notifications.send({ deposits: [1], copies: 5, delay: '300d' })
  const all = sent.map(({ id }) => id).toReversed()
  const listPage = async (before?: number) =>
    (await control.notifications.list({ before, limit: 2 })).map(({ id }) => id)
  expect([await listPage(), await listPage(all[1]), await listPage(all[3])].flat().slice(0, 5)).toEqual(all)
  expect((await control.notifications.list({ after: all[1] })).map(({ id }) => id)).toEqual(all.slice(0, 1))
})
