// Finds the command, parses its options, runs it, and shows what goes wrong.
import { Failure, misuse, parsed, programOf, type Run as RunProgram } from '@custody-wallet/server/cli'
import { nearestName } from '@custody-wallet/types/validate'

import {
  type CommandName,
  commandNames,
  isCommand,
  isOwn,
  type Line,
  optionsOf,
  type OwnName,
  packageOf,
  type Run,
} from './commands.ts'
import { failureOf } from './failures.ts'
import { commandHelp, helpInJson, programHelp } from './help.ts'
import { rejectKeys } from './keys.ts'
import { jsonOf, type Screen, screenOf } from './screen.ts'

type Runner = (args: readonly string[], screen: Screen) => Promise<number | void>

// A command loads what it needs, and nothing else.
const runners: { readonly [Name in OwnName]: Runner } = {
  call: runner('call', () => import('./commands/call.ts')),
  detect: runner('detect', () => import('./commands/detect.ts')),
  doctor: runner('doctor', () => import('./commands/doctor.ts')),
  listen: runner('listen', () => import('./commands/listen.ts')),
  mcp: runner('mcp', () => import('./commands/mcp.ts')),
  open: runner('open', () => import('./commands/open.ts')),
  pool: runner('pool', () => import('./commands/pool.ts')),
  probe: runner('probe', () => import('./commands/probe.ts')),
  reconcile: runner('reconcile', () => import('./commands/reconcile.ts')),
  seal: runner('seal', () => import('./commands/seal.ts')),
  trigger: runner('trigger', () => import('./commands/trigger.ts')),
  'verify-receiver': runner('verify-receiver', () => import('./commands/verify-receiver.ts')),
}

function runner<Name extends OwnName>(name: Name, load: () => Promise<{ readonly run: Run<Name> }>): Runner {
  return async (args, screen) => {
    const line = lineOf(name, args)
    return (await load()).run(line, screen)
  }
}

/** Runs a command line of `custody`. */
export const run: RunProgram = (args, terminal) => {
  const [name] = args
  // Programs of other packages have their own --help and --version.
  const isPassedOn = isCommand(name) && !isOwn(name)
  return (isPassedOn ? runOther : runOwn)(args, terminal)
}

const manifest = new URL('../package.json', import.meta.url)

const runOwn: RunProgram = programOf({
  help: helpFor,
  manifest,
  version: versionFor,
  errors: [],
  command: dispatch,
})

const runOther: RunProgram = async ([name, ...args], terminal) => {
  const { passOn } = await import('./pass-on.ts')
  try {
    return await passOn(isCommand(name) ? (packageOf(name) ?? '') : '', args, terminal)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    terminal.warn(error.message)
    return error.exitCode
  }
}

async function dispatch(
  args: readonly string[],
  terminal: Parameters<RunProgram>[1],
): Promise<number | void> {
  const screen = screenOf(terminal)
  try {
    return await runNamed(args, screen)
  } catch (error) {
    screen.progress()
    const failure = failureOf(error)
    if (failure === undefined || !args.includes('--json')) throw failure ?? error
    screen.warn(jsonOf({ error: failure.message }) ?? '')
    return failure.exitCode
  }
}

async function runNamed([name, ...args]: readonly string[], screen: Screen): Promise<number | void> {
  if (name === undefined || name === '--json') return screen.print(helpFor([name ?? '', ...args]))
  rejectKeys([name, ...args])
  const command = commandOf(name)
  return isOwn(command) ? runners[command](args, screen) : undefined
}

function helpFor(args: readonly string[]): string {
  const found = args.find((arg) => arg !== 'help' && !arg.startsWith('-'))
  const name = isCommand(found) ? found : undefined
  if (args.includes('--json')) return helpInJson(name)
  return name === undefined ? programHelp() : commandHelp(name)
}

function versionFor(version: string, args: readonly string[]): string {
  return args.includes('--json') ? JSON.stringify({ version }) : version
}

function commandOf(name: string): CommandName {
  if (isCommand(name)) return name
  const near = nearestName(name, commandNames)
  throw misuse(`There is no command ${name}${near === undefined ? '.' : `; did you mean ${near}?`}`)
}

function lineOf<Name extends OwnName>(name: Name, args: readonly string[]): Line<Name> {
  const options = Object.entries(optionsOf(name))
  const names = (kind: 'flag' | 'list' | 'text') =>
    options
      .filter(([, { value, many }]) => kind === (value === undefined ? 'flag' : many ? 'list' : 'text'))
      .map(([option]) => option)
  return parsed<string, string, string>(args, {
    texts: names('text'),
    flags: names('flag'),
    lists: names('list'),
  })
}
