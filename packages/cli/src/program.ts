import { Failure, createMisuse, parseArguments, createProgram, type Run as RunProgram } from '@custody-wallet/demo/cli'
import { findNearestName } from '@custody-wallet/types/validate'

import {
  type CommandName,
  commandNames,
  isCommand,
  isOwn,
  type Line,
  listOptions,
  type OwnName,
  findPackage,
  type Run,
} from './commands.ts'
import { toFailure } from './failures.ts'
import { formatCommandHelp, formatHelpJson, formatProgramHelp } from './help.ts'
import { rejectKeys } from './key-arguments.ts'
import { toJson, type Screen, createScreen } from './screen.ts'

type Runner = (args: readonly string[], screen: Screen) => Promise<number | void>

// Imports are lazy, so that a command loads only its own code.
const runners: { readonly [Name in OwnName]: Runner } = {
  call: createRunner('call', () => import('./commands/call.ts')),
  console: createRunner('console', () => import('./commands/console.ts')),
  detect: createRunner('detect', () => import('./commands/detect.ts')),
  doctor: createRunner('doctor', () => import('./commands/doctor.ts')),
  listen: createRunner('listen', () => import('./commands/listen.ts')),
  mcp: createRunner('mcp', () => import('./commands/mcp.ts')),
  open: createRunner('open', () => import('./commands/open.ts')),
  pool: createRunner('pool', () => import('./commands/pool.ts')),
  probe: createRunner('probe', () => import('./commands/probe.ts')),
  reconcile: createRunner('reconcile', () => import('./commands/reconcile.ts')),
  seal: createRunner('seal', () => import('./commands/seal.ts')),
  trigger: createRunner('trigger', () => import('./commands/trigger.ts')),
  'verify-receiver': createRunner('verify-receiver', () => import('./commands/verify-receiver.ts')),
}

function createRunner<Name extends OwnName>(name: Name, load: () => Promise<{ readonly run: Run<Name> }>): Runner {
  return async (args, screen) => {
    const line = parseLine(name, args)
    return (await load()).run(line, screen)
  }
}

/** Runs a command line of `custody`. */
export const run: RunProgram = (args, terminal) => {
  const [name] = args
  // Programs of other packages parse --help and --version themselves.
  const isPassedOn = isCommand(name) && !isOwn(name)
  return (isPassedOn ? runOther : runOwn)(args, terminal)
}

const manifest = new URL('../package.json', import.meta.url)

const runOwn: RunProgram = createProgram({
  help: formatHelp,
  manifest,
  version: formatVersion,
  errors: [],
  command: dispatch,
})

const runOther: RunProgram = async ([name, ...args], terminal) => {
  const { passOn } = await import('./pass-on.ts')
  try {
    return await passOn(isCommand(name) ? (findPackage(name) ?? '') : '', args, terminal)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    terminal.warn(error.message)
    return error.exitCode
  }
}

async function dispatch(args: readonly string[], terminal: Parameters<RunProgram>[1]): Promise<number | void> {
  const screen = createScreen(terminal)
  try {
    return await runNamed(args, screen)
  } catch (error) {
    screen.progress()
    const failure = toFailure(error)
    if (failure === undefined || !args.includes('--json')) throw failure ?? error
    screen.warn(toJson({ error: failure.message }) ?? '')
    return failure.exitCode
  }
}

async function runNamed(words: readonly string[], screen: Screen): Promise<number | void> {
  const [name, ...args] = words
  if (name === undefined || name === '--json') return screen.print(formatHelp(words))
  rejectKeys(words)
  const command = checkCommand(name)
  return isOwn(command) ? runners[command](args, screen) : undefined
}

function formatHelp(args: readonly string[]): string {
  const word = args.find((arg) => arg !== 'help' && !arg.startsWith('-'))
  const name = word === undefined ? undefined : checkCommand(word)
  if (args.includes('--json')) return formatHelpJson(name)
  return name === undefined ? formatProgramHelp() : formatCommandHelp(name)
}

function formatVersion(version: string, args: readonly string[]): string {
  return args.includes('--json') ? JSON.stringify({ version }) : version
}

function checkCommand(name: string): CommandName {
  if (isCommand(name)) return name
  const near = findNearestName(name, commandNames)
  throw createMisuse(`Unknown command ${name}.${near === undefined ? '' : ` Did you mean ${near}?`}`)
}

function parseLine<Name extends OwnName>(name: Name, args: readonly string[]): Line<Name> {
  const options = Object.entries(listOptions(name))
  const listNames = (kind: 'flag' | 'list' | 'text') =>
    options
      .filter(([, { value, many }]) => kind === (value === undefined ? 'flag' : many ? 'list' : 'text'))
      .map(([option]) => option)
  return parseArguments<string, string, string>(args, {
    texts: listNames('text'),
    flags: listNames('flag'),
    lists: listNames('list'),
  })
}
