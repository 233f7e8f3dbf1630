// Cost of PostgreSQL compared with a data file, and the gain of a second process. The database is as durable as the file.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { createEmptyDatabase, runSql, startPostgres } from '@custody-wallet/postgres'

import { atLeast, type Figure, createFigure } from '../../figure.ts'
import { computeMedian } from '../../measure.ts'
import { measureLoadOn, startServer } from '../mock.ts'
import { getAccountPath, fillSandbox, getPagePath, type DataLocation } from './rows.ts'
import { addShops } from './shops.ts'

const records = 100_000

export const postgresMeasures = {
  'sandbox.postgres.read': 'plain reads of one account, 16 at a time: PostgreSQL against a data file, in turns',
  'sandbox.postgres.page': 'the same for pages of 100 deposits out of 100,000',
  'sandbox.postgres.write': 'sealed notifications of new deposits of 16 merchants, 16 at a time: the same',
  'sandbox.processes.both':
    'these writes by two processes against one, where client, processes and database share two cores',
  'sandbox.processes.core':
    'the same, where one process and its database have one core, and two processes and their database have two',
}

export async function* measurePostgresRates(folder: string, keys: string): AsyncGenerator<Figure> {
  const server = await startPostgres({ durable: true })
  try {
    yield* measureReads(join(folder, 'beside.db'), await createEmptyDatabase(server.url), keys)
    yield* measureWrites(join(folder, 'written.db'), await createEmptyDatabase(server.url), keys)
  } finally {
    await server.end()
  }
}

const getPath = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

async function* measureReads(file: DataLocation, database: DataLocation, keys: string): AsyncGenerator<Figure> {
  const { uid } = await fillSandbox(file, keys, records)
  await fillSandbox(database, keys, records)
  using sqlite = await startServer([getPath('server.ts'), file, keys], 1)
  using postgres = await startServer([getPath('server.ts'), database, keys], 1)
  for (const [name, path, goal] of [
    ['read', getAccountPath(uid), 0.3],
    ['page', getPagePath(records - 500), 0.7],
  ] as const) {
    const measureRatio = async (): Promise<number> =>
      (await measureLoadOn(postgres, path)).rate / (await measureLoadOn(sqlite, path)).rate
    // The first responses of a process are slow.
    for (let round = 0; round < 3; round += 1) await measureRatio()
    const ratios: number[] = []
    while (ratios.length < 7) ratios.push(await measureRatio())
    yield createFigure(`sandbox.postgres.${name}`, computeMedian(ratios), 'ratio', atLeast(goal))
  }
}

async function* measureWrites(file: DataLocation, database: DataLocation, keys: string): AsyncGenerator<Figure> {
  for (const location of [file, database]) await addShops(location, keys)
  using sqlite = startWriter(file, keys, 'file')
  using first = startWriter(database, keys, 'first')
  using second = startWriter(database, keys, 'second')
  const measureRate = async (...writers: readonly Writer[]): Promise<number> => {
    for (const { prepare } of writers) await prepare()
    return sumValues(await Promise.all(writers.map(({ write }) => write())))
  }
  const compareWriters = async (): Promise<Comparison> => {
    const rates = {
      file: await measureRate(sqlite),
      one: await measureRate(first),
      two: await measureRate(first, second),
    }
    await runOn('0', [first.pid, ...(await listProcesses(database))])
    const core = await measureRate(first)
    await runOn('1', [second.pid])
    await runOn('0,1', await listProcesses(database))
    const cores = await measureRate(first, second)
    await runOn('0,1', [first.pid, second.pid])
    return { write: rates.one / rates.file, both: rates.two / rates.one, core: cores / core }
  }
  // The first writes of a process are slow.
  await compareWriters()
  const rounds: Comparison[] = []
  while (rounds.length < 7) rounds.push(await compareWriters())
  const computeMedianRate = (name: keyof Comparison): number => computeMedian(rounds.map((round) => round[name]))
  yield createFigure('sandbox.postgres.write', computeMedianRate('write'), 'ratio', atLeast(0.4))
  yield createFigure('sandbox.processes.both', computeMedianRate('both'), 'ratio')
  yield createFigure('sandbox.processes.core', computeMedianRate('core'), 'ratio', atLeast(1.6))
}

type Comparison = Readonly<Record<'write' | 'both' | 'core', number>>

const sumValues = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

interface Writer extends Disposable {
  readonly pid: number
  readonly prepare: () => Promise<unknown>
  /** Writes a second. */
  readonly write: () => Promise<number>
}

function startWriter(location: DataLocation, keys: string, name: string): Writer {
  const program = spawn(process.execPath, [getPath('writer.ts'), location, keys, name], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: program.stdout })
  const sendLine = async (line: string): Promise<string> => {
    program.stdin.write(`${line}\n`)
    const [response]: unknown[] = await once(lines, 'line')
    return String(response)
  }
  return {
    pid: program.pid ?? 0,
    prepare: () => sendLine('prepare'),
    write: async () => Number(await sendLine('write')),
    [Symbol.dispose]: () => void program.kill(),
  }
}

/** The processes of a server of PostgreSQL: the first one, which starts all others, and those. */
async function listProcesses(database: DataLocation): Promise<readonly number[]> {
  const rows = await runSql(
    database,
    `select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid
     union select pid from pg_stat_activity where pid <> pg_backend_pid()`,
  )
  return rows.map(({ pid }) => Number(pid))
}

/** Lets processes run on some cores only. */
async function runOn(cores: string, pids: readonly number[]): Promise<void> {
  for (const pid of pids) await promisify(execFile)('taskset', ['-acp', cores, String(pid)])
}
