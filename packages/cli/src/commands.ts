// Every command as data. The parser, the help and the page of the docs are made from these tables.
import type { CommandLine } from '@custody-wallet/server/cli'

import type { Screen } from './screen.ts'

/** An option of a command. Without `value` it is a flag. */
export interface OptionFacts {
  /** What its value is, for the help: `FILE`. */
  readonly value?: string
  readonly what: string
  /** It may be given several times. */
  readonly many?: true
}

export interface CommandFacts {
  /** What follows the name of the command. */
  readonly usage: string
  readonly summary: string
  /** Sentences below the summary, in the help of the command. */
  readonly details: readonly string[]
  /** Whether it takes the options that say which service to call, with which keys. */
  readonly service: boolean
  readonly options: Readonly<Record<string, OptionFacts>>
  readonly examples: readonly string[]
}

/** Options of every command. */
export const commonOptions = {
  json: { what: 'prints JSON, one line for each value' },
} as const
commonOptions satisfies CommandFacts['options']

/** Options that say which service to call, with which keys. Without them, the environment says it. */
export const serviceOptions = {
  demo: { value: 'NAME', what: 'the demo merchant modern or classic, with the demo keys of this user' },
  url: {
    value: 'URL',
    what: 'with --demo: the encrypted port of the sandbox or mock (default: the sandbox of npm start)',
  },
  'env-file': { value: 'FILE', what: 'file with the variables, instead of the environment' },
  knobs: {
    value: 'FILE',
    what: 'JSON file with knobs of the profile that differ, as custody probe writes it',
  },
} as const
serviceOptions satisfies CommandFacts['options']

/** Commands, in the order of the help. */
export const commands = {
  call: {
    usage: 'CALL [NAME=VALUE ...]',
    summary: 'makes a call, and prints its value',
    details: [
      'custody call without a CALL lists the calls. Lists print a line of JSON for each record.',
      'A call that changes something is made only with --yes.',
    ],
    service: true,
    options: {
      all: { what: 'reads all pages, or takes any number of ids' },
      'ids-from': {
        value: 'FILE',
        what: 'with --all: reads the ids from a file, or - for standard input, one in a line',
      },
      raw: { what: 'prints the whole answer, with code, message, assurance and HTTP status' },
      wire: { what: 'prints the request as HTTP carries it, and does not send it' },
      yes: { what: 'allows a call that changes something' },
      timeout: { value: 'MS', what: 'milliseconds for the whole call (default 30000)' },
    },
    examples: [
      'custody call accounts.get uid=1 symbol=BTC --demo modern',
      'custody call deposits.sync --all --demo modern',
      'custody call withdrawals.list ids=order-1,order-2 --raw',
    ],
  },
} as const
commands satisfies Readonly<Record<string, CommandFacts>>

export type CommandName = keyof typeof commands

export const isCommand = (name: string | undefined): name is CommandName =>
  Object.hasOwn(commands, name ?? '')

/** Names of the commands, in the order of the help. */
export const commandNames: readonly CommandName[] = Object.keys(commands).filter(isCommand)

type OptionsOf<Name extends CommandName> = (typeof commands)[Name]['options'] &
  typeof commonOptions &
  ((typeof commands)[Name]['service'] extends true ? typeof serviceOptions : unknown)

type NamesOf<Options, Shape> = {
  [Name in keyof Options]: Options[Name] extends Shape ? Name : never
}[keyof Options] &
  string

type Many = { readonly many: true }
type Valued = { readonly value: string }

type Lists<Options> = NamesOf<Options, Many>
type Texts<Options> = Exclude<NamesOf<Options, Valued>, Lists<Options>>
type Flags<Options> = Exclude<keyof Options & string, Texts<Options> | Lists<Options>>

/** The parsed command line of a command. */
export type Line<Name extends CommandName> = CommandLine<
  Texts<OptionsOf<Name>>,
  Flags<OptionsOf<Name>>,
  Lists<OptionsOf<Name>>
>

/** Runs a command. Resolves with the exit code; 0 unless it gives one. */
export type Run<Name extends CommandName> = (line: Line<Name>, screen: Screen) => Promise<number | void>

/** Options of a command with those that it shares with others. */
export function optionsOf(name: CommandName): CommandFacts['options'] {
  const { service, options }: CommandFacts = commands[name]
  return { ...options, ...(service ? serviceOptions : {}), ...commonOptions }
}
