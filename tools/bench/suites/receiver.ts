// Cost of a receiver compared with the encryption: claims, functions and commits, with each type of store.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, request as send, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'

import { createParty, readEnvelope, type SealedRequest } from '@custody-wallet/encryption'
import { createEmptyDatabase, createPool, runSql, startPostgres } from '@custody-wallet/postgres'
import { createReceiver } from '@custody-wallet/receiver'
import { createTestPlatform } from '@custody-wallet/receiver/testing'
import { listenAt } from '@custody-wallet/server/core'
import { listMigrations, type Store } from '@custody-wallet/store'
import { postgres } from '@custody-wallet/store/postgres'
import { memoryForTests, sqlite } from '@custody-wallet/store/sqlite'

import { atLeast, lessThan, type Figure, createFigure, type Suite } from '../figure.ts'
import { computeMedian } from '../measure.ts'
import { watchTimers } from './encryption/load.ts'

export const receiver: Suite = {
  measures: {
    'receiver.<store>':
      'notifications of new deposits over HTTP, 16 at a time, with a function that writes one row, against a bare server with their encryption alone, in turns',
    'receiver.<store>.rate': 'notifications a second',
    'receiver.<store>.p99': 'the time that one of a hundred notifications exceeds',
    'receiver.<store>.lateness': 'the longest delay of a timer under this load',
  },
  figures: async function* () {
    const folder = mkdtempSync(join(tmpdir(), 'bench-receiver-'))
    const server = await startPostgres({ durable: true })
    try {
      yield* measureRates(folder, server.url)
    } finally {
      await server.end()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

const platform = createTestPlatform()
const concurrency = 16
const messagesInRound = 800

async function* measureRates(folder: string, url: string): AsyncGenerator<Figure> {
  const database = await createEmptyDatabase(url)
  await runSql(database, `${listMigrations('postgres')}; CREATE TABLE credits (txid text, amount text)`)
  const pool = createPool(database, concurrency)
  const insert = 'INSERT INTO credits VALUES'
  const inMemory = memoryForTests()
  const inFile = sqlite(join(folder, 'claims.db'))
  for (const store of [inMemory, inFile])
    await store.transaction(async (tx) => tx.run('CREATE TABLE credits (txid text, amount text)'))
  const stores = {
    memory: [createListener(inMemory, async (tx, values) => tx.run(`${insert} (?, ?)`, ...values)), 0.75],
    sqlite: [createListener(inFile, async (tx, values) => tx.run(`${insert} (?, ?)`, ...values)), 0.6],
    postgres: [createListener(postgres(pool), (tx, values) => tx.query(`${insert} ($1, $2)`, [...values])), 0.45],
  } as const
  try {
    using bare = await startServer(runCrypto)
    for (const [name, [listener, goal]] of Object.entries(stores)) {
      using server = await startServer(listener)
      const { rounds, ratios } = await compareRates(server, bare)
      const computeMedianRate = (value: keyof Round): number => computeMedian(rounds.map((round) => round[value]))
      yield createFigure(`receiver.${name}`, computeMedian(ratios), 'ratio', atLeast(goal))
      yield createFigure(`receiver.${name}.rate`, computeMedianRate('rate'), '1/s')
      yield createFigure(`receiver.${name}.p99`, computeMedianRate('p99'), 'ms')
      yield createFigure(`receiver.${name}.lateness`, computeMedianRate('lateness'), 'ms', lessThan(10))
    }
  } finally {
    await pool.end()
    inFile.close()
  }
}

interface Comparison {
  readonly rounds: readonly Round[]
  readonly ratios: readonly number[]
}

/** Rates of a receiver, each between two of the encryption alone. */
async function compareRates(receiver: RunningServer, bare: RunningServer): Promise<Comparison> {
  // The first responses of a process are slow.
  for (let round = 0; round < 2; round += 1) await runRound(receiver)
  const [rounds, ratios]: [Round[], number[]] = [[], []]
  while (rounds.length < 7) {
    const before = await runRound(bare)
    const round = await runRound(receiver)
    const after = await runRound(bare)
    rounds.push(round)
    ratios.push(round.rate / ((before.rate + after.rate) / 2))
  }
  return { rounds, ratios }
}

function createListener<Tx>(
  store: Store<Tx>,
  credit: (tx: Tx, values: readonly [txid: string, amount: string]) => Promise<unknown>,
): RequestListener {
  const { listener } = createReceiver({
    profile: platform.receiver,
    store,
    onDeposit: ({ txid, credit: amount }, tx) => credit(tx, [txid, amount]),
    onConflict: async () => undefined,
  })
  return (request, response) => void listener(request, response)
}

const own = createParty(platform.receiver)

/** Opens a message and seals its response, with nothing in between. */
const runCrypto: RequestListener = async (request, response) => {
  const body = await buffer(request)
  const { binding, parameters } = await own.openRequest('notifyDeposit', request.url ?? '', readEnvelope(body))
  const request_id = parameters?.request_id ?? ''
  const data = { data: { request_id } }
  response.setHeader('content-type', 'application/json')
  response.end(await own.sealResponse(binding, { code: 0, msg: 'success', data }))
}

interface RunningServer extends Disposable {
  readonly url: string
}

async function startServer(listener: RequestListener): Promise<RunningServer> {
  const server = createServer(listener)
  // Signing the messages of the next round takes longer than idle connections stay open.
  server.keepAliveTimeout = 0
  const { url } = await listenAt(server, '127.0.0.1', 0)
  return {
    url,
    [Symbol.dispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: concurrency })

async function sendTo({ url }: RunningServer, { path, body = '' }: SealedRequest): Promise<void> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(`${url}${path}`, { method: 'POST', agent, headers })
    request.once('response', resolve).once('error', reject).end(body)
  })
  await text(response)
  if (response.statusCode !== 200) throw new Error(`The receiver returned HTTP ${response.statusCode}.`)
}

interface Round {
  readonly rate: number
  readonly p99: number
  readonly lateness: number
}

/** Sends new messages, which are sealed before. */
async function runRound(server: RunningServer): Promise<Round> {
  const messages: SealedRequest[] = []
  while (messages.length < messagesInRound)
    messages.push(...(await Promise.all(Array.from({ length: 100 }, () => platform.signDeposit()))))
  const times: number[] = []
  const stopTimers = watchTimers()
  const start = performance.now()
  const runLane = async (): Promise<void> => {
    for (let message = messages.pop(); message; message = messages.pop()) {
      const startTime = performance.now()
      await sendTo(server, message)
      times.push(performance.now() - startTime)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runLane))
  const seconds = (performance.now() - start) / 1000
  const lateness = stopTimers()
  const p99 = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0
  return { rate: messagesInRound / seconds, p99, lateness }
}
