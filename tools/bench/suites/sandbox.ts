// Cost of the sandbox compared with Prism, which has no state, and with the encryption, and its growth with data.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { loadDemoMerchants } from '@custody-wallet/demo'
import { createSandbox } from '@custody-wallet/sandbox'
import { getResponder } from '@custody-wallet/server/core'

import { compareSpeed } from '../compare.ts'
import { atLeast, atMost, lessThan, type Figure, createFigure, type Suite } from '../figure.ts'
import { computeMedian, measureMedian, root, runNode, measureSeconds } from '../measure.ts'
import {
  createCryptoWork,
  runWarmLoad,
  measureLoadOn,
  createRequest,
  type Server,
  startServer,
  readUrls,
  createWireTarget,
} from './mock.ts'
import { simulateDays } from './sandbox/days.ts'
import { measureDeliveries, deliveryMeasures } from './sandbox/deliveries.ts'
import { measurePath } from './sandbox/path.ts'
import { postgresMeasures, measurePostgresRates } from './sandbox/postgres.ts'
import { getAccountPath, createDeposit, fillSandbox, getPagePath, createUserWithAddress } from './sandbox/rows.ts'

const records = 1_000_000

export const sandbox: Suite = {
  measures: {
    'sandbox.read.rate': 'plain reads of one account per second, 16 at a time',
    'sandbox.read.p99': 'time within which 99 of 100 of them get their response',
    'sandbox.read.prism':
      "the same for each second of the processor, against Prism's server with a static response, in turns",
    'sandbox.page.rate': 'pages of 100 deposits out of a million, per second',
    'sandbox.page.p99': 'time within which 99 of 100 of them get their response',
    'sandbox.page.prism':
      "the same for each second of the processor, against Prism's server with a static page, in turns",
    'sandbox.page.depth': 'time of the page at record 1,000,000 against the one at record 1,000',
    'sandbox.write.<profile>': 'a sealed notification of a new deposit against its encryption',
    'sandbox.path.deposit.<what>':
      'files and functions of sandbox and server that a sealed notification of a new deposit runs through',
    'sandbox.path.action.<what>': 'the same for a button of the console',
    'sandbox.create': 'createSandbox() with keys that exist',
    'sandbox.create.keys': 'reading the keys of both demo merchants, against createSandbox() after the first one',
    'sandbox.reset': 'control.reset()',
    'sandbox.snapshot': 'control.snapshot() for each megabyte',
    'sandbox.restore': 'control.restore() for each megabyte',
    'sandbox.snapshot.rows': 'control.snapshot() of 100,000 rows on a Node without `serialize`',
    'sandbox.restore.rows': 'control.restore() of 100,000 rows on a Node without `serialize`',
    'sandbox.start': 'the program, from its start to its first response',
    'sandbox.days':
      '1,000 days of a merchant on the clock of the sandbox: 10 deposits and 5 withdrawals a day, every call sealed',
    'sandbox.memory': 'resident memory with a million deposits in a file, after that load',
    ...postgresMeasures,
    ...deliveryMeasures,
  },
  figures: async function* () {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
    try {
      const keys = join(folder, 'keys')
      // First what this process does itself: the garbage of other measurements would slow it down.
      yield* measureSealedWrites(keys)
      yield* measurePath(keys)
      yield* measureDeliveries(keys)
      yield* measureHttpRates(folder, keys)
      yield* measurePostgresRates(folder, keys)
      yield* measureLifecycle(folder, keys)
      yield* measurePrograms(folder, keys)
      yield createFigure('sandbox.days', await measureSeconds(() => simulateDays(keys, 1000)), 's', lessThan(90))
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

const getPath = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

async function* measureHttpRates(folder: string, keys: string): AsyncGenerator<Figure> {
  const { data, uid } = await fillSandbox(join(folder, 'rows.db'), keys, records)
  using server = await startServer([getPath('sandbox/server.ts'), data, keys], 1)
  using prism = await startServer([getPath('mock/prism-server.ts')], 1)
  const paths = { read: getAccountPath(uid), page: getPagePath(records - 500) }
  for (const [name, goal] of [
    ['read', 2],
    ['page', 0.35],
  ] as const) {
    const pairs = await measureInTurns(server, prism, paths[name])
    yield createFigure(`sandbox.${name}.rate`, computeMedian(pairs.map(({ own }) => own.rate)), '1/s')
    yield createFigure(`sandbox.${name}.p99`, computeMedian(pairs.map(({ own }) => own.p99)), 'ms')
    const ratios = pairs.map(({ own, other }) => own.capacity / other.capacity)
    yield createFigure(`sandbox.${name}.prism`, computeMedian(ratios), 'ratio', atLeast(goal))
  }
  const [url = ''] = server.urls
  const depths: number[] = []
  while (depths.length < 7) {
    const [deep, early] = [
      await runWarmLoad({ url: `${url}${getPagePath(records - 100)}` }, 0.8, 1),
      await runWarmLoad({ url: `${url}${getPagePath(900)}` }, 0.8, 1),
    ]
    depths.push(deep.p50 / early.p50)
  }
  yield createFigure('sandbox.page.depth', computeMedian(depths), 'ratio', atMost(1.2))
  yield createFigure('sandbox.memory', await server.readMemory(), 'MB', lessThan(300))
}

async function measureInTurns(own: Server, other: Server, path: string) {
  const measureBoth = async () => ({
    own: await measureLoadOn(own, path),
    other: await measureLoadOn(other, path),
  })
  // The first responses of a process are slow.
  for (let round = 0; round < 4; round += 1) await measureBoth()
  const pairs: Awaited<ReturnType<typeof measureBoth>>[] = []
  while (pairs.length < 7) pairs.push(await measureBoth())
  return pairs
}

async function* measureSealedWrites(directory: string): AsyncGenerator<Figure> {
  const demo = loadDemoMerchants({ directory })
  for (const profile of ['modern', 'classic'] as const) {
    const opened = await createSandbox({ directory })
    await createUserWithAddress(opened, `demo-${profile}`, 'address-1')
    const party = demo.merchant(profile)
    const createNotification = (txid: number) =>
      party.sealRequest('notifyDeposit', createDeposit('address-1', `${txid}`))
    // Sealing is the merchant's work, so all messages exist before the measurement.
    const messages = await Promise.all(Array.from({ length: 6000 }, (_, txid) => createNotification(txid)))
    const requests = messages.map((message) => createWireTarget('http://sandbox', message))
    // As `listen` calls it.
    const respondWire = getResponder(opened.wire)
    let next = 0
    const write = async () => {
      const target = requests[next]
      if (!target) throw new Error(`The measurement needs more than ${next} messages.`)
      next += 1
      const { status } = await respondWire(createRequest(target), {})
      if (status !== 200) throw new Error(`The notification failed: HTTP ${status}.`)
    }
    const [first] = messages
    const [target] = requests
    if (!first || !target) return
    const response = { code: 0, msg: 'success', data: { data: { request_id: '0' } } }
    const runCrypto = await createCryptoWork(demo.platform(profile), first, response)
    // Making the request is the caller's work, so it counts on both sides.
    const runAlone = () => {
      createRequest(target)
      return runCrypto()
    }
    // The compiler of V8 is done with both after a few thousand calls.
    for (let calls = 0; calls < 2500; calls += 1) await Promise.all([write(), runAlone()])
    yield createFigure(`sandbox.write.${profile}`, await compareSpeed(write, runAlone), 'ratio', atLeast(0.7))
    await opened.close()
  }
}

async function* measureLifecycle(folder: string, directory: string): AsyncGenerator<Figure> {
  const create = async () => (await createSandbox({ directory })).close()
  yield createFigure(
    'sandbox.create',
    (await measureMedian(15, () => measureSeconds(create))) * 1000,
    'ms',
    lessThan(20),
  )
  const createKeys = () => loadDemoMerchants({ directory }).wire
  yield createFigure('sandbox.create.keys', await compareSpeed(create, createKeys), 'ratio', atLeast(1.2))
  const { data } = await fillSandbox(join(folder, 'snapshot.db'), directory, 100_000)
  const file = await createSandbox({ data, directory })
  const large = await file.control.snapshot()
  await file.close()
  const opened = await createSandbox({ directory })
  const { control } = opened
  yield createFigure(
    'sandbox.reset',
    (await measureMedian(15, () => measureSeconds(control.reset))) * 1000,
    'ms',
    lessThan(2),
  )
  await control.restore(large)
  const megabytes = large.byteLength / 1e6
  const measureBoth = async (work: () => Promise<unknown>) =>
    ((await measureMedian(9, () => measureSeconds(work))) * 1000) / megabytes
  yield createFigure('sandbox.snapshot', await measureBoth(control.snapshot), 'ms/MB', lessThan(1))
  yield createFigure('sandbox.restore', await measureBoth(() => control.restore(large)), 'ms/MB', lessThan(1))
  await opened.close()
}

// Each in a process of its own: the program itself, and a Node whose SQLite cannot turn databases into bytes.
async function* measurePrograms(folder: string, keys: string): AsyncGenerator<Figure> {
  const { data } = await fillSandbox(join(folder, 'copied.db'), keys, 100_000)
  const copies: { snapshot: number; restore: number } = JSON.parse(
    await runNode(getPath('sandbox/copies.ts'), data, keys),
  )
  yield createFigure('sandbox.snapshot.rows', copies.snapshot * 1000, 'ms', lessThan(200))
  yield createFigure('sandbox.restore.rows', copies.restore * 1000, 'ms', lessThan(200))
  const main = join(root, 'packages/sandbox/dist/cli/main.js')
  const measureStart = () => startUp([main, '--ephemeral', '--port', '0', '--state', keys])
  // The first request of this process takes longer.
  await measureStart()
  yield createFigure('sandbox.start', (await measureMedian(15, measureStart)) * 1000, 'ms', lessThan(500))
}

/** Seconds from the start of a program to its first response. */
async function startUp(args: readonly string[]): Promise<number> {
  const start = performance.now()
  const program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [url] = await readUrls(program, 2)
  await (await fetch(`${url}/health/ready`)).text()
  const seconds = (performance.now() - start) / 1000
  program.kill('SIGINT')
  await once(program, 'exit')
  return seconds
}
