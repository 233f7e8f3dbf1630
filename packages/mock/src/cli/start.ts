import {
  type CommandLine,
  hostOf,
  misuse,
  parsed,
  portBase,
  type Terminal,
  wholeNumber,
} from '@custody-wallet/server/cli'
import { isLoopback, listenOn, type Listening } from '@custody-wallet/server/core'
import { type Demo, demoMerchants } from '@custody-wallet/server/demo'

import { builtInFile } from '../description/description.ts'
import { appOf, type App, engineLoader } from '../mock.ts'
import { type FaultOptions, faultsOf } from '../plain/faults.ts'
import { rate } from './arguments.ts'
import { banner } from './banner.ts'
import { textOf } from './files.ts'
import { watched } from './watch.ts'

const known = {
  texts: ['host', 'port', 'wire-port', 'spec', 'seed', 'delay', 'fail-rate', 'state'],
  flags: ['watch'],
} as const

type Line = CommandLine<(typeof known.texts)[number], (typeof known.flags)[number]>

interface Mocks {
  readonly plain: App
  readonly wire: App
}

/** Starts both mocks, and runs until the terminal stops it. */
export async function start(args: readonly string[], terminal: Terminal): Promise<void> {
  const line = parsed(args, known)
  const { text, has, positionals } = line
  if (positionals.length > 0) throw misuse(`There is no command ${positionals.join(' ')}.`)
  const place = placeOf(line, terminal.env)
  const file = text('spec') ?? builtInFile()
  const load = loader(file, line, terminal)
  let mocks = await load()
  const servers: Listening[] = []
  const close = () => Promise.all(servers.map((server) => server.close()))
  // Read before the banner is printed, because the program may be stopped right after it.
  const { stopped } = terminal
  try {
    for (const side of ['plain', 'wire'] as const)
      servers.push(
        await listenOn((request) => mocks[side].fetch(request), { host: place.host, port: place[side] }),
      )
    announce(servers, { demo: load.demo, state: text('state') }, terminal)
    const renew = async (): Promise<void> => {
      mocks = await load()
      terminal.print(`Read ${file} again.`)
    }
    const stop = has('watch') ? watched(file, renew, terminal.warn) : () => {}
    await stopped
    stop()
  } finally {
    await close()
  }
}

interface DemoState {
  readonly demo: Demo
  readonly state: string | undefined
}

function announce(
  [plain, wire]: readonly Listening[],
  { demo, state }: DemoState,
  { print, warn }: Terminal,
): void {
  if (!plain || !wire) return
  if (!isLoopback(plain.host))
    warn(`Warning: other machines may reach the mocks on ${plain.host}. The demo keys do not protect them.\n`)
  print(banner({ plain, wire, state, credentials: demo.write(wire.url) }))
}

function loader(
  file: string,
  line: Line,
  terminal: Terminal,
): (() => Promise<Mocks>) & { readonly demo: Demo } {
  const faults = faultOptionsOf(line)
  const demo = demoMerchants({
    directory: line.text('state'),
    onRejected: ({ operation, reason }) => terminal.warn(`Rejected ${operation}: ${reason}.`),
    onUnknownMembers: ({ operation, members }) =>
      terminal.warn(`Ignored unknown members of ${operation}: ${members.join(', ')}.`),
  })
  const onError = (error: unknown): void =>
    terminal.warn(`Failed: ${error instanceof Error ? error.message : String(error)}`)
  const load = async (): Promise<Mocks> => {
    const engine = await engineLoader(textOf(file))()
    return {
      plain: appOf(engine, faultsOf(faults), undefined),
      wire: appOf(engine, faultsOf(faults), { ...demo.wire, onError }),
    }
  }
  return Object.assign(load, { demo })
}

function faultOptionsOf({ text }: Line): FaultOptions {
  const [delay, failRate] = [text('delay'), text('fail-rate')]
  return {
    seed: text('seed'),
    delay: delay === undefined ? undefined : wholeNumber('--delay', delay, [0, 60_000]),
    failRate: failRate === undefined ? undefined : rate('--fail-rate', failRate),
  }
}

interface Ports {
  readonly host: string
  readonly plain: number
  readonly wire: number
}

function placeOf({ text }: Line, env: NodeJS.ProcessEnv): Ports {
  const [port, wirePort] = [text('port'), text('wire-port')]
  const plain = port === undefined ? portBase(env) + 10 : wholeNumber('--port', port, [0, 65_534])
  const next = plain === 0 ? 0 : plain + 1
  return {
    host: hostOf(text('host')),
    plain,
    wire: wirePort === undefined ? next : wholeNumber('--wire-port', wirePort, [0, 65_535]),
  }
}
