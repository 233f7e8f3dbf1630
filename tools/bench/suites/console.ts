// Cost of the sandbox console, and its growth with data and calls.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

import { listenOn } from '@custody-wallet/server/core'

import { launchBrowser, type WatchedPage } from '../../docs/browser.ts'
import { calm, compareSpeed } from '../compare.ts'
import { atLeast, atMost, lessThan, type Figure, createFigure, type Suite } from '../figure.ts'
import { computeMedian, measureMedian, measureSeconds } from '../measure.ts'
import { fillLists, lists } from './console/rows.ts'
import { type Session, createSession } from './console/session.ts'
import { measureLoadOn, startServer } from './mock.ts'
import { getQuantile } from './mock/load.ts'
import { getAccountPath } from './sandbox/rows.ts'

type Browser = Awaited<ReturnType<typeof launchBrowser>>

const [few, many] = [1000, 1_000_000]

export const console: Suite = {
  measures: {
    'console.script': 'bytes of the scripts that a page loads, gzipped',
    'console.readable': 'time until Chromium shows the first page, with an empty cache',
    'console.readable.static': 'the same against a static page without style, script and rows, in turns',
    'console.fill': 'time to add a million rows to each list, for a list',
    'console.list.<kind>':
      'server time of a list at 1,000,000 records against 1,000, in turns; of its pages and filters, the slowest ratio',
    'console.lag.p50': 'time from the response of a call to its row on a page in Chromium, at 200 other calls a second',
    'console.lag.p95': 'time within which 95 of 100 rows are there',
    'console.open':
      'plain calls for each second of the processor while eight overviews with full pools are open, against none, in turns',
  },
  figures: async function* () {
    const folder = mkdtempSync(join(tmpdir(), 'bench-console-'))
    const browser = await launchBrowser()
    try {
      yield* measureFirst(browser, join(folder, 'keys'))
      yield* measureLags(browser, join(folder, 'keys'))
      yield* measureOpenPages(join(folder, 'keys'))
      yield* measureGrown(folder)
    } finally {
      await browser.close()
      rmSync(folder, { recursive: true })
    }
  },
}

async function* measureFirst(browser: Browser, directory: string): AsyncGenerator<Figure> {
  const { servers, close } = await createSession({ directory })
  let bytes = 0
  for (const name of ['live.js', 'preact.js'])
    bytes += gzipSync(await (await fetch(`${servers.control.url}/console/assets/${name}`)).bytes()).length
  yield createFigure('console.script', bytes, 'B', lessThan(30_000))
  const html = { headers: { 'content-type': 'text/html' } }
  const bare = await listenOn(async () => new Response('<!doctype html><title>a</title><h1>a</h1>', html))
  const pairs: { readonly own: number; readonly other: number }[] = []
  while (pairs.length < 15)
    pairs.push({
      own: await measureReadable(browser, servers.consoleUrl()),
      other: await measureReadable(browser, `${bare.url}/`),
    })
  yield createFigure('console.readable', computeMedian(pairs.map(({ own }) => own)), 'ms')
  const ratios = pairs.map(({ own, other }) => own / other)
  yield createFigure('console.readable.static', computeMedian(ratios), 'ratio', atMost(3))
  await bare.close()
  await close()
}

/** Milliseconds until a browser without a cache shows the title of a page. */
async function measureReadable(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const start = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('h1').first().waitFor()
  const milliseconds = performance.now() - start
  await context.close()
  return milliseconds
}

async function* measureGrown(folder: string): AsyncGenerator<Figure> {
  const directory = join(folder, 'keys')
  const files = { few: join(folder, 'few.db'), many: join(folder, 'many.db') }
  await fillLists(files.few, directory, few)
  const seconds = await measureSeconds(() => fillLists(files.many, directory, many))
  yield createFigure('console.fill', seconds / lists.length, 's', lessThan(60))
  const [small, large] = [
    await createSession({ data: files.few, directory }),
    await createSession({ data: files.many, directory }),
  ]
  for (const list of lists) {
    const ratios: number[] = []
    for (const path of listPaths(list)) ratios.push(await measureRatio(small, large, path))
    yield createFigure(`console.list.${list}`, Math.max(...ratios), 'ratio', atMost(1.5))
  }
  yield createFigure('console.list.overview', await measureRatio(small, large, '/'), 'ratio', atMost(1.5))
  await small.close()
  await large.close()
}

/** Filters of each list, with values that few or no records have. */
const filters: Readonly<Record<string, readonly string[]>> = {
  user: ['uid=10003', 'email=a@shop.example-77', 'email=a@shop.example*'],
  address: ['symbol=BTC', 'uid=10003', 'address=address-1*'],
  account: ['uid=10003'],
  deposit: ['uid=1', 'state=rejected', 'requestId=none', 'txid=none'],
  withdrawal: ['uid=1', 'state=succeeded', 'requestId=w', 'txid=none'],
  miner_fee: ['state=confirming', 'txid=none'],
  mpc_withdrawal: ['state=succeeded', 'requestId=w', 'txid=none'],
  stake: ['state=unstaked', 'requestId=s', 'txid=none'],
  delegation: ['state=failed', 'requestId=d', 'txid=none'],
}

/** The newest page of a list, one in the middle of the small list, and one for each filter. */
function listPaths(list: string): readonly string[] {
  if (list === 'notification') return ['/notifications', '/notifications?after=500', '/notifications?state=delivered']
  const queries = ['', 'before=500', ...(filters[list] ?? [])]
  return queries.map((query) => `/records/${list}?${query}`)
}

// Other work on the machine does not count.
const measureRatio = (small: Session, large: Session, path: string): Promise<number> =>
  compareSpeed(
    () => small.measureTime(path),
    () => large.measureTime(path),
    { ...calm, rehearsals: 6, rounds: 40 },
  )

const getPath = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const accountPath = getAccountPath(10_001)

const rows = 100

async function* measureLags(browser: Browser, directory: string): AsyncGenerator<Figure> {
  const { servers, close } = await createSession({ directory })
  const page = await browser.newPage()
  await page.goto(servers.consoleUrl())
  await page.goto(`${servers.control.url}/console/records/user`)
  await watchCells(page)
  const busy = `${servers.plain.url}${accountPath}`
  const others = spawn(process.execPath, [getPath('console/pace.ts'), busy, '200'], { stdio: 'ignore' })
  const exit = once(others, 'exit')
  const responseTime = new Map<string, number>()
  for (let row = 0; row < rows; row += 1) {
    const email = `user-${row}@shop.example`
    responseTime.set(email, await createUser(servers, email))
    await page.getByRole('cell', { name: email, exact: true }).waitFor()
    // Rows arrive at any time between two updates.
    await new Promise((resolve) => setTimeout(resolve, (row * 37) % 100))
  }
  if (others.exitCode !== null) throw new Error(`The other calls exited with ${others.exitCode}.`)
  others.kill()
  await exit
  const seen = await page.evaluate<Record<string, number>>('globalThis.seen')
  const times = [...responseTime].map(([email, time]) => (seen[email] ?? Number.NaN) - time)
  times.sort((one, other) => one - other)
  yield createFigure('console.lag.p50', getQuantile(times, 0.5), 'ms')
  yield createFigure('console.lag.p95', getQuantile(times, 0.95), 'ms', lessThan(250))
  await page.close()
  await close()
}

const token = 'token-of-the-bench'

async function* measureOpenPages(directory: string): AsyncGenerator<Figure> {
  using server = await startServer([getPath('console/server.ts'), directory, token], 2)
  const [, url = ''] = server.urls
  const measureCapacity = async (): Promise<number> => (await measureLoadOn(server, accountPath)).capacity
  async function compareCapacities(): Promise<number> {
    const none = await measureCapacity()
    const browsers = spawn(process.execPath, [getPath('console/watch.ts'), url, token, '8'])
    const exit = once(browsers, 'exit')
    await once(browsers.stdout, 'data')
    const open = await measureCapacity()
    browsers.kill()
    await exit
    return open / none
  }
  // The first responses of a process are slow.
  await compareCapacities()
  yield createFigure('console.open', await measureMedian(9, compareCapacities), 'ratio', atLeast(0.9))
}

/** Creates a user with a control call. Returns the time of the response. */
async function createUser({ control, controlToken }: Session['servers'], email: string): Promise<number> {
  const response = await fetch(`${control.url}/users/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`Creating a user failed: HTTP ${response.status}.`)
  return performance.timeOrigin + performance.now()
}

/** Returns when the text of a cell first appeared on the page. */
const watchCells = (page: WatchedPage['page']): Promise<unknown> =>
  page.evaluate(`
    globalThis.seen = {}
    new MutationObserver(() => {
      const now = performance.timeOrigin + performance.now()
      for (const { textContent } of document.querySelectorAll('td')) seen[textContent] ??= now
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  `)
