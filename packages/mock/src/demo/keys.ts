// Keys of the demo merchants: made once for an installation, kept outside of every repository.
import { createPublicKey, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

import { generateKeys, type GeneratedKeys } from '@custody-wallet/encryption/keys'

import { inFolder, StateError } from './state-error.ts'

/** Names of the demo merchants, which are those of their profiles. */
export const merchantNames = ['modern', 'classic'] as const
export type MerchantName = (typeof merchantNames)[number]

/** Private keys of one side as PEM; one key for both uses under classic. */
export interface SideKeys {
  readonly encryption: string
  readonly signature: string
}

/** What is kept of one demo merchant. */
export interface KeptMerchant {
  readonly appId: string
  readonly apiKey: string
  readonly merchant: SideKeys
  readonly platform: SideKeys
}

export type Kept = { readonly [Name in MerchantName]: KeptMerchant }

/** Folder that keeps the keys of this installation. */
export function stateDirectory(env: NodeJS.ProcessEnv = process.env): string {
  const state = env['XDG_STATE_HOME'] || env['LOCALAPPDATA'] || join(homedir(), '.local', 'state')
  return join(state, 'custody-mock')
}

/** Reads the keys of a folder, and makes them where it has none. */
export const keptIn = (directory: string): Kept => inFolder(directory, () => keptOrMade(directory))

function keptOrMade(directory: string): Kept {
  const file = join(directory, 'keys.json')
  const found = textOf(file)
  if (found !== undefined) return parsed(found, file)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const draft = join(directory, `keys-${randomBytes(8).toString('hex')}.json`)
  writeFileSync(draft, JSON.stringify(made(), undefined, 2), { mode: 0o600 })
  claim(draft, file)
  return parsed(readFileSync(file, 'utf8'), file)
}

// Of two programs that start together one makes the keys of both.
function claim(draft: string, file: string): void {
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

// 2048 bits: they protect nothing, and are made while somebody waits.
const pairs = { modern: 'separate', classic: 'single' } as const

const made = (): Kept => ({ modern: merchantOf('modern'), classic: merchantOf('classic') })

const merchantOf = (name: MerchantName): KeptMerchant => ({
  appId: `demo-${name}`,
  apiKey: `test-${randomBytes(16).toString('hex')}`,
  merchant: sideOf(generateKeys({ bits: 2048, pairs: pairs[name] })),
  platform: sideOf(generateKeys({ bits: 2048, pairs: pairs[name] })),
})

const sideOf = ({ encryption, signature }: GeneratedKeys): SideKeys => ({
  encryption: encryption.privatePem.reveal(),
  signature: signature.privatePem.reveal(),
})

/** The public half of a private key. */
export const publicPem = (privatePem: string): string =>
  createPublicKey(privatePem).export({ type: 'spki', format: 'pem' })

function parsed(text: string, file: string): Kept {
  const kept = jsonOf(text)
  if (isKept(kept)) return kept
  throw new StateError(
    `${file} does not hold the keys of the demo merchants: delete it, and new ones are made.`,
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isKept = (value: unknown): value is Kept =>
  merchantNames.every((name) => isMerchant(memberOf(value, name)))

const isMerchant = (value: unknown): boolean =>
  ['appId', 'apiKey'].every((name) => typeof memberOf(value, name) === 'string') &&
  ['merchant', 'platform'].every((side) =>
    ['encryption', 'signature'].every((use) => typeof memberOf(memberOf(value, side), use) === 'string'),
  )

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined
