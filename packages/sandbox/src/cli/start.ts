import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { loadDemoMerchants, runInFolder, getStateDirectory } from '@custody-wallet/demo'
import {
  addVariables,
  Failure,
  checkHost,
  createLog,
  createMisuse,
  isLoopback,
  type Log,
  parseArguments,
  readDrain,
  readLogFormat,
  readPortBase,
  type Terminal,
  parseInteger,
  type VariableLine,
} from '@custody-wallet/demo/cli'
import { createCallMetrics } from '@custody-wallet/server/core'
import { checkUrl } from '@custody-wallet/types/http'

import { createPlayer } from '../control/calls.ts'
import { isHost } from '../hosts.ts'
import { describeMissingToken, isControlToken, type SandboxOptions } from '../options.ts'
import { createSandbox, type Sandbox, type SandboxListenOptions } from '../sandbox.ts'
import { loadScenario } from '../scenarios/library.ts'
import { runScenario } from '../scenarios/run.ts'
import { formatLocation, isPostgres } from '../store/postgres-store.ts'
import { isOrigin } from '../views/callers.ts'
import { formatBanner } from './banner.ts'
import { parseDemoMerchant, runCommand } from './exec.ts'
import { createReports } from './reports.ts'

const commandOptions = {
  texts: [
    'host',
    'control-host',
    'port',
    'drain',
    'log',
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

type TextOption = (typeof commandOptions.texts)[number]

type Line = VariableLine<TextOption, (typeof commandOptions.flags)[number]>

/** Variables of a container. Their options override them. */
const variables: { readonly [Option in TextOption]?: string } = {
  host: 'CUSTODY_HOST',
  drain: 'CUSTODY_DRAIN',
  log: 'CUSTODY_LOG',
  'control-host': 'CUSTODY_CONTROL_HOST',
  'allowed-hosts': 'CUSTODY_ALLOWED_HOSTS',
  'notify-hosts': 'CUSTODY_NOTIFY_HOSTS',
}

/** Runs the sandbox until the terminal stops it or the command of `--exec` ends. */
export async function start(args: readonly string[], terminal: Terminal): Promise<number | void> {
  const line = addVariables(parseArguments(args, commandOptions), variables, terminal.env)
  const { text, has, positionals } = line
  if (positionals.length > 0) throw createMisuse(`There is no command ${positionals.join(' ')}.`)
  const metrics = createCallMetrics()
  const address = { ...readListenAddress(line, terminal.env), metrics: metrics.format }
  const command = text('exec')
  const merchant = parseDemoMerchant(text('merchant'))
  if (command === undefined && text('merchant') !== undefined) throw createMisuse('--merchant requires --exec.')
  const log = createLog(readLogFormat(text('log'), line.getSource('log')), terminal)
  const directory = text('state') ?? getStateDirectory(terminal.env)
  // Load all scenarios before running the first one: a misspelt name must have no effects.
  const scenarios = await Promise.all(
    readList(line, 'scenario').map(async (name) => ({ name, scenario: await loadScenario(name) })),
  )
  const dataOptions = readDataOptions(line, terminal.env)
  // Read this before the banner is printed: the program may be stopped right after.
  const { stopped, interrupted } = terminal
  const sandbox = await createSandbox({
    ...dataOptions,
    directory,
    seed: text('seed'),
    readOnly: has('read-only'),
    notificationHosts: readNames(line, 'notify-hosts'),
    ...createReports(log, { verbose: has('verbose'), metrics }),
  })
  try {
    for (const { name, scenario } of scenarios) {
      const { look } = await runScenario(
        createPlayer(() => sandbox.control),
        scenario,
      )
      log.announce({ level: 'warn', event: 'scenario', text: `Scenario ${name}: ${look}\n`, facts: { name } })
    }
    if (command !== undefined) {
      const servers = await sandbox.listen(address)
      try {
        return await runCommand(command, { servers, directory, merchant }, { ...terminal, stopped })
      } finally {
        await servers.close()
      }
    }
    const data = dataOptions.data ?? (dataOptions.database && formatLocation(dataOptions.database))
    const facts = { data, directory, credentials: text('credentials'), readOnly: has('read-only') }
    await serve(sandbox, { address, facts, stopped, interrupted }, log)
  } finally {
    await sandbox.close()
  }
}

/** Splits the comma-separated values of an option. */
function readList({ text, getSource }: Line, option: keyof typeof listOptions | 'scenario'): readonly string[] {
  const values = text(option)
    ?.split(',')
    .map((value) => value.trim())
  if (values?.includes(''))
    throw createMisuse(`${getSource(option)} has an empty value: separate values with single commas.`)
  return values ?? []
}

/** Checks hosts and origins, because other values would never match a request. */
const listOptions = {
  'allowed-hosts': [isHost, 'hosts without scheme and port, such as shop.example'],
  'notify-hosts': [isHost, 'hosts without scheme and port, such as shop.example'],
  origins: [isOrigin, 'origins such as https://shop.example'],
} as const

function readNames(line: Line, option: keyof typeof listOptions): readonly string[] {
  const [isValid, description] = listOptions[option]
  const names = readList(line, option)
  const invalidValue = names.find((name) => !isValid(name))
  if (invalidValue === undefined) return names
  throw createMisuse(`${line.getSource(option)} must contain ${description}, not ${invalidValue}.`)
}

type ListenAddress = SandboxListenOptions & { readonly host: string }

interface StartupFacts {
  readonly data: string | undefined
  readonly readOnly: boolean
  readonly directory: string
  /** Folder of the demo credentials, unless it is the default one. */
  readonly credentials: string | undefined
}

interface ServeOptions {
  readonly address: ListenAddress
  readonly facts: StartupFacts
  readonly stopped: Promise<unknown>
  readonly interrupted: Promise<unknown>
}

async function serve(
  sandbox: Sandbox,
  { address, facts, stopped, interrupted }: ServeOptions,
  log: Log,
): Promise<void> {
  const servers = await sandbox.listen(address)
  try {
    const { plain, wire } = servers
    if (!isLoopback(address.host))
      log.announce({
        level: 'warn',
        event: 'exposed',
        text: `Warning: other machines may reach the sandbox on ${address.host}, and its demo keys do not protect it.\n`,
        facts: { host: address.host },
      })
    const { data, readOnly, directory, credentials } = facts
    const credentialsFolder = loadDemoMerchants({ directory }).write(wire.url, credentials && resolve(credentials))
    const control = { url: servers.control.url, token: servers.controlToken }
    const banner = formatBanner({
      plain: plain.url,
      wire: wire.url,
      control,
      console: servers.consoleUrl(),
      data,
      readOnly,
      credentials: credentialsFolder,
    })
    // The token and the ticket of the console are only for people.
    const urls = { plain: plain.url, wire: wire.url, control: control.url }
    log.announce({
      level: 'info',
      event: 'started',
      text: banner,
      facts: { ...urls, data, credentials: credentialsFolder },
    })
    await stopped
    log.write({ level: 'info', event: 'stopping' })
    await Promise.race([servers.drain(), interrupted])
  } finally {
    await servers.close()
    log.write({ level: 'info', event: 'stopped' })
  }
}

const viewCount = 3

function readListenAddress(line: Line, env: NodeJS.ProcessEnv): ListenAddress {
  const { text, getSource } = line
  const port = text('port')
  const controlHost = checkHost(text('control-host'), getSource('control-host'))
  return {
    host: checkHost(text('host'), getSource('host')),
    controlHost,
    port:
      port === undefined ? getDefaultPort(text('exec'), env) : parseInteger('--port', port, [0, 65_536 - viewCount]),
    drain: readDrain(text('drain'), getSource('drain')),
    controlToken: readControlToken(controlHost, env),
    docsUrl: readDocsUrl(env),
    origins: readNames(line, 'origins'),
    allowedHosts: readNames(line, 'allowed-hosts'),
  }
}

// Several commands may run at once, each with its own sandbox.
const getDefaultPort = (command: string | undefined, env: NodeJS.ProcessEnv): number =>
  command === undefined ? readPortBase(env) + 20 : 0

function readControlToken(host: string, { CUSTODY_CONTROL_TOKEN: token }: NodeJS.ProcessEnv): string | undefined {
  if (token === undefined && !isLoopback(host)) throw createMisuse(describeMissingToken(host, 'CUSTODY_CONTROL_TOKEN'))
  if (token === undefined || isControlToken(token)) return token
  throw createMisuse(
    'CUSTODY_CONTROL_TOKEN is invalid: use at least 16 letters, digits and -._~+/ without spaces, or unset it for a random token.',
  )
}

function readDocsUrl({ CUSTODY_DOCS_URL: url }: NodeJS.ProcessEnv): string | undefined {
  if (!url) return undefined
  try {
    return checkUrl(url, 'CUSTODY_DOCS_URL')
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw createMisuse(`${error.message} Set it to an address such as http://127.0.0.1:4000, or unset it.`)
  }
}

/** Decides where data is kept: in a file, in a database, or in memory. */
function readDataOptions({ text, has }: Line, env: NodeJS.ProcessEnv): Pick<SandboxOptions, 'data' | 'database'> {
  const data = text('data')
  if (text('exec') !== undefined) {
    if (data !== undefined || has('read-only'))
      throw createMisuse(
        `--exec starts with new data in memory, so it cannot be combined with ${data === undefined ? '--read-only' : '--data'}.`,
      )
    return {}
  }
  if (has('ephemeral')) {
    const invalidValue = data === undefined ? has('read-only') && '--read-only' : '--data'
    if (invalidValue)
      throw createMisuse(`--ephemeral starts with new data in memory, so it cannot be combined with ${invalidValue}.`)
    return {}
  }
  if (data !== undefined) return { data: resolve(data) }
  const { DATABASE_URL: database } = env
  return database ? { database: checkDatabaseUrl(database) } : { data: getDefaultDataFile(text('state'), env) }
}

function checkDatabaseUrl(url: string): string {
  if (!isPostgres(url))
    throw createMisuse(
      'DATABASE_URL must begin with postgres:// or postgresql://: change it, or use --data or --ephemeral.',
    )
  // PostgreSQL accepts an address without a host; `URL` doesn't.
  const withHost = url.replace('@/', '@localhost/')
  if (!URL.canParse(withHost))
    throw createMisuse(
      'DATABASE_URL is not a valid URL: check its host and port, and percent-encode special characters of the password.',
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
    // Omit the path: it may be a key by mistake.
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new Failure(
      `The file of ${name} in DATABASE_URL cannot be read (${code}): correct its path, or remove ${name}.`,
      2,
    )
  }
}

function getDefaultDataFile(state: string | undefined, env: NodeJS.ProcessEnv): string {
  const folder = resolve(state ?? getStateDirectory(env, 'custody-sandbox'))
  runInFolder(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }))
  return join(folder, 'sandbox.db')
}
