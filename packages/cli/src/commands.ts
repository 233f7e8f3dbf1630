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
  /** Package whose own program runs instead, with the same arguments. */
  readonly program?: string
  readonly options: Readonly<Record<string, OptionFacts>>
  readonly examples: readonly string[]
}

/** Options of every command of this package. */
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
  // Node reads --env-file itself, wherever it is on a command line.
  env: { value: 'FILE', what: 'file with the variables, instead of the environment' },
  settings: {
    value: 'FILE',
    what: 'JSON file with settings of the profile that differ, as custody probe writes it',
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
      'A call that may change something is made only with --yes; a pull of withdrawals is one.',
    ],
    service: true,
    options: {
      all: { what: 'reads all pages, or takes any number of ids' },
      'ids-from': {
        value: 'FILE',
        what: 'with --all: reads the ids from a file, or - for standard input, one in a line',
      },
      raw: { what: 'prints the whole response, with code, message, assurance and HTTP status' },
      wire: { what: 'also prints the request and the response as HTTP carries them' },
      yes: { what: 'allows a call that may change something' },
      timeout: { value: 'MS', what: 'milliseconds for the whole call (default 30000)' },
    },
    examples: [
      'custody call accounts.get uid=1 symbol=BTC --demo modern',
      'custody call deposits.sync --all --demo modern',
      'custody call withdrawals.list ids=order-1,order-2 --raw',
    ],
  },
  seal: {
    usage: 'CALL [NAME=VALUE ...]',
    summary: 'encrypts a call, and prints it as HTTP carries it',
    details: ['Nothing is sent. The output is a curl command, or with --json its parts.'],
    service: true,
    options: { curl: { what: 'prints a curl command (the default)' } },
    examples: ['custody seal accounts.get uid=1 symbol=BTC --demo classic'],
  },
  open: {
    usage: 'CALL [FILE]',
    summary: 'decrypts a request or a response of a call',
    details: [
      'The message is the address or the body of a request, or the body of a response, from a file or standard input.',
      'Other forms, such as logs, are for custody detect.',
    ],
    service: true,
    options: {
      request: {
        value: 'FILE',
        what: 'body of the request that a response belongs to; modern needs it for v1',
      },
      as: { value: 'SIDE', what: 'with --demo: merchant (default), or platform for what the merchant sent' },
    },
    examples: ['custody open notifications.deposit message.json --demo modern'],
  },
  detect: {
    usage: '[FILE]',
    summary: 'finds the settings that fit a captured message',
    details: [
      'FILE is a response, a request, a curl line, a HAR or a log; without FILE or with -, standard input is read.',
      'It searches text encodings, keys, paddings, block sizes, JWE, JWS and signatures, and prints a profile to paste.',
      'It works offline. Tokens and Api-Keys in the capture are masked. Exit code 0: the settings of all messages were found.',
    ],
    service: true,
    options: {
      key: {
        value: 'FILE',
        what: 'file with a private or public RSA key, several times; PEM, JWK or base64 of DER',
        many: true,
      },
      'app-id': { value: 'ID', what: 'the app_id, if the capture does not show it: some senders sign it' },
    },
    examples: [
      'custody detect answer.json --key own.pem --key platform.pem',
      'custody detect traffic.har --env .env',
      'custody detect - --demo classic',
    ],
  },
  doctor: {
    usage: '[options]',
    summary: 'checks a set-up stage by stage, and says what to correct',
    details: [
      'Stages: environment variables, keys, pairs of keys, addresses, clock, access token, and two reads. It changes nothing.',
      'A service gives one response to all messages that it cannot accept. Where several causes are possible, all are named, the likeliest first. With the token of a sandbox in CUSTODY_CONTROL_TOKEN, its log names the cause.',
    ],
    service: true,
    options: {
      offline: { what: 'only the stages that need no service' },
      variables: { what: 'lists the environment variables with their meaning' },
      timeout: { value: 'MS', what: 'milliseconds for each call (default 5000)' },
      control: { value: 'URL', what: 'control port of the sandbox (default: that of npm start)' },
    },
    examples: ['custody doctor --env shop.env', 'custody doctor --demo modern'],
  },
  probe: {
    usage: '[options]',
    summary: 'learns with reads how a service fills the open points',
    details: [
      'It asks about names, sealed responses, codes, pages, unknown ids and habits of reading, shows the evidence, and prints the settings of the profile that differ.',
      'Reads change nothing. A call that may change something is made only when it is named with --also, and with --yes: consume pulls withdrawals twice.',
    ],
    service: true,
    options: {
      rate: { value: 'N', what: 'calls a second at most (default 5)' },
      also: { value: 'NAME', what: 'also makes this probe; consume is the only one', many: true },
      yes: { what: 'allows the probes of --also' },
      report: { value: 'FILE', what: 'writes the report, as Markdown or as .json' },
      'settings-out': {
        value: 'FILE',
        what: 'writes the settings that differ, for --settings of every command',
      },
      timeout: { value: 'MS', what: 'milliseconds for each call (default 10000)' },
    },
    examples: [
      'custody probe --demo classic',
      'custody probe --env shop.env --report report.md --settings-out settings.json',
    ],
  },
  listen: {
    usage: '[--forward-to URL]',
    summary: 'receives notifications, verifies, shows and forwards them',
    details: [
      'Without --forward-to it responds with success itself. With --demo it asks the sandbox to send its notifications here, until Ctrl-C; CUSTODY_CONTROL_TOKEN contains the token that the sandbox prints.',
    ],
    service: true,
    options: {
      'forward-to': {
        value: 'URL',
        what: 'address of your receiver; each message is passed on byte for byte',
      },
      port: { value: 'PORT', what: 'port to listen on (default CUSTODY_PORT_BASE or 4000, plus 30)' },
      control: { value: 'URL', what: 'control port of the sandbox (default: that of npm start)' },
    },
    examples: ['custody listen --demo modern --forward-to http://127.0.0.1:3000'],
  },
  trigger: {
    usage: 'EVENT',
    summary: 'lets the sandbox send a notification',
    details: [
      'Without EVENT it lists the events. It prints the control call that does the same.',
      'CUSTODY_CONTROL_TOKEN contains the token that the sandbox prints when it starts.',
    ],
    service: false,
    options: {
      id: { value: 'ID', many: true, what: 'notifies this deposit of the sandbox, instead of an example' },
      override: { value: 'PATH=VALUE', many: true, what: 'replaces a field of the content' },
      copies: { value: 'N', what: 'how often it is sent (default 1)' },
      'request-ids': { value: 'HOW', what: 'request_ids of copies: same (default) or new' },
      order: { value: 'ORDER', what: 'given (default), reversed or at-once' },
      delay: { value: 'TIME', what: 'how long to wait before it is sent, such as 30s' },
      merchant: { value: 'APP_ID', what: 'whose notification it is (default demo-modern)' },
      control: { value: 'URL', what: 'control port of the sandbox (default: that of npm start)' },
    },
    examples: [
      'custody trigger deposit --override amount=1.5',
      'custody trigger deposit --id 7 --copies 20 --order at-once',
    ],
  },
  reconcile: {
    usage: '--notified FILE [options]',
    summary: 'compares notifications with deposits, withdrawals and fees',
    details: [
      'Files contain JSON lines: notifications as custody listen --json prints them, records as custody call prints them. Deposits and fees without a file are read from the service; withdrawals need a file, because the service lists them by request id only.',
      'Exit code 1 means that the books differ.',
    ],
    service: true,
    options: {
      notified: { value: 'FILE', what: 'notifications that were received' },
      deposits: { value: 'FILE', what: 'deposits, instead of reading them' },
      withdrawals: { value: 'FILE', what: 'withdrawals' },
      fees: { value: 'FILE', what: 'miner fees, instead of reading them' },
      day: { value: 'YYYY-MM-DD', what: 'only records of this day (UTC), and what was notified about them' },
      'miner-fee': {
        value: 'MEMBER',
        what: 'field of a withdrawal that is its miner fee: fee or real_fee (default: either)',
      },
      format: { value: 'FORMAT', what: 'table (default), csv or json' },
    },
    examples: ['custody reconcile --demo modern --notified day.jsonl --day 2026-11-23 --format csv'],
  },
  pool: {
    usage: 'SYMBOL [SYMBOL ...] --below COUNT [options]',
    summary: 'checks that each coin has enough addresses for new users',
    details: [
      'It asks the service once how many addresses of each coin are available. Run it from a scheduler.',
      'Exit code 1 means that a coin has too few, or that its check failed.',
    ],
    service: true,
    options: {
      below: { value: 'COUNT', what: 'fewer addresses are too few' },
      format: { value: 'FORMAT', what: 'table (default), metrics for Prometheus, or json' },
    },
    examples: [
      'custody pool BTC ETH --below 1000 --env shop.env',
      'custody pool BTC --below 1000 --format metrics --demo modern',
    ],
  },
  mcp: {
    usage: '[options]',
    summary: 'serves docs, plain calls and sandbox control to an assistant (MCP)',
    details: [
      'It speaks the Model Context Protocol on standard input and output; an assistant starts it. It calls only a sandbox or mock of this machine, without keys.',
      'It needs one package more: npm install @modelcontextprotocol/server. CUSTODY_CONTROL_TOKEN contains the token that the sandbox prints.',
    ],
    service: false,
    options: {
      url: { value: 'URL', what: 'plain port of the sandbox or mock (default: the sandbox of npm start)' },
      merchant: { value: 'APP_ID', what: 'as which merchant of the sandbox (default demo-modern)' },
      control: { value: 'URL', what: 'control port of the sandbox (default: that of npm start)' },
    },
    examples: ['custody mcp', 'custody mcp --url http://127.0.0.1:4010'],
  },
  'verify-receiver': {
    usage: 'URL | keys FOLDER | --list',
    summary: 'tests a receiver of notifications, in any language',
    details: [
      'keys FOLDER makes keys for a test receiver and for this command. The receiver reads FOLDER/.env with profileFromEnv() of @custody-wallet/client/env, and knows the addresses verify-address-1 and verify-address-2 for BTC. The probe says how much they got.',
      'Exit codes: 0 all passed, 1 a case failed, 2 the command line or the probe is wrong.',
    ],
    service: false,
    options: {
      keys: { value: 'FOLDER', what: 'folder with the keys (default receiver-keys)' },
      profile: { value: 'NAME', what: 'modern (default) or classic; also for keys' },
      'app-id': { value: 'ID', what: 'app_id of the merchant (default demo-shop); also for keys' },
      'one-pair': { what: 'each party has one key pair for both uses; only classic, also for keys' },
      probe: {
        value: 'URL',
        what: 'address with {what}, {symbol}, {address} and {memo} that responds with an amount; {what} is credited or deducted',
      },
      'probe-command': {
        value: 'COMMAND',
        what: 'command that prints the amount; it gets WHAT, SYMBOL, ADDRESS and MEMO as variables',
      },
      accounts: {
        value: 'LIST',
        what: 'two accounts that the receiver knows, such as BTC:address-1,BTC:address-2',
      },
      'memo-account': {
        value: 'ACCOUNT',
        what: 'account of a coin with memos, such as XRP:address:104822',
      },
      'other-app-id': { value: 'ID', what: 'second app_id that the receiver serves with the same keys' },
      restart: {
        value: 'COMMAND',
        what: 'command that kills the receiver and starts it again; it returns when the receiver listens',
      },
      only: { value: 'IDS', what: 'cases or groups, such as once,credit/1' },
      strict: { what: 'cases that the interface does not require fail instead of warning' },
      timeout: {
        value: 'MS',
        what: 'milliseconds to wait for a response, and for a credit after it (default 10000)',
      },
      list: { what: 'lists the cases' },
    },
    examples: [
      'custody verify-receiver keys receiver-keys',
      'custody verify-receiver http://localhost:3000 --probe http://localhost:3000/credited',
    ],
  },
  sandbox: {
    usage: '[options]',
    summary: 'runs the sandbox, if @custody-wallet/sandbox is installed',
    details: ['Passes everything on to custody-sandbox; custody sandbox --help lists its options.'],
    service: false,
    program: '@custody-wallet/sandbox',
    options: {},
    examples: ['custody sandbox --ephemeral'],
  },
  mock: {
    usage: '[options]',
    summary: 'runs the mock, if @custody-wallet/mock is installed',
    details: ['Passes everything on to custody-mock; custody mock --help lists its options.'],
    service: false,
    program: '@custody-wallet/mock',
    options: {},
    examples: ['custody mock --port 4010'],
  },
} as const
commands satisfies Readonly<Record<string, CommandFacts>>

