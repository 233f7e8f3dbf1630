import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { Failure } from '@custody-wallet/demo/cli'
import type { Profile } from '@custody-wallet/encryption'
import { classic } from '@custody-wallet/encryption/classic'
import { loadPublicKey } from '@custody-wallet/encryption/internal'
import { generateKeys, type KeyPairTexts, type KeyUse } from '@custody-wallet/encryption/keys'
import { modern } from '@custody-wallet/encryption/modern'

const parties = { own: 'platform', peer: 'merchant' } as const

type Party = (typeof parties)['own' | 'peer']

/** The keys of a folder, and their receiver. */
export interface KeySettings {
  readonly profile: string
  readonly appId: string
  /** Whether each party has one pair for both uses, as some deployments of `classic` do. */
  readonly hasOnePair: boolean
}

interface KeyFile {
  readonly party: Party
  readonly use: KeyUse
  /** File name without the half and the extension. */
  readonly name: string
  /** Variable of the receiver's environment, without its prefix. */
  readonly variable: string
}

const listKeyFiles = (hasOnePair: boolean): readonly KeyFile[] =>
  (['merchant', 'platform'] as const).flatMap((party): readonly KeyFile[] =>
    hasOnePair
      ? [{ party, use: 'signature', name: party, variable: 'KEY' }]
      : [
          { party, use: 'encryption', name: `${party}-enc`, variable: 'ENCRYPTION_KEY' },
          { party, use: 'signature', name: `${party}-sig`, variable: 'SIGNATURE_KEY' },
        ],
  )

const getFileNames = (name: string) => [`${name}-private.pem`, `${name}-public.pem`] as const

/** A key that was written, with its id. */
export interface WrittenKey {
  readonly name: string
  readonly kid: string
}

/**
 * Writes new keys of both parties to a folder that only this user can read, with an `.env` for the receiver. The receiver
 * uses the merchant's half, the acceptance test the platform's.
 */
export function writeKeys(folder: string, settings: KeySettings): readonly WrittenKey[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const keyFiles = listKeyFiles(settings.hasOnePair)
  // Replacing a key would silently break the receiver that uses it.
  const existing = ['.gitignore', ...keyFiles.flatMap(({ name }) => getFileNames(name)), '.env'].find((name) =>
    existsSync(join(folder, name)),
  )
  if (existing !== undefined) throw new Failure(`${folder} already contains ${existing}. Choose another folder.`, 2)
  const pairs = settings.hasOnePair ? 'single' : 'separate'
  const keys = { merchant: generateKeys({ pairs }), platform: generateKeys({ pairs }) }
  const writtenKeys = keyFiles.map((file) => ({ ...file, ...keys[file.party][file.use] }))
  const files: (readonly [name: string, text: string])[] = [
    ['.gitignore', '*\n'],
    ...writtenKeys.flatMap(({ name, privatePem, publicPem }) => {
      const [own, shared] = getFileNames(name)
      return [[own, privatePem.reveal()] as const, [shared, publicPem] as const]
    }),
    ['.env', formatEnvironment(writtenKeys, settings)],
  ]
  for (const [name, text] of files) writeFileSync(join(folder, name), text, { mode: 0o600, flag: 'wx' })
  return writtenKeys.map(({ name, use, publicPem }) => ({ name, kid: loadPublicKey(publicPem, use).kid }))
}

/** Formats the variables that `readProfileFromEnv()` of the client reads. */
function formatEnvironment(keys: readonly (KeyFile & KeyPairTexts)[], { profile, appId }: KeySettings): string {
  const variables: readonly (readonly [name: string, value: string])[] = [
    ['PROFILE', profile],
    ['APP_ID', appId],
    ['OWN_PARTY', parties.peer],
    ['PEER_PARTY', parties.own],
    ...keys.map(({ party, variable, privatePem, publicPem }) =>
      party === parties.peer
        ? ([`OWN_${variable}`, flattenPem(privatePem.reveal())] as const)
        : ([`PEER_${variable}`, flattenPem(publicPem)] as const),
    ),
    ['MODE', 'pool'],
  ]
  return variables.map(([name, value]) => `CUSTODY_${name}=${value}\n`).join('')
}

/** Returns the base64 of a PEM text, because values of .env files are on one line. */
const flattenPem = (pem: string): string => pem.replaceAll(/-----[^-]+-----|\s/g, '')

/** Profiles with keys in a folder. */
export const profileNames: readonly string[] = ['modern', 'classic']

/** Creates the platform's profile from the keys of a folder. */
export function createPlatformProfile(folder: string, { profile, appId, hasOnePair }: KeySettings): Profile {
  const readKeyTexts = (party: Party, half: 'private' | 'public') => {
    const read = (use: KeyUse): string => {
      const file = listKeyFiles(hasOnePair).find((each) => each.party === party && (hasOnePair || each.use === use))
      return readKey(folder, `${file?.name}-${half}.pem`, hasOnePair)
    }
    return { encryption: read('encryption'), signature: read('signature') }
  }
  const options = {
    appId,
    party: parties,
    keys: { own: readKeyTexts(parties.own, 'private'), peer: readKeyTexts(parties.peer, 'public') },
    mode: 'pool',
  } as const
  return profile === 'classic' ? classic({ ...options, allowSameKey: hasOnePair }) : modern(options)
}

function readKey(folder: string, file: string, hasOnePair: boolean): string {
  try {
    return readFileSync(join(folder, file), 'utf8')
  } catch {
    throw new Failure(describeMissingKey(folder, file, hasOnePair), 2)
  }
}

function describeMissingKey(folder: string, file: string, hasOnePair: boolean): string {
  const hasOther = listKeyFiles(!hasOnePair).every(({ name }) => existsSync(join(folder, `${name}-private.pem`)))
  if (hasOther && hasOnePair) return `${folder} has two key pairs of each party. Remove --one-pair.`
  if (hasOther) return `${folder} has one key pair of each party. Add --profile classic --one-pair.`
  return `${folder} has no ${file}. Create keys with: custody verify-receiver keys ${folder}, with the same --profile and --one-pair, and install them in the receiver.`
}
