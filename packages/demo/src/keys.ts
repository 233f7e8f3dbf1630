// Keys of the demo merchants, generated once for each installation.
import { createPublicKey, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

import { generateKeysAsync } from '@custody-wallet/encryption/internal'
import { generateKeys, type GeneratedKeys } from '@custody-wallet/encryption/keys'
import { isObject } from '@custody-wallet/types/validate'

import { runInFolder, StateError } from './state-error.ts'

/** Names of the demo merchants and of their profiles. */
export const merchantNames = ['modern', 'classic'] as const
export type MerchantName = (typeof merchantNames)[number]

/** Private keys of one side as PEM. With classic, both are the same key. */
export interface SideKeys {
  readonly encryption: string
  readonly signature: string
  /** Version of keys that replace earlier ones; part of their ids. */
  readonly version?: number
}

/** Credentials of a merchant, and the platform's keys for it. */
export interface PlatformKeys {
  readonly appId: string
  readonly apiKey: string
  /** Keys for signing and decryption. */
  readonly platform: SideKeys
  /** Additional keys for decryption while the platform replaces its keys. */
  readonly otherPlatform?: SideKeys | undefined
}

/** Credentials and keys of one demo merchant. */
export interface MerchantKeys extends PlatformKeys {
  readonly merchant: SideKeys
}

export type DemoKeys = { readonly [Name in MerchantName]: MerchantKeys }

/** Returns the folder of a program in the state folder of this user; by default, the folder of the demo keys. */
export function getStateDirectory(env: NodeJS.ProcessEnv = process.env, program = 'custody-mock'): string {
  const state = env['XDG_STATE_HOME'] || env['LOCALAPPDATA'] || join(homedir(), '.local', 'state')
  return join(state, program)
}

/** Reads the keys of a folder, or creates them. */
export const loadDemoKeys = (directory: string): DemoKeys => runInFolder(directory, () => readOrMake(directory))

function readOrMake(directory: string): DemoKeys {
  const file = join(directory, 'keys.json')
  const found = readText(file)
  if (found !== undefined) return parseKeys(found, file)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const draft = join(directory, `keys-${randomBytes(8).toString('hex')}.json`)
  writeFileSync(draft, JSON.stringify(makeDemoKeys(), undefined, 2), { mode: 0o600 })
  claim(draft, file)
  return parseKeys(readFileSync(file, 'utf8'), file)
}

// If two programs start at the same time, both use the keys of the first.
function claim(draft: string, file: string): void {
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

// 2048 bits are enough, because the keys protect nothing and the user waits for them.
const pairs = { modern: 'separate', classic: 'single' } as const

const makeKeysFor = (appId: string, name: MerchantName): MerchantKeys =>
  createMerchantKeys(appId, generateKeys(getKeyOptions(name)), generateKeys(getKeyOptions(name)))

const makeDemoKeys = (): DemoKeys => ({
  modern: makeKeysFor('demo-modern', 'modern'),
  classic: makeKeysFor('demo-classic', 'classic'),
})

const getKeyOptions = (name: MerchantName) => ({ bits: 2048, pairs: pairs[name] }) as const

export const generateApiKey = (): string => `test-${randomBytes(16).toString('hex')}`

/** Creates the keys of both sides and an Api-Key without blocking the event loop. */
export const generateMerchantKeys = async (appId: string, name: MerchantName): Promise<MerchantKeys> =>
  createMerchantKeys(appId, await generateKeysAsync(getKeyOptions(name)), await generateKeysAsync(getKeyOptions(name)))

/** Creates the platform's keys and an Api-Key for a merchant with its own keys. */
export const generatePlatformKeys = async (appId: string, name: MerchantName): Promise<PlatformKeys> =>
  createPlatformKeys(appId, await generateKeysAsync(getKeyOptions(name)))

const createMerchantKeys = (appId: string, merchant: GeneratedKeys, platform: GeneratedKeys): MerchantKeys => ({
  ...createPlatformKeys(appId, platform),
  merchant: toSideKeys(merchant),
})

const createPlatformKeys = (appId: string, platform: GeneratedKeys): PlatformKeys => ({
  appId,
  apiKey: generateApiKey(),
  platform: toSideKeys(platform),
})

const toSideKeys = ({ encryption, signature }: GeneratedKeys): SideKeys => ({
  encryption: encryption.privatePem.reveal(),
  signature: signature.privatePem.reveal(),
})

export const toPublicPem = (privatePem: string): string =>
  createPublicKey(privatePem).export({ type: 'spki', format: 'pem' })

function parseKeys(text: string, file: string): DemoKeys {
  const keys = parseJson(text)
  if (isDemoKeys(keys)) return keys
  throw new StateError(
    `${file} does not contain the keys of the demo merchants. Delete the file: the mock then creates new keys.`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isDemoKeys = (value: unknown): value is DemoKeys =>
  merchantNames.every((name) => isMerchantKeys(getField(value, name)))

export const isMerchantKeys = (value: unknown): value is MerchantKeys =>
  ['appId', 'apiKey'].every((name) => typeof getField(value, name) === 'string') &&
  ['merchant', 'platform'].every((side) =>
    ['encryption', 'signature'].every((use) => typeof getField(getField(value, side), use) === 'string'),
  )

const getField = (value: unknown, name: string): unknown =>
  isObject(value) ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined
