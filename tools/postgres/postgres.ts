// A real PostgreSQL for tests and measurements.
import { execFile } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import pg from 'pg'

import { packageFolder, startServer, findUsablePrograms, user } from './programs.ts'

/** A server of PostgreSQL with databases of its own. */
export interface Postgres {
  /** Address of its first database, for `createEmptyDatabase` and `runSql`. */
  readonly url: string
  /** Stops the server; its files stay. */
  readonly halt: () => Promise<void>
  /** Stops it immediately, as a crash does. */
  readonly crash: () => Promise<void>
  /** Starts it again after `halt`. */
  readonly resume: () => Promise<void>
  readonly end: () => Promise<void>
}

/**
 * A port that nothing listens on. It is below those that a system gives to connections, so that it stays free until a
 * server takes it, also after a pause.
 */
export async function findFreePort(): Promise<number> {
  const port = randomInt(10_000, 32_768)
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return findFreePort()
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts a server. Without `durable`, it loses rows when the machine fails, and tests run faster. */
export async function startPostgres({ durable = false } = {}): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const server = await startServerInFolder(folder, durable)
    return { ...server, end: () => server.halt().then(remove) }
  } catch (error) {
    remove()
    throw error
  }
}

async function startServerInFolder(folder: string, durable: boolean): Promise<Omit<Postgres, 'end'>> {
  chmodSync(folder, 0o755)
  const programs = findUsablePrograms(packageFolder, folder)
  const data = join(folder, 'data')
  mkdirSync(data)
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid)
  const password = join(folder, 'password')
  writeFileSync(password, 'postgres')
  const database = ['--username=postgres', '--auth=password', '--locale=C', '--encoding=UTF8', '--no-sync']
  await promisify(execFile)(
    join(programs, 'bin/initdb'),
    [`--pgdata=${data}`, `--pwfile=${password}`, ...database],
    user,
  )
  const port = await findFreePort()
  const settings = [
    `port=${port}`,
    'max_connections=200',
    'unix_socket_directories=',
    'listen_addresses=127.0.0.1',
    ...(durable ? [] : ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']),
  ]
  const command = [join(programs, 'bin/postgres'), '-D', data, ...settings.map((setting) => `-c${setting}`)]
  let stop = await startServer(command)
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    halt: () => stop('SIGINT'),
    crash: () => stop('SIGQUIT'),
    async resume() {
      stop = await startServer(command)
    },
  }
}

/** Runs a statement at an address. */
export async function runSql(url: string, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client(url)
  // A server that stops ends the connection, also between the statement and its end. A statement then rejects.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows
  } finally {
    await client.end()
  }
}

/** Address of a new and empty database of a server. */
export const createEmptyDatabase = (server: string): Promise<string> => copyDatabase(new URL('template1', server).href)

/** Address of a new copy of a database that has no connections. */
export async function copyDatabase(database: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const [server, template] = [new URL('postgres', database).href, new URL(database).pathname.slice(1)]
  await runSql(server, `create database ${name} template ${template} strategy file_copy`)
  return new URL(name, server).href
}

/** Connections to a database. Those that break are reported to whoever uses them. */
export function createPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max })
  pool.on('error', () => {})
  return pool
}