export type CommandName = keyof typeof commands

export const isCommand = (name: string | undefined): name is CommandName =>
  Object.hasOwn(commands, name ?? '')

/** Names of the commands, in the order of the help. */
export const commandNames: readonly CommandName[] = Object.keys(commands).filter(isCommand)

/** Commands that are the program of another package. */
type ProgramName = {
  [Name in CommandName]: (typeof commands)[Name] extends { readonly program: string } ? Name : never
}[CommandName]

/** Commands of this package. */
export type OwnName = Exclude<CommandName, ProgramName>

/** Package whose program a command is. */
export function findPackage(name: CommandName): string | undefined {
  const { program }: CommandFacts = commands[name]
  return program
}

export const isOwn = (name: CommandName): name is OwnName => findPackage(name) === undefined

type OptionsOf<Name extends CommandName> = (typeof commands)[Name]['options'] &
  typeof commonOptions &
  ((typeof commands)[Name]['service'] extends true ? typeof serviceOptions : unknown)

type NamesOf<Options, Shape> = {
  [Name in keyof Options]: Options[Name] extends Shape ? Name : never
}[keyof Options] &
  string

type ListOption = { readonly many: true }
type ValueOption = { readonly value: string }

type Lists<Options> = NamesOf<Options, ListOption>
type Texts<Options> = Exclude<NamesOf<Options, ValueOption>, Lists<Options>>
type Flags<Options> = Exclude<keyof Options & string, Texts<Options> | Lists<Options>>

/** The parsed command line of a command. */
export type Line<Name extends OwnName> = CommandLine<
  Texts<OptionsOf<Name>>,
  Flags<OptionsOf<Name>>,
  Lists<OptionsOf<Name>>
>

/** Runs a command. Resolves with the exit code; 0 unless it gives one. */
export type Run<Name extends OwnName> = (line: Line<Name>, screen: Screen) => Promise<number | void>

/** Options of a command with those that it shares with others. */
export function listOptions(name: CommandName): CommandFacts['options'] {
  const { service, options, program }: CommandFacts = commands[name]
  // A program of another package has its own options.
  return program === undefined
    ? { ...options, ...(service ? serviceOptions : {}), ...commonOptions }
    : options
}
