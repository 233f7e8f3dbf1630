import { readFileSync } from 'node:fs'

import { keepCompiled } from './compiled.ts'
import { Failure } from './failure.ts'
import { checkNodeVersion } from './node.ts'
import { getExitCode, createTerminal, type Terminal } from './terminal.ts'

/** Runs a command line. Resolves with the exit code. */
export type Run = (args: readonly string[], terminal: Terminal) => Promise<number>

export interface ProgramOptions {
  /** The help, or a function that creates it from the command line. */
  readonly help: string | ((args: readonly string[]) => string)
  /** The `package.json` with the version. */
  readonly manifest: URL
  /** Formats the version; unchanged unless given. */
  readonly version?: (version: string, args: readonly string[]) => string
  /** Errors whose message is for the user, each with a sentence to append. Others are bugs and print their stack. */
  readonly errors: readonly (readonly [kind: ErrorKind, hint: string])[]
  /** Resolves with the exit code; `undefined` means 0. */
  readonly command: (args: readonly string[], terminal: Terminal) => Promise<number | void> | void
}

type ErrorKind = abstract new (...args: never[]) => Error

/** Creates a program from a command. */
export function createProgram({ help, manifest, version = keepVersion, errors, command }: ProgramOptions): Run {
  const runOption: ProgramOptions['command'] = (args, terminal) => {
    const has = (...options: readonly string[]) => options.some((option) => args.includes(option))
    if (args[0] === 'help' || has('--help', '-h')) return terminal.print(typeof help === 'string' ? help : help(args))
    if (has('--version')) return terminal.print(version(readVersion(manifest), args))
    return command(args, terminal)
  }
  return async (args, terminal) => {
    try {
      return (await runOption(args, terminal)) ?? 0
    } catch (error) {
      terminal.warn(describeError(error, errors))
      return error instanceof Failure ? error.exitCode : 1
    }
  }
}

const keepVersion = (version: string): string => version

/** Reads the version from a `package.json`. */
export function readVersion(manifest: URL): string {
  const { version }: { readonly version: string } = JSON.parse(readFileSync(manifest, 'utf8'))
  return version
}

function describeError(error: unknown, errors: ProgramOptions['errors']): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof Failure) return error.message
  const [, hint] = errors.find(([kind]) => error instanceof kind) ?? []
  return hint === undefined ? (error.stack ?? error.message) : `${error.message} ${hint}`.trim()
}

/**
 * Runs a program and ends the process with its exit code. `load` imports the program after the version of Node is checked
 * and the compile cache is enabled, which makes the next start faster.
 */
export async function startProgram(name: string, load: () => Promise<Run>): Promise<void> {
  const problem = checkNodeVersion(name, process.versions.node)
  if (problem !== undefined) {
    process.stderr.write(`${problem}\n`)
    process.exitCode = 1
    return
  }
  keepCompiled(name)
  const run = await load()
  const code = await run(process.argv.slice(2), createTerminal())
  // Exits once the output is written. Waiting longer would let a second signal kill the program.
  process.stdout.write('', (error) => process.exit(error ? getExitCode(error) : code))
}
