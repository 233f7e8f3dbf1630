import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

import { type MerchantName, merchantNames } from '@custody-wallet/server/demo'

import { Failure, misuse } from './failure.ts'

/** Options of a command. Options of other commands are unknown to it. */
interface Known<Text extends string, Flag extends string> {
  readonly texts: readonly Text[]
  readonly flags: readonly Flag[]
}

/** A parsed command line. */
export interface CommandLine<Text extends string, Flag extends string> {
  readonly text: (name: Text) => string | undefined
  readonly has: (name: Flag) => boolean
  readonly positionals: readonly string[]
}

/** Reads a command line. */
export function parsed<Text extends string, Flag extends string>(
  args: readonly string[],
  { texts, flags }: Known<Text, Flag>,
): CommandLine<Text, Flag> {
  const known = new Map<string, { readonly type: 'string' | 'boolean' }>([
    ...texts.map((name) => [name, { type: 'string' }] as const),
    ...flags.map((name) => [name, { type: 'boolean' }] as const),
  ])
  const { values, positionals } = parseWith(args, Object.fromEntries(known))
  // Usually an unset variable of the shell.
  const empty = texts.find((name) => values[name] === '')
  if (empty !== undefined) throw misuse(`--${empty} needs a value.`)
  return {
    text: (name) => textOf(values[name]),
    has: (name) => values[name] === true,
    positionals,
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function parseWith(args: readonly string[], known: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args: [...args], options: known, allowPositionals: true })
  } catch (error) {
    // Only the first sentence is for the user.
    const [what = ''] = error instanceof Error ? error.message.split(/\.\s|\.?$/m) : []
    throw misuse(`${what}.`)
  }
}

const defaultBase = 4000

/** The number that all ports are relative to. */
export function portBase(env: NodeJS.ProcessEnv): number {
  return wholeNumber('CUSTODY_PORT_BASE', env['CUSTODY_PORT_BASE'] || String(defaultBase), [1, 65_524])
}

/** A whole number of the command line or the environment, within bounds. */
export function wholeNumber(name: string, value: string, [least, most]: readonly [number, number]): number {
  const number = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN
  if (number >= least && number <= most) return number
  throw new Failure(`${name} is "${value}", but must be a whole number from ${least} to ${most}.`, 2)
}

/** A share from 0 to 1. */
export function rate(name: string, value: string): number {
  const number = /^\d(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
  if (number >= 0 && number <= 1) return number
  throw new Failure(`${name} is "${value}", but must be a number from 0 to 1, such as 0.1.`, 2)
}

/** The name of a demo merchant. */
export function merchantNamed(name: string = 'modern'): MerchantName {
  const found = merchantNames.find((each) => each === name)
  if (found) return found
  throw misuse(`--merchant must be ${merchantNames.join(' or ')}.`)
}

/** Address of the wire mock. */
export const wireUrl = (url: string | undefined, env: NodeJS.ProcessEnv): string =>
  (url ?? `http://127.0.0.1:${portBase(env) + 11}`).replace(/\/+$/, '')
