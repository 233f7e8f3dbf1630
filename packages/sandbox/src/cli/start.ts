import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import {
  type CommandLine,
  Failure,
  hostOf,
  misuse,
  parsed,
  portBase,
  type Terminal,
  wholeNumber,
} from '@custody-wallet/server/cli'
import { isLoopback } from '@custody-wallet/server/core'
import { demoMerchants, inFolder, stateDirectory } from '@custody-wallet/server/demo'

import { isHost, isOrigin } from '../callers.ts'
import { isControlToken, type SandboxOptions } from '../options.ts'
import { createSandbox, type Sandbox, type SandboxListenOptions } from '../sandbox.ts'
import { scenarioOf } from '../scenarios/library.ts'
import { runScenario } from '../scenarios/run.ts'
import { databaseName, isPostgres } from '../store/postgres-store.ts'
import { banner } from './banner.ts'
import { demoMerchantOf, runCommand } from './exec.ts'
import { reportsOf } from './reports.ts'

const known = {
  texts: [
    'host',
    'port',
    'data',
    'seed',
    'credentials',
    'state',
    'notify-hosts',
    'origins',
    'allowed-hosts',
    'scenario',
    'exec',
    'merchant',
  ],
  flags: ['ephemeral', 'read-only', 'verbose'],
} as const

type Line = CommandLine<(typeof known.texts)[number], (typeof known.flags)[number]>

/** Starts the sandbox, and runs until the terminal stops it, or until the command of `--exec` ends. */
export async function start(args: readonly string[], terminal: Terminal): Promise<number | void> {
  const line = parsed(args, known)
  const { text, has, positionals } = line
  if (positionals.length > 0) throw misuse(`There is no command ${positionals.join(' ')}.`)
  const place = placeOf(line, terminal.env)
  const command = text('exec')
  const merchant = demoMerchantOf(text('merchant'))
  if (command === undefined && text('merchant') !== undefined) throw misuse('--merchant goes with --exec.')
  const directory = text('state') ?? stateDirectory(terminal.env)
  // A misspelt name must not leave the effects of the scenarios before it.
  const scenarios = await Promise.all(
    listOf(line, 'scenario').map(async (name) => ({ name, scenario: await scenarioOf(name) })),
  )
  const rows = rowsOf(line, terminal.env)
  // Read before the banner is printed, because the program may be stopped right after it.
  const { stopped } = terminal
  const sandbox = await createSandbox({
    ...rows,
    directory,
    seed: text('seed'),
    readOnly: has('read-only'),
    notificationHosts: namesOf(line, 'notify-hosts'),
    ...reportsOf(terminal, { verbose: has('verbose') }),
  })
  try {
    for (const { name, scenario } of scenarios) {
      const { look } = await runScenario(sandbox.control, scenario)
      terminal.warn(`Scenario ${name}: ${look}\n`)
    }
    if (command !== undefined) {
      const servers = await sandbox.listen(place)
      try {
        return await runCommand(command, { servers, directory, merchant }, { ...terminal, stopped })
      } finally {
        await servers.close()
      }
    }
    const data = rows.data ?? (rows.database && databaseName(rows.database))
    const facts = { data, directory, credentials: text('credentials'), readOnly: has('read-only') }
    await serve(sandbox, { place, facts, stopped }, terminal)
  } finally {
    await sandbox.close()
  }
}

/** The values of an option that takes several, with commas. */
function listOf({ text }: Line, option: keyof typeof senders | 'scenario'): readonly string[] {
  const values = text(option)
    ?.split(',')
    .map((value) => value.trim())
  if (values?.includes('')) throw misuse(`--${option} has an empty value: give values with single commas.`)
  return values ?? []
}

/** Hosts and origins as requests name them. Other texts would match none. */
const senders = {
  'allowed-hosts': [isHost, 'hosts without scheme and port, such as shop.example'],
  'notify-hosts': [isHost, 'hosts without scheme and port, such as shop.example'],
  origins: [isOrigin, 'origins such as https://shop.example'],
} as const

function namesOf(line: Line, option: keyof typeof senders): readonly string[] {
  const [fits, what] = senders[option]
  const names = listOf(line, option)
  const other = names.find((name) => !fits(name))
  if (other === undefined) return names
  throw misuse(`--${option} takes ${what}, not ${other}.`)
}

type Place = SandboxListenOptions & { readonly host: string }

