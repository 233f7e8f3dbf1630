// The acceptance test on the command line.
import { execFile } from 'node:child_process'
import { parseArgs, promisify } from 'node:util'

import { nearestName } from '@custody-wallet/types/validate'

import { KeyFolderError, type KeySettings, platformProfile, profileNames, writeKeys } from './keys.ts'
import { ProbeError } from './observer.ts'
import { commandProbe, httpProbe } from './probes.ts'
import { caseText, resultText, summaryText } from './report.ts'
import type { Account, Probe } from './session.ts'
import { casesFor, type VerifyOptions, verifyReceiver } from './verify.ts'

export const help = `custody-verify-receiver tests a receiver of notifications over HTTP, in any language.

  custody-verify-receiver keys FOLDER        makes keys for a test receiver, and for this program;
                                             takes --profile, --app-id and --one-pair
  custody-verify-receiver URL [options]      tests the receiver at this address
  custody-verify-receiver --list             lists the cases

The receiver uses the merchant's keys of the folder, the app_id demo-shop, and the parties merchant (its own) and
platform: profileFromEnv() of @custody-wallet/client/env reads them from FOLDER/.env. It knows the addresses
verify-address-1 and verify-address-2 for BTC. The probe says how much they got.

  --keys FOLDER            the keys; ./receiver-keys unless given
  --profile NAME           modern or classic; modern unless given
  --app-id ID              the app_id; demo-shop unless given
  --one-pair               each party has one key pair for both uses; only classic
  --probe URL              an address with {what}, {symbol}, {address} and {memo} that answers with an amount;
                           {what} is credited or deducted
  --probe-command COMMAND  a command that prints it; it gets WHAT, SYMBOL, ADDRESS and MEMO as variables
  --accounts LIST          two accounts, such as BTC:address-1,BTC:address-2
  --memo-account ACCOUNT   an account of a coin with memos, such as XRP:address:104822
  --other-app-id ID        a second app_id that the receiver serves with the same keys
  --restart COMMAND        kills the receiver and starts it again; it returns when the receiver listens
  --only IDS               cases or groups, such as once,credit/1
  --strict                 cases that the interface does not require fail instead of warning
  --timeout MILLISECONDS   how long to wait for a response, and for a credit after it; 10000 unless given
  --json                   prints the result sheet as JSON
  --help                   prints this text

Exit codes: 0 all passed, 1 a case failed, 2 the command line or the probe is wrong.
`

const options = {
  keys: { type: 'string', default: 'receiver-keys' },
  profile: { type: 'string', default: 'modern' },
  'app-id': { type: 'string', default: 'demo-shop' },
  'one-pair': { type: 'boolean', default: false },
  probe: { type: 'string' },
  'probe-command': { type: 'string' },
  accounts: { type: 'string' },
  'memo-account': { type: 'string' },
  'other-app-id': { type: 'string' },
  restart: { type: 'string' },
  only: { type: 'string' },
  strict: { type: 'boolean', default: false },
  timeout: { type: 'string', default: '10000' },
  json: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/** A wrong command line. */
class UsageError extends Error {}

interface Output {
  readonly print: (text: string) => void
  readonly warn: (text: string) => void
}

/** Runs the program. Resolves with its exit code. */
export async function runVerify(args: readonly string[], { print, warn }: Output): Promise<number> {
  try {
    const { values, positionals } = parsed(args)
    const only = values.only?.split(',')
    if (values.help) print(help)
    else if (values.list) print(`${casesFor(only).map(caseText).join('\n')}\n`)
    else if (positionals[0] === 'keys') print(keysIn(positionals[1], settingsFrom(values)))
    else {
      const onResult: VerifyOptions['onResult'] = values.json
        ? undefined
        : (one) => print(`${resultText(one)}\n`)
      const sheet = await verifyReceiver({ ...optionsFrom(values, positionals), only, onResult })
      print(values.json ? `${JSON.stringify(sheet, null, 2)}\n` : `${summaryText(sheet)}\n`)
      return sheet.passed ? 0 : 1
    }
    return 0
  } catch (error) {
    if (!isForTheUser(error)) throw error
    warn(`${error.message}\n`)
    return 2
  }
}

function parsed(args: readonly string[]): ReturnType<typeof parse> {
  try {
    return parse(args)
  } catch (error) {
    const [what = ''] = error instanceof Error ? error.message.split(/\.\s|\.?$/m) : []
    const [, unknown = ''] = /^Unknown option '--([\w-]+)/.exec(what) ?? []
    const near = nearestName(unknown, Object.keys(options))
    throw new UsageError(
      `${what}${near === undefined ? '.' : `; did you mean --${near}?`} --help lists the options.`,
    )
  }
}

const parse = (args: readonly string[]) => parseArgs({ args: [...args], options, allowPositionals: true })

// The errors of files have codes.
const isForTheUser = (error: unknown): error is Error =>
  error instanceof UsageError ||
  error instanceof KeyFolderError ||
  error instanceof ProbeError ||
  error instanceof TypeError ||
  (error instanceof Error && 'code' in error)

function keysIn(folder: string | undefined, settings: KeySettings): string {
  if (folder === undefined)
    throw new UsageError('keys needs a folder: custody-verify-receiver keys receiver-keys')
  const keys = writeKeys(folder, settings)
  const named = (party: string, half: string): string =>
    keys
      .filter(({ name }) => name.startsWith(party))
      .map(({ name }) => `${name}-${half}.pem`)
      .join(', ')
  const ids = keys.map(({ name, kid }) => `  ${name.padEnd(12)}  ${kid}\n`)
  return `${folder} has the keys now. Your test receiver reads ${folder}/.env with profileFromEnv(), or the files
${named('merchant', 'private')}, ${named('platform', 'public')}.
Key ids:\n${ids.join('')}`
}

type Values = ReturnType<typeof parse>['values']

function settingsFrom({ profile, 'app-id': appId, 'one-pair': onePair }: Values): KeySettings {
  if (!profileNames.includes(profile))
    throw new UsageError(`--profile must be one of ${profileNames.join(', ')}, not ${profile}.`)
  if (onePair && profile !== 'classic') throw new UsageError('--one-pair needs --profile classic.')
  return { profile, appId, onePair }
}

function optionsFrom(values: Values, [url, ...more]: readonly string[]): VerifyOptions {
  if (url === undefined || !/^https?:\/\//.test(url))
    throw new UsageError(
      'Give the address of the receiver, such as http://localhost:3000; --help shows an example.',
    )
  if (more.length > 0) throw new UsageError(`One address at a time: remove ${more.join(' ')}.`)
  const { keys, timeout, restart } = values
  const settings = settingsFrom(values)
  if (!/^[1-9]\d{0,5}$/.test(timeout)) throw new UsageError('--timeout must be a number of milliseconds.')
  const [first, second] = (values.accounts ?? 'BTC:verify-address-1,BTC:verify-address-2')
    .split(',')
    .map(accountIn)
  if (!first || !second)
    throw new UsageError('--accounts needs two accounts, such as BTC:address-1,BTC:address-2.')
  return {
    url,
    profile: platformProfile(keys, settings),
    probe: probeOf(values),
    accounts: [first, second],
    memoAccount: values['memo-account'] === undefined ? undefined : accountIn(values['memo-account']),
    otherAppId: values['other-app-id'],
    restart: restart === undefined ? undefined : () => promisify(execFile)('sh', ['-c', restart]),
    strict: values.strict,
    timeout: Number(timeout),
  }
}

function probeOf({ probe, 'probe-command': command }: Values): Probe {
  if (probe !== undefined && command === undefined) return httpProbe(probe)
  if (command !== undefined && probe === undefined) return commandProbe(command)
  throw new UsageError('Give --probe or --probe-command, which tells how much the receiver credited.')
}

function accountIn(text: string): Account {
  const [symbol = '', address = '', memo = '', ...more] = text.split(':')
  if (symbol === '' || address === '' || more.length > 0)
    throw new UsageError(
      `An account is a coin, an address and perhaps a memo, such as BTC:address-1, not ${text}.`,
    )
  return { symbol, address, memo }
}
