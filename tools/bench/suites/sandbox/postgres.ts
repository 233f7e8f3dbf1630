// What PostgreSQL costs beside a data file, and what a second process adds. The database is as durable as the file is.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { emptyDatabase, runAt, startPostgres } from '@custody-wallet/postgres'

import { atLeast, type Figure, figure } from '../../figure.ts'
import { median } from '../../measure.ts'
import { loadOn, startServer } from '../mock.ts'
import { accountPath, filled, pagePath, type Place } from './rows.ts'
import { addShops } from './shops.ts'

const records = 100_000

export const postgresMeasures = {
  'sandbox.postgres.read':
    'plain reads of one account, 16 at a time: PostgreSQL against a data file, in turns',
  'sandbox.postgres.page': 'the same for pages of 100 deposits out of 100,000',
  'sandbox.postgres.write': 'sealed notifications of new deposits of 16 merchants, 16 at a time: the same',
  'sandbox.processes.both':
    'these writes by two processes against one, where client, processes and database share two cores',
  'sandbox.processes.core':
    'the same, where one process and its database have one core, and two processes and their database have two',
}

export async function* postgresRates(folder: string, keys: string): AsyncGenerator<Figure> {
  const server = await startPostgres({ durable: true })
  try {
    yield* reads(join(folder, 'beside.db'), await emptyDatabase(server.url), keys)
    yield* writes(join(folder, 'written.db'), await emptyDatabase(server.url), keys)
  } finally {
    await server.end()
  }
}

const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

async function* reads(file: Place, database: Place, keys: string): AsyncGenerator<Figure> {
  const { uid } = await filled(file, keys, records)
  await filled(database, keys, records)
  using sqlite = await startServer([at('server.ts'), file, keys], 1)
  using postgres = await startServer([at('server.ts'), database, keys], 1)
  for (const [name, path, goal] of [
    ['read', accountPath(uid), 0.3],
    ['page', pagePath(records - 500), 0.7],
  ] as const) {
    const ratio = async (): Promise<number> =>
      (await loadOn(postgres, path)).rate / (await loadOn(sqlite, path)).rate
    // The first answers of a process are slow.
    for (let round = 0; round < 3; round += 1) await ratio()
    const ratios: number[] = []
    while (ratios.length < 7) ratios.push(await ratio())
    yield figure(`sandbox.postgres.${name}`, median(ratios), 'ratio', atLeast(goal))
  }
}

async function* writes(file: Place, database: Place, keys: string): AsyncGenerator<Figure> {
  for (const place of [file, database]) await addShops(place, keys)
  using sqlite = startWriter(file, keys, 'file')
  using first = startWriter(database, keys, 'first')
  using second = startWriter(database, keys, 'second')
  const rate = async (...writers: readonly Writer[]): Promise<number> => {
    for (const { prepare } of writers) await prepare()
    return sum(await Promise.all(writers.map(({ write }) => write())))
  }
  const compared = async (): Promise<Compared> => {
    const rates = { file: await rate(sqlite), one: await rate(first), two: await rate(first, second) }
    await runOn('0', [first.pid, ...(await processesOf(database))])
    const core = await rate(first)
    await runOn('1', [second.pid])
    await runOn('0,1', await processesOf(database))
    const cores = await rate(first, second)
    await runOn('0,1', [first.pid, second.pid])
    return { write: rates.one / rates.file, both: rates.two / rates.one, core: cores / core }
  }
  // The first writes of a process are slow.
  await compared()
  const rounds: Compared[] = []
  while (rounds.length < 7) rounds.push(await compared())
  const middle = (name: keyof Compared): number => median(rounds.map((round) => round[name]))
  yield figure('sandbox.postgres.write', middle('write'), 'ratio', atLeast(0.4))
  yield figure('sandbox.processes.both', middle('both'), 'ratio')
  yield figure('sandbox.processes.core', middle('core'), 'ratio', atLeast(1.6))
}

type Compared = Readonly<Record<'write' | 'both' | 'core', number>>

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

interface Writer extends Disposable {
  readonly pid: number
  readonly prepare: () => Promise<unknown>
  /** Writes a second. */
  readonly write: () => Promise<number>
}

function startWriter(place: Place, keys: string, name: string): Writer {
  const program = spawn(process.execPath, [at('writer.ts'), place, keys, name], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: program.stdout })
  const asked = async (line: string): Promise<string> => {
    program.stdin.write(`${line}\n`)
    const [answer]: unknown[] = await once(lines, 'line')
    return String(answer)
  }
  return {
    pid: program.pid ?? 0,
    prepare: () => asked('prepare'),
    write: async () => Number(await asked('write')),
    [Symbol.dispose]: () => void program.kill(),
  }
}

/** The processes of a server of PostgreSQL: the first one, which starts all others, and those. */
async function processesOf(database: Place): Promise<readonly number[]> {
  const rows = await runAt(
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
