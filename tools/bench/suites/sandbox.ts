// What the sandbox costs beside Prism, which has no state, and beside the encryption; and how it grows with its rows.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { createSandbox } from '@custody-wallet/sandbox'
import { answerRequestOf } from '@custody-wallet/server/core'
import { demoMerchants } from '@custody-wallet/server/demo'

import { speed } from '../compare.ts'
import { atLeast, atMost, below, type Figure, figure, type Suite } from '../figure.ts'
import { median, medianOf, root, runNode, secondsOf } from '../measure.ts'
import { cryptoOf, loaded, loadOn, requestOf, type Server, startServer, urlsIn, wireTarget } from './mock.ts'
import { days } from './sandbox/days.ts'
import { deliveries, deliveryMeasures } from './sandbox/deliveries.ts'
import { postgresMeasures, postgresRates } from './sandbox/postgres.ts'
import { accountPath, depositOf, filled, pagePath, userWithAddress } from './sandbox/rows.ts'

const records = 1_000_000

export const sandbox: Suite = {
  measures: {
    'sandbox.read.rate': 'plain reads of one account per second, 16 at a time',
    'sandbox.read.p99': 'time within which 99 of 100 of them are answered',
    'sandbox.read.prism':
      "the same for each second of the processor, against Prism's server with a static answer, in turns",
    'sandbox.page.rate': 'pages of 100 deposits out of a million, per second',
    'sandbox.page.p99': 'time within which 99 of 100 of them are answered',
    'sandbox.page.prism':
      "the same for each second of the processor, against Prism's server with a static page, in turns",
    'sandbox.page.depth': 'time of the page at record 1,000,000 against the one at record 1,000',
    'sandbox.write.<profile>': 'a sealed notification of a new deposit against its encryption',
    'sandbox.create': 'createSandbox() with keys that exist',
    'sandbox.create.keys':
      'reading the keys of both demo merchants, against createSandbox() after the first one',
    'sandbox.reset': 'control.reset()',
    'sandbox.snapshot': 'control.snapshot() for each megabyte',
    'sandbox.restore': 'control.restore() for each megabyte',
    'sandbox.snapshot.rows': 'control.snapshot() of 100,000 rows on a Node without `serialize`',
    'sandbox.restore.rows': 'control.restore() of 100,000 rows on a Node without `serialize`',
    'sandbox.start': 'the program, from its start to its first answer',
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
      yield* sealedWrites(keys)
      yield* deliveries(keys)
      yield* httpRates(folder, keys)
      yield* postgresRates(folder, keys)
      yield* lifecycle(folder, keys)
      yield* programs(folder, keys)
      yield figure('sandbox.days', await secondsOf(() => days(keys, 1000)), 's', below(90))
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

async function* httpRates(folder: string, keys: string): AsyncGenerator<Figure> {
  const { data, uid } = await filled(join(folder, 'rows.db'), keys, records)
  using server = await startServer([at('sandbox/server.ts'), data, keys], 1)
  using prism = await startServer([at('mock/prism-server.ts')], 1)
  const paths = { read: accountPath(uid), page: pagePath(records - 500) }
  for (const [name, goal] of [
    ['read', 2],
    ['page', 0.35],
  ] as const) {
    const pairs = await inTurns(server, prism, paths[name])
    yield figure(`sandbox.${name}.rate`, median(pairs.map(({ own }) => own.rate)), '1/s')
    yield figure(`sandbox.${name}.p99`, median(pairs.map(({ own }) => own.p99)), 'ms')
    const ratios = pairs.map(({ own, other }) => own.capacity / other.capacity)
    yield figure(`sandbox.${name}.prism`, median(ratios), 'ratio', atLeast(goal))
  }
  const [url = ''] = server.urls
  const depths: number[] = []
  while (depths.length < 7) {
    const [deep, early] = [
      await loaded({ url: `${url}${pagePath(records - 100)}` }, 0.8, 1),
      await loaded({ url: `${url}${pagePath(900)}` }, 0.8, 1),
    ]
    depths.push(deep.p50 / early.p50)
  }
  yield figure('sandbox.page.depth', median(depths), 'ratio', atMost(1.2))
  yield figure('sandbox.memory', await server.memory(), 'MB', below(300))
}

async function inTurns(own: Server, other: Server, path: string) {
  const each = async () => ({ own: await loadOn(own, path), other: await loadOn(other, path) })
  // The first answers of a process are slow.
  for (let round = 0; round < 4; round += 1) await each()
  const pairs: Awaited<ReturnType<typeof each>>[] = []
  while (pairs.length < 7) pairs.push(await each())
  return pairs
}

async function* sealedWrites(directory: string): AsyncGenerator<Figure> {
  const demo = demoMerchants({ directory })
  for (const profile of ['modern', 'classic'] as const) {
    const opened = await createSandbox({ directory })
    await userWithAddress(opened, `demo-${profile}`, 'address-1')
    const party = demo.merchant(profile)
    const notification = (txid: number) =>
      party.sealRequest('notifyDeposit', depositOf('address-1', `${txid}`))
    // Sealing is the merchant's work, so all messages exist before the measurement.
    const messages = await Promise.all(Array.from({ length: 6000 }, (_, txid) => notification(txid)))
    const requests = messages.map((message) => wireTarget('http://sandbox', message))
    // As `listen` calls it.
    const wire = answerRequestOf(opened.wire)
    let next = 0
    const write = async () => {
      const target = requests[next]
      if (!target) throw new Error(`Speed needs more than ${next} messages.`)
      next += 1
      const { status } = await wire(requestOf(target), {})
      if (status !== 200) throw new Error(`A notification was answered with HTTP ${status}.`)
    }
    const [first] = messages
    const [target] = requests
    if (!first || !target) return
    const answer = { code: 0, msg: 'success', data: { data: { request_id: '0' } } }
    const crypto = await cryptoOf(demo.platform(profile), first, answer)
    // Making the request is the caller's work, so it counts on both sides.
    const alone = () => {
      requestOf(target)
      return crypto()
    }
    // The compiler of V8 is done with both after a few thousand calls.
    for (let calls = 0; calls < 2500; calls += 1) await Promise.all([write(), alone()])
    yield figure(`sandbox.write.${profile}`, await speed(write, alone), 'ratio', atLeast(0.7))
    await opened.close()
  }
}

async function* lifecycle(folder: string, directory: string): AsyncGenerator<Figure> {
  const create = async () => (await createSandbox({ directory })).close()
  yield figure('sandbox.create', (await medianOf(15, () => secondsOf(create))) * 1000, 'ms', below(20))
  const keys = () => demoMerchants({ directory }).wire
  yield figure('sandbox.create.keys', await speed(create, keys), 'ratio', atLeast(1.2))
  const { data } = await filled(join(folder, 'snapshot.db'), directory, 100_000)
  const file = await createSandbox({ data, directory })
  const large = await file.control.snapshot()
  await file.close()
  const opened = await createSandbox({ directory })
  const { control } = opened
  yield figure('sandbox.reset', (await medianOf(15, () => secondsOf(control.reset))) * 1000, 'ms', below(2))
  await control.restore(large)
  const megabytes = large.byteLength / 1e6
  const each = async (work: () => Promise<unknown>) =>
    ((await medianOf(9, () => secondsOf(work))) * 1000) / megabytes
  yield figure('sandbox.snapshot', await each(control.snapshot), 'ms/MB', below(1))
  yield figure('sandbox.restore', await each(() => control.restore(large)), 'ms/MB', below(1))
  await opened.close()
}

// Each in a process of its own: the program itself, and a Node whose SQLite cannot turn databases into bytes.
async function* programs(folder: string, keys: string): AsyncGenerator<Figure> {
  const { data } = await filled(join(folder, 'copied.db'), keys, 100_000)
  const copies: { snapshot: number; restore: number } = JSON.parse(
    await runNode(at('sandbox/copies.ts'), data, keys),
  )
  yield figure('sandbox.snapshot.rows', copies.snapshot * 1000, 'ms', below(200))
  yield figure('sandbox.restore.rows', copies.restore * 1000, 'ms', below(200))
  const main = join(root, 'packages/sandbox/dist/cli/main.js')
  const started = () => startUp([main, '--ephemeral', '--port', '0', '--state', keys])
  // The first request of this process takes longer.
  await started()
  yield figure('sandbox.start', (await medianOf(15, started)) * 1000, 'ms', below(500))
}

/** Seconds from the start of a program to its first answer. */
async function startUp(args: readonly string[]): Promise<number> {
  const start = performance.now()
  const program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [url] = await urlsIn(program, 2)
  await (await fetch(`${url}/health`)).text()
  const seconds = (performance.now() - start) / 1000
  program.kill()
  await once(program, 'exit')
  return seconds
}
