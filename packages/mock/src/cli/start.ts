import { type Demo, loadDemoMerchants } from '@custody-wallet/demo'
import {
  addVariables,
  checkHost,
  createCallEntry,
  createFailureEntry,
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
import { type CallListener, InvalidResponseError } from '@custody-wallet/server'
import { type CallMetrics, createCallMetrics, listenOn, type RunningServer } from '@custody-wallet/server/core'

import { findBuiltInFile } from '../description/description.ts'
import { createApp, type App, createEngineLoader } from '../mock.ts'
import { type FaultOptions, createFaults } from '../plain/faults.ts'
import { parseRate } from './arguments.ts'
import { formatBanner } from './banner.ts'
import { readTextFile } from './files.ts'
import { watchFile } from './watch.ts'

const knownOptions = {
  texts: ['host', 'port', 'wire-port', 'drain', 'log', 'spec', 'seed', 'delay', 'fail-rate', 'state'],
  flags: ['watch'],
} as const

/** Variables of a container. Their options override them. */
const variables = { drain: 'CUSTODY_DRAIN', log: 'CUSTODY_LOG' } as const

type Line = VariableLine<(typeof knownOptions.texts)[number], (typeof knownOptions.flags)[number]>

interface Mocks {
  readonly plain: App
  readonly wire: App
}

/** Starts both mocks and runs until the terminal stops it. */
export async function start(args: readonly string[], terminal: Terminal): Promise<void> {
  const line = addVariables(parseArguments(args, knownOptions), variables, terminal.env)
  const { text, has, positionals } = line
  if (positionals.length > 0) throw createMisuse(`Unknown command ${positionals.join(' ')}.`)
  const ports = readPorts(line, terminal.env)
  const drain = readDrain(text('drain'), line.getSource('drain'))
  const log = createLog(readLogFormat(text('log'), line.getSource('log')), terminal)
  const file = text('spec') ?? findBuiltInFile()
  const load = createLoader(file, line, log)
  let mocks = await load()
  const servers: RunningServer[] = []
  const close = () => Promise.all(servers.map((server) => server.close()))
  // Reading them installs the signal handlers, so before the banner: a stop may follow at once.
  const { stopped, interrupted } = terminal
  try {
    for (const side of ['plain', 'wire'] as const)
      servers.push(
        await listenOn((request) => mocks[side].fetch(request), {
          host: ports.host,
          port: ports[side],
          drain,
          metrics: side === 'plain' ? load.metrics.format : undefined,
        }),
      )
    announce(servers, { demo: load.demo, state: text('state') }, log)
    const renew = async (): Promise<void> => {
      mocks = await load()
      log.write({ level: 'info', event: 'reloaded', text: `Reloaded ${file}.`, facts: { file } })
    }
    const stop = has('watch')
      ? watchFile(file, renew, (message) =>
          log.write({ level: 'warn', event: 'reload-failed', text: message, facts: { message } }),
        )
      : () => {}
    await stopped
    stop()
    log.write({ level: 'info', event: 'stopping' })
    await Promise.race([Promise.all(servers.map((server) => server.drain())), interrupted])
  } finally {
    await close()
    log.write({ level: 'info', event: 'stopped' })
  }
}

interface DemoState {
  readonly demo: Demo
  readonly state: string | undefined
}

function announce([plain, wire]: readonly RunningServer[], { demo, state }: DemoState, log: Log): void {
  if (!plain || !wire) return
  if (!isLoopback(plain.host))
    log.announce({
      level: 'warn',
      event: 'exposed',
      text: `Warning: other machines may reach the mocks on ${plain.host}, and the demo keys do not protect them. Omit --host to listen only on this machine.\n`,
      facts: { host: plain.host },
    })
  const credentials = demo.write(wire.url)
  log.announce({
    level: 'info',
    event: 'started',
    text: formatBanner({ plain, wire, state, credentials }),
    facts: { plain: plain.url, wire: wire.url, credentials },
  })
}

interface Loader extends Pick<DemoState, 'demo'> {
  (): Promise<Mocks>
  /** The metrics of all mocks that it loads. */
  readonly metrics: CallMetrics
}

function createLoader(file: string, line: Line, { write }: Log): Loader {
  const faults = readFaultOptions(line)
  const demo = loadDemoMerchants({
    directory: line.text('state'),
    onRejected: ({ operation, reason }) =>
      write({
        level: 'warn',
        event: 'rejected',
        text: `Rejected ${operation}: ${reason}.`,
        facts: { operation, reason },
      }),
    onUnknownFields: ({ operation, fields }) =>
      write({
        level: 'warn',
        event: 'ignored-fields',
        text: `Ignored unknown fields of ${operation}: ${fields.join(', ')}.`,
        facts: { operation, fields },
      }),
  })
  const onError = (error: unknown): void => write(createFailureEntry(error, [InvalidResponseError]))
  const metrics = createCallMetrics()
  const onCall: CallListener = (report) => {
    metrics.count(report)
    write(createCallEntry(report))
  }
  const load = async (): Promise<Mocks> => {
    const engine = await createEngineLoader(readTextFile(file))()
    return {
      plain: createApp({ engine, faults: createFaults(faults), onCall }, undefined),
      wire: createApp({ engine, faults: createFaults(faults), onCall }, { ...demo.wire, onError }),
    }
  }
  return Object.assign(load, { demo, metrics })
}

function readFaultOptions({ text }: Line): FaultOptions {
  const [delay, failRate] = [text('delay'), text('fail-rate')]
  return {
    seed: text('seed'),
    delay: delay === undefined ? undefined : parseInteger('--delay', delay, [0, 60_000]),
    failRate: failRate === undefined ? undefined : parseRate('--fail-rate', failRate),
  }
}

interface Ports {
  readonly host: string
  readonly plain: number
  readonly wire: number
}

function readPorts({ text }: Line, env: NodeJS.ProcessEnv): Ports {
  const [port, wirePort] = [text('port'), text('wire-port')]
  const plain = port === undefined ? readPortBase(env) + 10 : parseInteger('--port', port, [0, 65_534])
  const next = plain === 0 ? 0 : plain + 1
  return {
    host: checkHost(text('host')),
    plain,
    wire: wirePort === undefined ? next : parseInteger('--wire-port', wirePort, [0, 65_535]),
  }
}
