// The parser, the help and the docs page are made from these tables.
import type { CommandLine } from '@custody-wallet/demo/cli'
import type { Exact } from '@custody-wallet/types/validate'

import { type CommandDefinition, commonOptions, serviceOptions } from './options.ts'
import type { Screen } from './screen.ts'

/** Commands, in the order of the help. */
export const commands = {
  call: {
    usage: 'CALL [NAME=VALUE ...]',
    summary: 'makes a call and prints the result',
    details: [
      'Without CALL, it lists the calls. Lists print one line of JSON per record.',
      'Calls that may change something need --yes. Pulling withdrawals is one of them.',
    ],
    service: true,
    options: {
      all: { what: 'reads all pages, or accepts any number of ids' },
      'ids-from': {
        value: 'FILE',
        what: 'with --all: reads the ids from a file, one per line; - reads standard input',
      },
      raw: { what: 'prints the whole response: code, message, assurance and HTTP status' },
      wire: { what: 'also prints the HTTP request and response' },
      yes: { what: 'allows calls that may change something' },
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
    summary: 'encrypts and signs a call, and prints the HTTP request',
    details: ['It sends nothing. It prints a curl command, or with --json the parts of the request.'],
    service: true,
    options: { curl: { what: 'prints a curl command (the default)' } },
    examples: ['custody seal accounts.get uid=1 symbol=BTC --demo classic'],
  },
  open: {
    usage: 'CALL [FILE]',
    summary: 'decrypts and verifies a request or a response',
    details: [
      'It reads the URL or body of a request, or the body of a response, from a file or standard input.',
      'For logs and other formats, use custody detect.',
    ],
    service: true,
    options: {
      request: {
        value: 'FILE',
        what: 'body of the request that the response belongs to; modern needs it for v1 responses',
      },
      as: {
        value: 'SIDE',
        what: 'with --demo: merchant (default), or platform to open what the merchant sent',
      },
    },
    examples: ['custody open notifications.deposit message.json --demo modern'],
  },
  detect: {
    usage: '[FILE]',
    summary: 'finds the settings that fit a captured message',
    details: [
      'FILE is a response, a request, a curl command, a HAR file or a log. Without FILE, or with -, it reads standard input.',
      'It tries text encodings, keys, paddings, block sizes, JWE, JWS and signatures, and prints a profile to paste.',
      'It works offline and masks tokens and Api-Keys. Exit code 0 means that it found the settings of all messages.',
    ],
    service: true,
    options: {
      key: {
        value: 'FILE',
        what: 'file with a private or public RSA key as PEM, JWK or base64 DER; repeatable',
        many: true,
      },
      'app-id': { value: 'ID', what: 'app_id, if the capture does not contain it; some senders sign it' },
    },
    examples: [
      'custody detect response.json --key own.pem --key platform.pem',
      'custody detect traffic.har --env .env',
      'custody detect - --demo classic',
    ],
  },
  doctor: {
    usage: '[options]',
    summary: 'checks your setup and says what to fix',
    details: [
      'It checks environment variables, keys, key pairs, addresses, clock, access token and two reads. It changes nothing.',
      'A service rejects all bad messages with the same response, so doctor lists every possible cause, likeliest first. For a sandbox, set CUSTODY_CONTROL_TOKEN: its log contains the exact cause.',
    ],
    service: true,
    options: {
      offline: { what: 'skips the checks that call the service' },
      variables: { what: 'lists the environment variables and their meaning' },
      timeout: { value: 'MS', what: 'timeout of each call in milliseconds (default 5000)' },
      control: {
        value: 'URL',
        what: 'URL of the control port of the sandbox (default: the sandbox of npm start)',
      },
    },
    examples: ['custody doctor --env shop.env', 'custody doctor --demo modern'],
  },
  probe: {
    usage: '[options]',
    summary: 'finds out how a service behaves at the open points',
    details: [
      'It tests names, sealed responses, codes, pages, unknown ids and parsing, shows the evidence, and prints the settings that differ from the profile.',
      'By default it only reads, which changes nothing. With --also consume --yes it pulls withdrawals twice, and a service may mark them as done.',
    ],
    service: true,
    options: {
      rate: { value: 'N', what: 'calls per second at most (default 5)' },
      also: { value: 'NAME', what: 'also runs this probe; consume is the only one; repeatable', many: true },
      yes: { what: 'allows the probes of --also' },
      report: { value: 'FILE', what: 'writes the report as Markdown, or as JSON if FILE ends in .json' },
      'settings-out': {
        value: 'FILE',
        what: 'writes the settings that differ; other commands read the file with --settings',
      },
      timeout: { value: 'MS', what: 'timeout of each call in milliseconds (default 10000)' },
    },
    examples: [
      'custody probe --demo classic',
      'custody probe --env shop.env --report report.md --settings-out settings.json',
    ],
  },
  listen: {
    usage: '[--forward-to URL]',
    summary: 'receives, verifies, shows and forwards notifications',
    details: [
      'Without --forward-to, it responds with success. With --demo, the sandbox sends its notifications here until you press Ctrl-C; set CUSTODY_CONTROL_TOKEN to the token that the sandbox prints.',
    ],
    service: true,
    options: {
      'forward-to': {
        value: 'URL',
        what: 'URL of your receiver; forwards each message byte for byte',
      },
      port: { value: 'PORT', what: 'port to listen on (default 4030, or CUSTODY_PORT_BASE plus 30)' },
      control: {
        value: 'URL',
        what: 'URL of the control port of the sandbox (default: the sandbox of npm start)',
      },
    },
    examples: ['custody listen --demo modern --forward-to http://127.0.0.1:3000'],
  },
  trigger: {
    usage: 'EVENT',
    summary: 'makes the sandbox send a notification',
    details: [
      'Without EVENT, it lists the events. It also prints the control call that does the same.',
      'Set CUSTODY_CONTROL_TOKEN to the token that the sandbox prints when it starts.',
    ],
    service: false,
    options: {
      id: {
        value: 'ID',
        many: true,
        what: 'sends this deposit of the sandbox instead of an example; repeatable',
      },
      override: { value: 'PATH=VALUE', many: true, what: 'replaces a field of the content; repeatable' },
      copies: { value: 'N', what: 'number of copies to send (default 1)' },
      'request-ids': { value: 'HOW', what: 'request_ids of the copies: same (default) or new' },
      order: { value: 'ORDER', what: 'order of sending: given (default), reversed or at-once' },
      delay: { value: 'TIME', what: 'time to wait before sending, such as 30s' },
      merchant: { value: 'APP_ID', what: 'merchant to notify (default demo-modern)' },
      control: {
        value: 'URL',
        what: 'URL of the control port of the sandbox (default: the sandbox of npm start)',
      },
    },
    examples: [
      'custody trigger deposit --override amount=1.5',
      'custody trigger deposit --id 7 --copies 20 --order at-once',
    ],
  },
  console: {
    usage: '[options]',
    summary: 'prints a link to the console of a running sandbox',
    details: [
      'The link works once, within 60 seconds, and starts a browser session.',
      'Set CUSTODY_CONTROL_TOKEN to the token that the sandbox prints when it starts.',
    ],
    service: false,
    options: {
      control: {
        value: 'URL',
        what: 'URL of the control port of the sandbox (default: the sandbox of npm start)',
      },
    },
    examples: ['custody console', 'custody console --control http://127.0.0.1:4022'],
  },
  reconcile: {
    usage: '--notified FILE [options]',
    summary: 'compares notifications with deposits, withdrawals and fees',
    details: [
      'Files contain JSON lines: notifications from custody listen --json, records from custody call. Without a file, deposits and fees are read from the service. Withdrawals need a file, because the service lists them by request id only.',
      'Exit code 1 means that the books differ.',
    ],
    service: true,
    options: {
      notified: { value: 'FILE', what: 'the notifications that you received' },
      deposits: { value: 'FILE', what: 'deposits, instead of reading them from the service' },
      withdrawals: { value: 'FILE', what: 'withdrawals' },
      fees: { value: 'FILE', what: 'miner fees, instead of reading them from the service' },
      day: { value: 'YYYY-MM-DD', what: 'only records of this day (UTC) and their notifications' },
      'miner-fee': {
        value: 'FIELD',
        what: 'field with the miner fee of a withdrawal: fee or real_fee (default: either)',
      },
      format: { value: 'FORMAT', what: 'table (default), csv or json' },
    },
    examples: ['custody reconcile --demo modern --notified day.jsonl --day 2026-11-23 --format csv'],
  },
  pool: {
    usage: 'SYMBOL [SYMBOL ...] --below COUNT [options]',
    summary: 'checks that enough addresses are left for new users',
    details: [
      'It asks the service once per coin how many addresses are available. Run it from a scheduler.',
      'Exit code 1 means that a coin has too few addresses, or that its check failed.',
    ],
    service: true,
    options: {
      below: { value: 'COUNT', what: 'lowest number of addresses that is enough' },
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
      'It speaks the Model Context Protocol on standard input and output; your assistant starts it. It calls only a sandbox or mock on this machine and has no keys.',
      'Install one more package: npm install @modelcontextprotocol/server. Set CUSTODY_CONTROL_TOKEN to the token that the sandbox prints.',
    ],
    service: false,
    options: {
      url: {
        value: 'URL',
        what: 'URL of the plain port of the sandbox or mock (default: the sandbox of npm start)',
      },
      merchant: {
        value: 'APP_ID',
        what: 'merchant of the sandbox that makes the calls (default demo-modern)',
      },
      control: {
        value: 'URL',
        what: 'URL of the control port of the sandbox (default: the sandbox of npm start)',
      },
    },
    examples: ['custody mcp', 'custody mcp --url http://127.0.0.1:4010'],
  },
  'verify-receiver': {
    usage: 'URL | keys FOLDER | --list',
    summary: 'tests a notification receiver in any language',
    details: [
      'keys FOLDER creates keys for a test receiver and for this command. Load FOLDER/.env in the receiver with readProfileFromEnv() of @custody-wallet/client/env, and register the BTC addresses verify-address-1 and verify-address-2 there. The probe returns the amount that an address got.',
      'Exit codes: 0 all passed, 1 a case failed, 2 the command line or the probe is wrong.',
    ],
    service: false,
    options: {
      keys: { value: 'FOLDER', what: 'folder with the keys (default receiver-keys)' },
      profile: { value: 'NAME', what: 'modern (default) or classic; also for keys' },
      'app-id': { value: 'ID', what: 'app_id of the merchant (default demo-shop); also for keys' },
      'one-pair': { what: 'each party has one key pair for both uses (classic only); also for keys' },
      probe: {
        value: 'URL',
        what: 'URL that returns an amount. {what} (credited or deducted), {symbol}, {address} and {memo} are replaced',
      },
      'probe-command': {
        value: 'COMMAND',
        what: 'command that prints the amount; it reads WHAT, SYMBOL, ADDRESS and MEMO from its environment',
      },
      accounts: {
        value: 'LIST',
        what: 'two accounts that the receiver knows, such as BTC:address-1,BTC:address-2',
      },
      'memo-account': {
        value: 'ACCOUNT',
        what: 'account of a coin with memos, such as XRP:address:104822',
      },
      'other-app-id': {
        value: 'ID',
        what: 'second app_id that the receiver serves with the same keys; under classic, each app_id needs its own keys',
      },
      restart: {
        value: 'COMMAND',
        what: 'command that kills and restarts the receiver; it must return once the receiver listens',
      },
      only: { value: 'IDS', what: 'cases or groups, such as once,credit/1' },
      strict: { what: 'fails cases that the interface does not require, instead of warning' },
      timeout: {
        value: 'MS',
        what: 'milliseconds to wait for a response, then for a credit (default 10000)',
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
    details: ['All arguments go to custody-sandbox. custody sandbox --help lists its options.'],
    service: false,
    program: '@custody-wallet/sandbox',
    options: {},
    examples: ['custody sandbox --ephemeral'],
  },
  mock: {
    usage: '[options]',
    summary: 'runs the mock, if @custody-wallet/mock is installed',
    details: ['All arguments go to custody-mock. custody mock --help lists its options.'],
    service: false,
    program: '@custody-wallet/mock',
    options: {},
    examples: ['custody mock --port 4010'],
  },
} as const
commands satisfies Exact<typeof commands, Readonly<Record<string, CommandDefinition>>>

export type CommandName = keyof typeof commands

export const isCommand = (name: string | undefined): name is CommandName => Object.hasOwn(commands, name ?? '')

/** Command names in the order of the help. */
export const commandNames: readonly CommandName[] = Object.keys(commands).filter(isCommand)

/** Commands that other packages provide. */
type ProgramName = {
  [Name in CommandName]: (typeof commands)[Name] extends { readonly program: string } ? Name : never
}[CommandName]

/** Commands of this package. */
export type OwnName = Exclude<CommandName, ProgramName>

/** Returns the package that provides a command; undefined for commands of this package. */
export function findPackage(name: CommandName): string | undefined {
  const { program }: CommandDefinition = commands[name]
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

/** Runs a command. Resolves with the exit code; without one, it is 0. */
export type Run<Name extends OwnName> = (line: Line<Name>, screen: Screen) => Promise<number | void>

/** Lists the options of a command, including those it shares with others. */
export function listOptions(name: CommandName): CommandDefinition['options'] {
  const { service, options, program }: CommandDefinition = commands[name]
  // Programs of other packages parse their own options.
  return program === undefined ? { ...options, ...(service ? serviceOptions : {}), ...commonOptions } : options
}
