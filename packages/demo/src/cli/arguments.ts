import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

import { findNearestName } from '@custody-wallet/types/validate'

import { Failure, createMisuse } from './failure.ts'

export interface KnownOptions<Text extends string, Flag extends string, List extends string = never> {
  readonly texts: readonly Text[]
  readonly flags: readonly Flag[]
  /** Options that may be repeated. */
  readonly lists?: readonly List[]
}

export interface CommandLine<Text extends string, Flag extends string, List extends string = never> {
  readonly text: (name: Text) => string | undefined
  readonly has: (name: Flag) => boolean
  readonly all: (name: List) => readonly string[]
  readonly positionals: readonly string[]
}

/** Parses a command line. */
export function parseArguments<Text extends string, Flag extends string, List extends string = never>(
  args: readonly string[],
  { texts, flags, lists = [] }: KnownOptions<Text, Flag, List>,
): CommandLine<Text, Flag, List> {
  const known = new Map<string, { readonly type: 'string' | 'boolean'; readonly multiple?: true }>([
    ...texts.map((name) => [name, { type: 'string' }] as const),
    ...flags.map((name) => [name, { type: 'boolean' }] as const),
    ...lists.map((name) => [name, { type: 'string', multiple: true }] as const),
  ])
  const { values, positionals } = parseWith(args, Object.fromEntries(known))
  // Usually caused by an unset shell variable.
  const empty = [...texts, ...lists].find((name) => [values[name]].flat().includes(''))
  if (empty !== undefined) throw createMisuse(`--${empty} needs a value.`)
  return {
    text: (name) => toText(values[name]),
    has: (name) => values[name] === true,
    all: (name) => [values[name] ?? []].flat().map(String),
    positionals,
  }
}

/** A command line whose options may be set by variables, for containers. */
export interface VariableLine<Text extends string, Flag extends string> extends CommandLine<Text, Flag> {
  /** Returns the option, or its variable if that was set instead. */
  readonly getSource: (option: Text) => string
}

/** Reads variables for the options that a command line does not have. */
export function addVariables<Text extends string, Flag extends string>(
  line: CommandLine<Text, Flag>,
  variables: { readonly [Option in Text]?: string },
  env: NodeJS.ProcessEnv,
): VariableLine<Text, Flag> {
  return {
    ...line,
    text: (option) => line.text(option) ?? (env[variables[option] ?? ''] || undefined),
    getSource: (option) => (line.text(option) === undefined ? (variables[option] ?? `--${option}`) : `--${option}`),
  }
}

const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function parseWith(args: readonly string[], known: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args: [...args], options: known, allowPositionals: true })
  } catch (error) {
    // The first sentence of Node's message is enough for the user.
    const [what = ''] = error instanceof Error ? error.message.split(/\.\s|\.?$/m) : []
    const [, open] = /^Option '(--[\w-]+)' argument is ambiguous/.exec(what) ?? []
    if (open !== undefined)
      throw createMisuse(`${open} needs a value. If the value begins with a dash, write ${open}=-value.`)
    throw createMisuse(`${what}${suggestOption(what, Object.keys(known))}`)
  }
}

function suggestOption(what: string, known: readonly string[]): string {
  const [, unknown] = /^Unknown option '--([\w-]+)/.exec(what) ?? []
  const near = unknown === undefined ? undefined : findNearestName(unknown, [...known, 'help', 'version'])
  return near === undefined ? '.' : `; did you mean --${near}?`
}

const defaultBase = 4000
/** The highest port base: the sandbox uses ports up to 22 above it. */
export const highestPortBase = 65_513

/** Reads the base of the ports of all programs. */
export function readPortBase(env: NodeJS.ProcessEnv): number {
  return parseInteger('CUSTODY_PORT_BASE', env['CUSTODY_PORT_BASE'] || String(defaultBase), [1, highestPortBase])
}

/** Reads how long a program serves calls after SIGTERM, in milliseconds. `source` is the option or variable that sets it. */
export const readDrain = (value: string | undefined, source: string): number | undefined =>
  value === undefined ? undefined : parseInteger(source, value, [0, 600_000])

/** Parses an integer of the command line or the environment. */
export function parseInteger(name: string, value: string, [least, most]: readonly [number, number]): number {
  const number = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN
  if (number >= least && number <= most) return number
  throw new Failure(`${name} is "${value}", but must be an integer from ${least} to ${most}.`, 2)
}