interface Facts {
  readonly data: string | undefined
  readonly readOnly: boolean
  /** Folder of the demo keys. */
  readonly directory: string
  /** Folder of the demo credentials, if it is not the default one. */
  readonly credentials: string | undefined
}

interface Serving {
  readonly place: Place
  readonly facts: Facts
  readonly stopped: Promise<unknown>
}

async function serve(
  sandbox: Sandbox,
  { place, facts, stopped }: Serving,
  { print, warn }: Terminal,
): Promise<void> {
  const servers = await sandbox.listen(place)
  try {
    const { plain, wire } = servers
    if (!isLoopback(place.host))
      warn(
        `Warning: other machines may reach the sandbox on ${place.host}. The demo keys do not protect it.\n`,
      )
    const { data, readOnly, directory, credentials } = facts
    const written = demoMerchants({ directory }).write(wire.url, credentials && resolve(credentials))
    const control = { url: servers.control.url, token: servers.controlToken }
    print(
      banner({
        plain: plain.url,
        wire: wire.url,
        control,
        console: servers.consoleUrl(),
        data,
        readOnly,
        credentials: written,
      }),
    )
    await stopped
  } finally {
    await servers.close()
  }
}

// Each view after the plain one takes the next port.
const views = 3

function placeOf(line: Line, env: NodeJS.ProcessEnv): Place {
  const { text } = line
  const port = text('port')
  return {
    host: hostOf(text('host')),
    port:
      port === undefined ? usualPort(text('exec'), env) : wholeNumber('--port', port, [0, 65_536 - views]),
    controlToken: tokenIn(env),
    origins: namesOf(line, 'origins'),
    allowedHosts: namesOf(line, 'allowed-hosts'),
  }
}

// Several commands may run at once, each beside a sandbox of its own.
const usualPort = (command: string | undefined, env: NodeJS.ProcessEnv): number =>
  command === undefined ? portBase(env) + 20 : 0

function tokenIn({ CUSTODY_CONTROL_TOKEN: token }: NodeJS.ProcessEnv): string | undefined {
  if (token === undefined || isControlToken(token)) return token
  throw misuse(
    'CUSTODY_CONTROL_TOKEN takes at least 16 letters, digits and -._~+/ without spaces; without it, the token is random.',
  )
}

/** Where the rows are: in a file, in a database, or in memory. */
function rowsOf({ text, has }: Line, env: NodeJS.ProcessEnv): Pick<SandboxOptions, 'data' | 'database'> {
  const data = text('data')
  if (text('exec') !== undefined) {
    if (data !== undefined || has('read-only'))
      throw misuse(
        `--exec makes new rows in memory, so it does not go with ${data === undefined ? '--read-only' : '--data'}.`,
      )
    return {}
  }
  if (has('ephemeral')) {
    const other = data === undefined ? has('read-only') && '--read-only' : '--data'
    if (other) throw misuse(`--ephemeral makes new rows in memory, so it does not go with ${other}.`)
    return {}
  }
  if (data !== undefined) return { data: resolve(data) }
  const { DATABASE_URL: database } = env
  return database ? { database: checkedUrl(database) } : { data: ownData(text('state'), env) }
}

function checkedUrl(url: string): string {
  if (!isPostgres(url))
    throw misuse(
      'DATABASE_URL must begin with postgres:// or postgresql://: change it, or give --data or --ephemeral.',
    )
  // PostgreSQL takes an address without a host, which URL does not.
  const withHost = url.replace('@/', '@localhost/')
  if (!URL.canParse(withHost))
    throw misuse(
      'DATABASE_URL is not a valid address: check its host and port, and write special characters of the password as %XX.',
    )
  for (const name of ['sslkey', 'sslcert', 'sslrootcert'])
    checkFile(name, new URL(withHost).searchParams.getAll(name).at(-1))
  return url
}

function checkFile(name: string, file: string | undefined): void {
  if (!file) return
  try {
    readFileSync(file)
  } catch (error) {
    // Without the path, which may be a key by mistake.
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new Failure(
      `The file of ${name} in DATABASE_URL cannot be read (${code}): correct its path, or remove ${name}.`,
      2,
    )
  }
}

function ownData(state: string | undefined, env: NodeJS.ProcessEnv): string {
  const folder = resolve(state ?? stateDirectory(env, 'custody-sandbox'))
  inFolder(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }))
  return join(folder, 'sandbox.db')
}
