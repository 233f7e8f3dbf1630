// Cost of the mock compared with bare Prism, and of its wire side compared with its plain side and the encryption.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { type Party, readEnvelope, readQuery, type SealedId, type SealedRequest } from '@custody-wallet/encryption'
import { createMock, loadDemoMerchants } from '@custody-wallet/mock'
import { responses } from '@custody-wallet/types/validate'

import { compareSpeed } from '../compare.ts'
import { atLeast, lessThan, type Figure, createFigure, type Suite } from '../figure.ts'
import { computeMedian, measureMedian, root, runNode, measureSeconds } from '../measure.ts'
import type { LoadResult, Target } from './mock/load.ts'

export const mock: Suite = {
  measures: {
    'mock.plain.rate': 'requests per second of the plain mock, 16 at a time, client and server on this machine',
    'mock.plain.p99': 'time within which 99 of 100 of them get their response',
    'mock.prism.rate': "the same for Prism's own server, which also validates requests and does not log",
    'mock.prism.p99': 'the same',
    'mock.plain.speed': 'rate of the plain mock against that of Prism, in turns',
    'mock.plain.slow': 'p99 of the plain mock against that of Prism',
    'mock.wire.<profile>.<family>.speed': 'a sealed request against a plain one and its encryption, in one process',
    'mock.wire.<profile>.<family>.time': 'median time of a sealed request over HTTP, one after another',
    'mock.start.cold': 'from the start of the program to its first response; it creates its keys first',
    'mock.start.warm': 'the same with keys, as at every later start',
    'mock.memory': 'resident memory of the program after that load',
  },
  figures: async function* () {
    const state = mkdtempSync(join(tmpdir(), 'mock-'))
    try {
      yield createFigure('mock.start.cold', await measureSeconds(() => waitForFirstResponse(state)), 's')
      yield createFigure(
        'mock.start.warm',
        await measureMedian(5, () => measureSeconds(() => waitForFirstResponse(state))),
        's',
        lessThan(1),
      )
      yield* measurePlainSpeeds(state)
      yield* measureWireSpeeds(state)
    } finally {
      rmSync(state, { recursive: true })
    }
  },
}

async function waitForFirstResponse(state: string): Promise<void> {
  using mock = await startMock(state)
  const [url = ''] = mock.urls
  await (await fetch(`${url}/api/mpc/wallet/open_coin`)).text()
}

async function* measurePlainSpeeds(state: string): AsyncGenerator<Figure> {
  using mock = await startMock(state)
  using prism = await startServer([getPath('mock/prism-server.ts')], 1)
  const measureLoad = ({ urls: [url = ''] }: Server): Promise<LoadResult> =>
    runWarmLoad({ url: `${url}/api/v2/account/getByUidAndSymbol?uid=10042&symbol=BTC` }, 1.5, 16)
  await measureLoad(mock)
  await measureLoad(prism)
  const pairs: { readonly plain: LoadResult; readonly prism: LoadResult }[] = []
  while (pairs.length < 7) pairs.push({ plain: await measureLoad(mock), prism: await measureLoad(prism) })
  for (const name of ['plain', 'prism'] as const) {
    yield createFigure(`mock.${name}.rate`, computeMedian(pairs.map((pair) => pair[name].rate)), '1/s')
    yield createFigure(`mock.${name}.p99`, computeMedian(pairs.map((pair) => pair[name].p99)), 'ms')
  }
  const rates = pairs.map(({ plain, prism }) => plain.rate / prism.rate)
  yield createFigure('mock.plain.speed', computeMedian(rates), 'ratio', atLeast(1.2))
  yield createFigure('mock.plain.slow', computeMedian(pairs.map(({ plain, prism }) => plain.p99 / prism.p99)), 'ratio')
  yield createFigure('mock.memory', await mock.readMemory(), 'MB')
}

const calls = {
  v2: { id: 'getAccount', parameters: { uid: 10042, symbol: 'BTC' } },
  v1: { id: 'pullWithdrawals', parameters: { symbol: 'BTC' } },
} as const

