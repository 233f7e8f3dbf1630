// Finds the command, parses its options, runs it, and shows what goes wrong.
import { Failure, misuse, parsed, programOf, type Run as RunProgram } from '@custody-wallet/server/cli'
import { nearestName } from '@custody-wallet/types/validate'

import { type CommandName, commandNames, isCommand, type Line, optionsOf, type Run } from './commands.ts'
import { commandHelp, programHelp } from './help.ts'
import { type Screen, screenOf } from './screen.ts'

// A command loads what it needs, and nothing else.
const loaders: { readonly [Name in CommandName]: () => Promise<{ readonly run: Run<Name> }> } = {
  call: () => import('./commands/call.ts'),
}

/** Runs a command line of `custody`. */
export const run: RunProgram = programOf({
  help: helpFor,
  manifest: new URL('../package.json', import.meta.url),
  errors: [],
  async command(args, terminal) {
    const [name, ...rest] = args
    if (name === undefined) return terminal.print(programHelp())
    const screen = screenOf(terminal)
    try {
      return await runCommand(commandOf(name), rest, screen)
    } catch (error) {
      screen.progress()
      const failure = await failureOf(error)
      if (failure === undefined || !args.includes('--json')) throw failure ?? error
      screen.warn(JSON.stringify({ error: failure.message }))
      return failure.exitCode
    }
  },
})

function helpFor(args: readonly string[]): string {
  const [name] = args.filter((arg) => arg !== 'help' && !arg.startsWith('-'))
  return isCommand(name) ? commandHelp(name) : programHelp()
}

function commandOf(name: string): CommandName {
  if (isCommand(name)) return name
  const near = nearestName(name, commandNames)
  throw misuse(`There is no command ${name}${near === undefined ? '.' : `; did you mean ${near}?`}`)
}

async function runCommand<Name extends CommandName>(
  name: Name,
  args: readonly string[],
  screen: Screen,
): Promise<number | void> {
  const { run: runIt } = await loaders[name]()
  return runIt(lineOf(name, args), screen)
}

function lineOf<Name extends CommandName>(name: Name, args: readonly string[]): Line<Name> {
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

/** An error whose message is for the user. Others are bugs: their stack is shown. */
async function failureOf(error: unknown): Promise<Failure | undefined> {
  if (error instanceof Failure) return error
  if (!(error instanceof Error)) return undefined
  return names.has(error.name) || 'docs' in error ? new Failure(error.message) : undefined
}

// By name, because a class would load its package.
const names: ReadonlySet<string> = new Set([
  'EncryptionError',
  'KeyFolderError',
  'LookUpError',
  'ProbeError',
  'StateError',
  'WorkflowError',
])
