// Simulates a merchant and the sandbox with one seed and one clock in one process.
import { createHash } from 'node:crypto'

import type { WorkflowResources } from '@custody-wallet/client/workflows'

import { createSandbox, type Sandbox } from '../../src/index.ts'
import { coins } from './books.ts'
import { createClients, createDesk, type View, getView } from './clients.ts'
import { type VirtualClock, createVirtualClock } from './clock.ts'
import { listDifferences } from './compare.ts'
import { type EventName, events, settleWorld } from './events.ts'
import { tasks, runTasks } from './merchant.ts'
import { type Network, createNetwork, type Send } from './network.ts'
import type { Office, TaskName } from './office.ts'
import { type Random, createRandom } from './random.ts'
import { Crash, createLife, createRecords } from './records.ts'
import { fundTreasury } from './treasury.ts'
import type { World } from './world.ts'

export interface SimulationOptions {
  readonly seed: number
  readonly days: number
  /** Folder with the keys of the demo merchants. */
  readonly directory: string
  /** PostgreSQL database of the sandbox. Default: data is in memory. */
  readonly database?: string | undefined
  /** Default: chosen by the seed. */
  readonly view?: View | undefined
  /** A deliberate error of one side. */
  readonly mistake?: Mistake | undefined
}

/** A deliberate error. */
export interface Mistake {
  readonly merchant?: (office: Office) => Office
  readonly service?: (send: Send) => Send
}

/** Result of a simulation. */
export interface SimulationResult {
  readonly view: View
  readonly requests: Network['counts']
  readonly crashes: number
  readonly postings: number
  /** SHA-256 of all events in order. */
  readonly digest: string
}

/** The books do not agree, or something failed. */
class SimulationError extends Error {
  override readonly name: string = 'SimulationError'
}

const start = 1_767_225_600_000
const day = 86_400_000
/** Days between two comparisons of the books. */
const period = 500
/** Share of days with an outside event, and with work of the merchant. */
const pace = { event: 0.16, work: 0.055, crash: 0.015 } as const

const eventWeights: Readonly<Record<EventName, number>> = {
  customer: 4,
  deposit: 30,
  mine: 30,
  reorg: 3,
  deepReorg: 2,
  withdraw: 24,
  cancel: 4,
  sweep: 4,
  treasury: 10,
  decideDeposit: 6,
  decideWithdrawal: 8,
  collection: 2,
}

/** Runs a merchant for some days, and compares the books regularly and at the end. Equal seeds lead to equal runs. */
export async function simulate(options: SimulationOptions): Promise<SimulationResult> {
  const simulation = await beginSimulation(options)
  let today = 0
  try {
    await openShop(simulation)
    for (today = 1; today <= options.days; today += 1) await liveDay(simulation, today, options.days)
    return getOutcome(simulation)
  } catch (error) {
    const text = `Seed ${options.seed}, day ${today}: ${error instanceof Error ? error.message : String(error)}`
    throw new SimulationError(`${text} Run it again with: node test/simulation/replay.ts ${options.seed}`, {
      cause: error,
    })
  } finally {
    await simulation.sandbox.close()
  }
}

/** Runs a day. On most days, nothing happens. */
async function liveDay(simulation: Simulation, today: number, days: number): Promise<void> {
  const { clock, random } = simulation
  clock.advance(day)
  if (random.chance(pace.event)) await runEvent(simulation)
  if (random.chance(pace.work)) await workDay(simulation)
  if (today % period === 0 || today === days) await audit(simulation)
}

interface Simulation {
  readonly seed: number
  readonly view: View
  readonly clock: VirtualClock
  readonly random: Random
  readonly sandbox: Sandbox
  readonly network: Network
  readonly world: World
  /** Starts a process of the merchant. */
  readonly open: () => Office
  readonly log: { line: (text: string) => void; readonly digest: () => string }
  /** The running process; `undefined` after a crash. */
  office: Office | undefined
  crashProbability: number
  crashes: number
}

async function beginSimulation(options: SimulationOptions): Promise<Simulation> {
  const { seed, directory, database, view = getView(seed), mistake = {} } = options
  const clock = createVirtualClock(start)
  const random = createRandom(seed)
  const errors: unknown[] = []
  const sandbox = await createSandbox({
    directory,
    database,
    seed: `simulation ${seed}`,
    machineClock: clock.now,
    onError: (error) => errors.push(error),
  })
  const log = createLog()
  const appId = view === 'sealed, classic' ? 'demo-classic' : 'demo-modern'
  const { send, client } = createClients(sandbox, appId, view, clock)
  const sent = mistake.service?.(send) ?? send
  const network = createNetwork(sent, { clock, random, log: log.line })
  const world = await createWorld({ sandbox, appId, random, seed, errors })
  const { control, records, collector } = world
  await fundTreasury(world)
  const hasPayments = random.chance(0.7)
  await control.merchants.update({ appId, payer: hasPayments ? 'merchant' : 'platform' })
  const simulation: Simulation = {
    seed,
    view,
    clock,
    random,
    sandbox,
    network,
    world,
    log,
    office: undefined,
    crashProbability: pace.crash,
    crashes: 0,
    open() {
      const life = createLife(random, () => simulation.crashProbability)
      const custody = client((url, init) => (life.hasEnded() ? createClosedError() : network.fetch(url, init)))
      const pay = hasPayments ? (id: number) => readPayment(world, id) : undefined
      const office = { records, custody, life, collector, pay, notify: createNotifier(custody), tasks }
      return mistake.merchant?.(office) ?? office
    },
  }
  return simulation
}