async function* measureWireSpeeds(state: string): AsyncGenerator<Figure> {
  using server = await startMock(state)
  const [, url = ''] = server.urls
  const demo = loadDemoMerchants({ directory: state })
  const mocks = { plain: createMock(), wire: createMock({ wire: demo.wire }) }
  for (const profile of ['modern', 'classic'] as const)
    for (const family of ['v2', 'v1'] as const) {
      const { id, parameters } = calls[family]
      const request = await demo.merchant(profile).sealRequest<SealedId>(id, parameters)
      const plainCall = createPlainTarget(`${url}${request.path}`, request, parameters)
      const wireCall = createWireTarget(url, request)
      const callPlain = () => mocks.plain.fetch(createRequest(plainCall))
      const callWire = async () => (await mocks.wire.fetch(createRequest(wireCall))).text()
      const runCrypto = await createCryptoWork(demo.platform(profile), request, await (await callPlain()).json())
      const runApart = async () => [await (await callPlain()).text(), await runCrypto()]
      const name = `mock.wire.${profile}.${family}`
      yield createFigure(`${name}.speed`, await compareSpeed(callWire, runApart), 'ratio', atLeast(0.85))
      yield createFigure(
        `${name}.time`,
        await measureMedian(5, async () => (await runWarmLoad(wireCall, 0.8, 1)).p50),
        'ms',
      )
    }
}

/** The encryption of both sides: opens this request and seals this response. */
export async function createCryptoWork(
  platform: Party,
  { operation, path, query, body }: SealedRequest,
  response: unknown,
): Promise<() => Promise<unknown>> {
  if (!responses[operation](response)) throw new TypeError(`The mock returned an invalid response to ${operation}.`)
  const bytes = new TextEncoder().encode(body)
  return async () => {
    const frame = body === undefined ? readQuery(new URLSearchParams(query)) : readEnvelope(bytes)
    const { binding } = await platform.openRequest(operation, path, frame)
    return platform.sealResponse<SealedId>(binding, response)
  }
}

function createPlainTarget(url: string, { method }: SealedRequest, parameters: object): Target {
  const fields = Object.entries(parameters).map(([name, value]) => `${name}=${String(value)}`)
  return method === 'GET' ? { url: `${url}?${fields.join('&')}` } : { url, body: JSON.stringify(parameters) }
}

export const createWireTarget = (origin: string, { path, query, body }: SealedRequest): Target =>
  body === undefined ? { url: `${origin}${path}?${query}` } : { url: `${origin}${path}`, body }

const json = { 'content-type': 'application/json' } as const

export const createRequest = ({ url, body }: Target): Request =>
  body === undefined ? new Request(url) : new Request(url, { method: 'POST', headers: json, body })

const getPath = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

// A server in a separate process.
export interface Server extends Disposable {
  readonly urls: readonly string[]
  /** Resident memory in megabytes. */
  readonly readMemory: () => Promise<number>
  /** Processor seconds that it has used. */
  readonly readProcessorTime: () => Promise<number>
}

/** A load on a server. `capacity`: its responses for each second of its processor; other work on the machine does not count. */
export async function measureLoadOn(server: Server, path: string): Promise<LoadResult & { readonly capacity: number }> {
  const {
    urls: [url = ''],
    readProcessorTime: processor,
  } = server
  const before = await processor()
  const figures = await runWarmLoad({ url: `${url}${path}` }, 1.5, 16)
  return { ...figures, capacity: figures.responses / ((await processor()) - before) }
}

const startMock = (state: string): Promise<Server> =>
  startServer([join(root, 'packages/mock/dist/cli/main.js'), '--port', '0', '--state', state], 2)

export async function startServer(args: readonly string[], addresses: number): Promise<Server> {
  const usage = ['--import', getPath('mock/usage.ts')]
  const child = spawn(process.execPath, [...usage, ...args], { stdio: ['ignore', 'pipe', 'ignore', 'ipc'] })
  const memory = ['-o', 'rss=', '-p', String(child.pid)]
  return {
    urls: await readUrls(child, addresses),
    readMemory: async () => Number((await promisify(execFile)('ps', memory)).stdout) / 1024,
    readProcessorTime: async () => {
      child.send('usage')
      const [seconds]: unknown[] = await once(child, 'message')
      return Number(seconds)
    },
    [Symbol.dispose]: () => void child.kill('SIGINT'),
  }
}

/** Addresses that a server prints. */
export async function readUrls({ stdout }: ChildProcess, count: number): Promise<readonly string[]> {
  let output = ''
  for await (const piece of stdout ?? []) {
    output += String(piece)
    const urls = [...new Set(output.match(/http:\/\/127\.0\.0\.1:\d+(?=\D)/g))]
    if (urls.length >= count) return urls
  }
  throw new Error(`The server exited before printing ${count} addresses:\n${output}`)
}

// Requests an address from another process, whose work does not count as the server's.
export async function runWarmLoad({ url, body }: Target, seconds: number, concurrency: number): Promise<LoadResult> {
  const args = [String(seconds), String(concurrency), url, ...(body === undefined ? [] : [body])]
  const found: LoadResult = JSON.parse(await runNode(getPath('mock/load.ts'), ...args))
  return found
}
