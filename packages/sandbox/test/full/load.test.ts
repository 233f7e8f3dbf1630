// Many calls of both profiles through the wire view do not increase the memory of the sandbox.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { createCustody } from '@custody-wallet/client'
import { expect, onTestFinished, test } from 'vitest'

import { createSandbox } from '../../src/index.ts'
import { createScratchFolder } from '../support/files.ts'
import type { Sample } from '../support/measured.ts'
import { appIds } from '../support/sandbox.ts'

const [rounds, perRound, lanes] = [24, 400, 2]
/** Bytes for each call. An empty object that stays in a list takes 64. */
const maximum = 32

/** A sandbox in a process of its own. */
async function startMeasuredProgram(directory: string) {
  const program = fork(join(import.meta.dirname, '../support/measured.ts'), [directory], {
    execArgv: ['--expose-gc'],
  })
  onTestFinished(() => void program.kill())
  const [url]: unknown[] = await once(program, 'message')
  const readSample = async (): Promise<Sample> => {
    program.send('sample')
    const [message]: Sample[] = await once(program, 'message')
    if (message) return message
    throw new TypeError('The sandbox sent no sample.')
  }
  return { url: String(url), sample: readSample }
}

/** A client of a demo merchant over HTTP, and the address and uid of its first user. */
async function createShopAt(url: string, directory: string, appId: (typeof appIds)[number]) {
  const own = await createSandbox({ directory })
  const { client } = own.merchant(appId)
  await own.close()
  const urls = { openPlatform: url, base: url, v1: url }
  const custody = createCustody({ ...client, urls, clock: Date.now, fetch })
  const uid = 10_001 + appIds.indexOf(appId)
  await custody.addresses.register({ symbol: 'BTC', addresses: [`${appId}-1`], memo: false })
  const { deposit_address: address } = await custody.accounts.get({ uid, symbol: 'BTC' })
  return { appId, custody, uid, address }
}

type LoadedShop = Awaited<ReturnType<typeof createShopAt>>

const symbol = 'BTC'

const sendNotification = ({ custody, address }: LoadedShop, number: number) =>
  custody.notifications.deposit({
    request_id: `request-${number}`,
    address_to: address,
    txid: `txid-${number}`,
    amount: '0.1',
    confirm: 3,
    symbol,
    balance: '0',
    status: 1,
  })

/** Reads and writes, repeated messages, lists of every length, and calls that are rejected. */
const kinds: readonly ((shop: LoadedShop, number: number) => Promise<unknown>)[] = [
  sendNotification,
  ({ custody, uid }) => custody.accounts.get({ uid, symbol }),
  (shop, number) => sendNotification(shop, number - 2),
  ({ custody }, number) => custody.deposits.sync({ max_id: `${Math.max(0, number - 200)}` }),
  ({ custody }, number) =>
    custody.withdrawals.list({ ids: Array.from({ length: 1 + (number % 100) }, (_, at) => `order-${at}`) }),
  ({ custody }) => custody.withdrawals.pull({ symbol }),
  ({ custody }, number) =>
    custody.notifications.internal({
      address_to: 'cold-1',
      txid: `sweep-${number}`,
      amount: '0.1',
      fee: '0.0001',
      confirm: 3,
      symbol,
      balance: '0',
    }),
  ({ appId, custody }, number) =>
    custody.addresses.register({ symbol, addresses: [`${appId}-${number}`], memo: false }),
  ({ custody }, number) =>
    expect(custody.users.find({ email: `${number}@shop.example` })).rejects.toThrow('findUser failed'),
]

/** Calls one kind after the other in each lane, until a number of calls were made. */
async function runLoad(shops: readonly LoadedShop[], made: number): Promise<void> {
  let number = made
  const runLane = async (): Promise<void> => {
    while (number < made + perRound) {
      const [at, shop] = [(number += 1), shops[number % shops.length]]
      const turn = Math.floor(at / shops.length)
      if (shop) await kinds[turn % kinds.length]?.(shop, turn)
    }
  }
  await Promise.all(Array.from({ length: lanes }, runLane))
}

/** Median of the slopes between all pairs: single samples that lie far away do not move it. */
function computeSlope(samples: readonly Sample[]): number {
  const slopes = samples.flatMap((one, at) =>
    samples.slice(at + 1).map((later) => (later.heap - one.heap) / (later.responseCount - one.responseCount)),
  )
  return slopes.toSorted((one, other) => one - other)[Math.floor(slopes.length / 2)] ?? Number.NaN
}

test('the heap stays flat under load, and the log keeps the last 1,000 requests', async () => {
  const directory = createScratchFolder()
  // The keys of the merchants are made before the program reads them.
  await (await createSandbox({ directory })).close()
  const { url, sample: readSample } = await startMeasuredProgram(directory)
  const shops = await Promise.all(appIds.map((appId) => createShopAt(url, directory, appId)))
  const samples: Sample[] = []
  for (let round = 0; round < rounds; round += 1) {
    await runLoad(shops, round * perRound)
    samples.push(await readSample())
  }
  expect(samples.at(-1)).toMatchObject({ logLength: 1000 })
  expect(samples.at(-1)?.responseCount).toBeGreaterThanOrEqual(rounds * perRound)
  // The log and the caches fill up first.
  expect(computeSlope(samples.slice(rounds / 2))).toBeLessThan(maximum)
})
