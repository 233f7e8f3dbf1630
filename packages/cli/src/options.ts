// The forms of commands and options, and the options that several commands share.
import type { Exact } from '@custody-wallet/types/validate'

/** An option of a command: a flag if it has no `value`. */
export interface OptionDefinition {
  /** Placeholder of the value in the help, such as `FILE`. */
  readonly value?: string
  readonly what: string
  /** Whether the option is repeatable. */
  readonly many?: true
}

export interface CommandDefinition {
  /** Arguments after the name of the command. */
  readonly usage: string
  readonly summary: string
  /** Sentences below the summary in the help. */
  readonly details: readonly string[]
  /** Whether the command accepts `serviceOptions`. */
  readonly service: boolean
  /** Package whose program runs instead, with the same arguments. */
  readonly program?: string
  readonly options: Readonly<Record<string, OptionDefinition>>
  readonly examples: readonly string[]
}

/** Options that all commands of this package accept. */
export const commonOptions = {
  json: { what: 'prints JSON, one line per value' },
} as const
commonOptions satisfies Exact<typeof commonOptions, CommandDefinition['options']>

/** Options that choose the service and the keys. By default, both come from the environment. */
export const serviceOptions = {
  demo: { value: 'NAME', what: 'demo merchant, modern or classic, with your demo keys' },
  url: {
    value: 'URL',
    what: 'with --demo: URL of the encrypted port of the sandbox or mock (default: the sandbox of npm start)',
  },
  // Not --env-file: Node reads that option itself, wherever it is on a command line.
  env: { value: 'FILE', what: 'reads the variables from a file instead of the environment' },
  settings: {
    value: 'FILE',
    what: 'JSON file with settings that override those of the profile, as custody probe writes it',
  },
} as const
serviceOptions satisfies Exact<typeof serviceOptions, CommandDefinition['options']>
