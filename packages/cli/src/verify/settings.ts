import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { createMisuse, parseInteger } from '@custody-wallet/demo/cli'

import type { Line } from '../commands.ts'
import { runWithUsageErrors, parseAddress } from '../settings.ts'
import { type KeySettings, createPlatformProfile, profileNames } from './keys.ts'
import type { Account, Probe } from './observer.ts'
import { createCommandProbe, createHttpProbe } from './probes.ts'
import type { VerifyOptions } from './verify.ts'

type VerifyLine = Line<'verify-receiver'>

/** Reads the case ids of a command line; undefined means all. */
export const readCaseIds = (line: VerifyLine): readonly string[] | undefined => line.text('only')?.split(',')

/** Reads which keys the folder has. */
export function readKeySettings(line: VerifyLine): KeySettings {
  const [profile = 'modern', appId = 'demo-shop'] = [line.text('profile'), line.text('app-id')]
  const hasOnePair = line.has('one-pair')
  if (!profileNames.includes(profile))
    throw createMisuse(`--profile must be ${profileNames.join(' or ')}, not ${profile}.`)
  if (hasOnePair && profile !== 'classic') throw createMisuse('--one-pair needs --profile classic.')
  return { profile, appId, hasOnePair }
}

/** Reads the options of a test. The keys come last, because they take longest to correct. */
export function readVerifyOptions(line: VerifyLine): VerifyOptions {
  const url = readUrl(line)
  const settings = readKeySettings(line)
  const readOption = <Value>(name: Parameters<VerifyLine['text']>[0], read: (text: string) => Value) => {
    const text = line.text(name)
    return text === undefined ? undefined : read(text)
  }
  const folder = line.text('keys') ?? 'receiver-keys'
  return {
    url,
    accounts: readOption('accounts', parseAccounts),
    memoAccount: readOption('memo-account', parseAccount),
    otherAppId: line.text('other-app-id'),
    restart: readOption('restart', (command) => () => promisify(execFile)('sh', ['-c', command])),
    only: readCaseIds(line),
    isStrict: line.has('strict'),
    timeout: readOption('timeout', (text) => parseInteger('--timeout', text, [1, 999_999])),
    probe: readProbe(line),
    profile: runWithUsageErrors(
      () => createPlatformProfile(folder, settings),
      `Check --app-id and the keys in ${folder}.`,
    ),
  }
}

const example = 'http://127.0.0.1:3000'

function readUrl({ positionals: [url, ...more] }: VerifyLine): string {
  if (url === undefined) throw createMisuse(`The URL of the receiver is missing. Give one such as ${example}.`)
  if (more.length > 0) throw createMisuse(`custody verify-receiver accepts one URL. Remove ${more.join(' ')}.`)
  return parseAddress('The receiver', url, example)
}

function readProbe(line: VerifyLine): Probe {
  const [address, command] = [line.text('probe'), line.text('probe-command')]
  if (address !== undefined && command === undefined) return createHttpProbe(address)
  if (command !== undefined && address === undefined) return createCommandProbe(command)
  throw createMisuse('Set either --probe or --probe-command, which return how much the receiver credited.')
}

function parseAccounts(list: string): readonly [Account, Account] {
  const [first, second, ...more] = list.split(',').map(parseAccount)
  if (first && second && more.length === 0) return [first, second]
  throw createMisuse('--accounts must be two accounts such as BTC:address-1,BTC:address-2.')
}

function parseAccount(text: string): Account {
  const [symbol = '', address = '', memo = '', ...more] = text.split(':')
  if (symbol !== '' && address !== '' && more.length === 0) return { symbol, address, memo }
  throw createMisuse(
    `${text} is not an account. Write the coin, the address and an optional memo, such as BTC:address-1.`,
  )
}