const createNotifier =
  ({ notifications }: WorkflowResources): Office['notify'] =>
  async (input) =>
    void (await ('request_id' in input ? notifications.deposit(input) : notifications.internal(input)))

async function createClosedError(): Promise<never> {
  throw new TypeError('The process has ended.')
}

async function createWorld({
  sandbox,
  appId,
  random,
  seed,
  errors,
}: {
  readonly sandbox: Sandbox
  readonly errors: readonly unknown[]
  readonly appId: string
  readonly random: Random
  readonly seed: number
}): Promise<World> {
  const { control } = sandbox
  // Blocks of Bitcoin come with the clock, and those of the other networks when they are made.
  for (const name of ['Ethereum', 'XRP Ledger', 'Tron']) await control.networks.update({ name, interval: 0 })
  const merchant = (await control.merchants.list()).find((each) => each.appId === appId)
  if (!merchant) throw new TypeError(`The sandbox has no merchant ${appId}.`)
  const { collectionUid: collector } = merchant
  const records = createRecords()
  records.customers.push({ uid: collector, addresses: new Map() })
  return {
    appId,
    control,
    random,
    records,
    collector,
    errors,
    desk: createDesk(sandbox, appId),
    isCollecting: seed % 3 === 0,
    paid: { BTC: 0n, ETH: 0n, USDT: 0n, XRP: 0n, TRX: 0n },
    withdrawals: [],
    stakes: [],
    ahead: [],
    reorganized: 0,
    newest: 0,
    names: 0,
  }
}

async function readPayment({ control, records: { sent } }: World, id: number): Promise<void> {
  await control.withdrawals.pay({ id })
  sent.add(id)
}

/** The first customers get their first addresses. */
async function openShop(simulation: Simulation): Promise<void> {
  for (let count = 0; count < 2; count += 1) await events.customer(simulation.world)
  await runQuietly(simulation, () => runOfficeTasks(simulation, ['pool', 'addresses', 'addresses']))
}

async function runEvent({ random, world, clock, network, log }: Simulation): Promise<void> {
  clock.advance(random.below(day / 4))
  await network.deliver()
  const name = random.weighted(eventWeights)
  log.line(name)
  await events[name](world)
}

/** Frequencies of the merchant's tasks. */
const taskWeights: Readonly<Record<TaskName, number>> = {
  deposits: 5,
  notifications: 4,
  withdrawals: 4,
  orders: 4,
  treasury: 2,
  fees: 2,
  addresses: 1,
  pool: 1,
}

const everyTask: readonly TaskName[] = [
  'deposits',
  'notifications',
  'withdrawals',
  'orders',
  'treasury',
  'fees',
  'pool',
  'addresses',
]

/** A day on which the merchant's program does some of its tasks. */
async function workDay(simulation: Simulation): Promise<void> {
  const { random, network } = simulation
  await network.deliver()
  const count = 2 + random.below(3)
  await runOfficeTasks(
    simulation,
    Array.from({ length: count }, () => random.weighted(taskWeights)),
  )
}

/** Runs work of the merchant. After a crash, the next day starts a new process. */
async function runOfficeTasks(simulation: Simulation, names: readonly TaskName[]): Promise<void> {
  const office = (simulation.office ??= simulation.open())
  try {
    await runTasks(office, names)
  } catch (error) {
    if (!(error instanceof Crash)) throw error
    simulation.office = undefined
    simulation.crashes += 1
  }
}

/** Runs work without network faults and crashes. */
async function runQuietly(simulation: Simulation, act: () => Promise<void>): Promise<void> {
  simulation.crashProbability = 0
  await simulation.network.calm(act)
  simulation.crashProbability = pace.crash
}

/** Ends all work without faults, and compares the books. */
async function audit(simulation: Simulation): Promise<void> {
  const { world, clock } = simulation
  let found: readonly string[] = []
  await runQuietly(simulation, async () => {
    await fundMerchant(world)
    for (let round = 0; round < 3; round += 1) {
      await settleWorld(world)
      clock.advance(day)
      await runOfficeTasks(simulation, everyTask)
    }
    found = await listDifferences(world)
  })
  if (found.length > 0) throw new Error(`${found[0]}. ${found.length - 1} more differences.`)
}

/** Funds the account that pays miner fees. */
async function fundMerchant({ control, records, collector, paid }: World): Promise<void> {
  const to = records.customers.find(({ uid }) => uid === collector)?.addresses.get('ETH')
  if (to === undefined) return
  await control.chain.pay({ symbol: 'ETH', to, amount: '5' })
  paid.ETH += 5n * 10n ** BigInt(coins.ETH.decimals)
}

function createLog(): Simulation['log'] {
  const hash = createHash('sha256')
  return {
    line: (text) => void hash.update(`${text}\n`),
    digest: () => hash.copy().digest('hex'),
  }
}

function getOutcome({ view, network, crashes, world, log }: Simulation): SimulationResult {
  const lines = world.records.books.lines()
  for (const line of lines) log.line(line)
  return { view, requests: network.counts, crashes, postings: lines.length, digest: log.digest() }
}
