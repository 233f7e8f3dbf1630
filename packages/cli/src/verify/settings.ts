// Which receiver a command line tests, with which keys, cases and probe.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { createMisuse, parseInteger } from '@custody-wallet/server/cli'

import type { Line } from '../commands.ts'
import { runWithUsageErrors, parseAddress } from '../settings.ts'
import { type KeySettings, platformProfile, profileNames } from './keys.ts'
import type { Account, Probe } from './observer.ts'
import { commandProbe, httpProbe } from './probes.ts'
import type { VerifyOptions } from './verify.ts'

type VerifyLine = Line<'verify-receiver'>

/** The cases of a command line; all unless given. */
export const idsIn = (line: VerifyLine): readonly string[] | undefined => line.text('only')?.split(',')

/** Which keys a folder has. */
export function keySettingsIn(line: VerifyLine): KeySettings {
  const [profile = 'modern', appId = 'demo-shop'] = [line.text('profile'), line.text('app-id')]
  const onePair = line.has('one-pair')
  if (!profileNames.includes(profile))
    throw createMisuse(`--profile takes ${profileNames.join(' or ')}, not ${profile}.`)
  if (onePair && profile !== 'classic') throw createMisuse('--one-pair needs --profile classic.')
  return { profile, appId, onePair }
}

/** The options of a test. The keys are read last, because they take longest to correct. */
export function verifyOptionsIn(line: VerifyLine): VerifyOptions {
  const url = urlIn(line)
  const settings = keySettingsIn(line)
  const given = <Value>(name: Parameters<VerifyLine['text']>[0], read: (text: string) => Value) => {
    const text = line.text(name)
    return text === undefined ? undefined : read(text)
  }
  const folder = line.text('keys') ?? 'receiver-keys'
  return {
    url,
    accounts: given('accounts', accountsIn),
    memoAccount: given('memo-account', accountIn),
    otherAppId: line.text('other-app-id'),
    restart: given('restart', (command) => () => promisify(execFile)('sh', ['-c', command])),
    only: idsIn(line),
    strict: line.has('strict'),
    timeout: given('timeout', (text) => parseInteger('--timeout', text, [1, 999_999])),
    probe: probeIn(line),
    profile: runWithUsageErrors(
      () => platformProfile(folder, settings),
      `Check --app-id and the keys in ${folder}.`,
    ),
  }
}

const example = 'http://127.0.0.1:3000'

function urlIn({ positionals: [url, ...more] }: VerifyLine): string {
  if (url === undefined) throw createMisuse(`Give the address of the receiver, such as ${example}.`)
  if (more.length > 0) throw createMisuse(`One address at a time: remove ${more.join(' ')}.`)
  return parseAddress('URL', url, example)
}

function probeIn(line: VerifyLine): Probe {
  const [address, command] = [line.text('probe'), line.text('probe-command')]
  if (address !== undefined && command === undefined) return httpProbe(address)
  if (command !== undefined && address === undefined) return commandProbe(command)
  throw createMisuse('Give --probe or --probe-command, which tells how much the receiver credited.')
}

function accountsIn(list: string): readonly [Account, Account] {
  const [first, second, ...more] = list.split(',').map(accountIn)
  if (first && second && more.length === 0) return [first, second]
  throw createMisuse('--accounts needs two accounts, such as BTC:address-1,BTC:address-2.')
}

function accountIn(text: string): Account {
  const [symbol = '', address = '', memo = '', ...more] = text.split(':')
  if (symbol !== '' && address !== '' && more.length === 0) return { symbol, address, memo }
  throw createMisuse(
    `An account is a coin, an address and perhaps a memo, such as BTC:address-1, not ${text}.`,
  )
}
