// Keys for a test of a receiver, in a folder: the receiver reads the merchant's half, the acceptance test the platform's.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Profile } from '@custody-wallet/encryption'
import { classic } from '@custody-wallet/encryption/classic'
import { loadPublicKey } from '@custody-wallet/encryption/internal'
import { generateKeys, type KeyPairTexts, type KeyUse } from '@custody-wallet/encryption/keys'
import { modern } from '@custody-wallet/encryption/modern'
import { Failure } from '@custody-wallet/server/cli'

const parties = { own: 'platform', peer: 'merchant' } as const

type Party = (typeof parties)['own' | 'peer']

/** Which keys a folder has, and for which receiver. */
export interface KeySettings {
  readonly profile: string
  readonly appId: string
  /** Each party has one pair for both uses, as some deployments of `classic` do. */
  readonly onePair: boolean
}

interface KeyFile {
  readonly party: Party
  readonly use: KeyUse
  /** Name of the file without the half and the ending. */
  readonly name: string
  /** Variable of the receiver's environment, without the party. */
  readonly variable: string
}

/** The keys of a folder by number of pairs. */
const keyFiles = (onePair: boolean): readonly KeyFile[] =>
  (['merchant', 'platform'] as const).flatMap((party): readonly KeyFile[] =>
    onePair
      ? [{ party, use: 'signature', name: party, variable: 'KEY' }]
      : [
          { party, use: 'encryption', name: `${party}-enc`, variable: 'ENCRYPTION_KEY' },
          { party, use: 'signature', name: `${party}-sig`, variable: 'SIGNATURE_KEY' },
        ],
  )

/** The files of both halves of a key. */
const fileNames = (name: string) => [`${name}-private.pem`, `${name}-public.pem`] as const

/** A key that was written: its file without the half, and its id. */
export interface WrittenKey {
  readonly name: string
  readonly kid: string
}

/**
 * Writes new keys of both parties and the receiver's `.env` to an empty folder, which only this user can read. Returns
 * the keys with their ids.
 */
export function writeKeys(folder: string, settings: KeySettings): readonly WrittenKey[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const named = keyFiles(settings.onePair)
  // A key that is replaced would silently no longer fit the receiver.
  const existing = ['.gitignore', ...named.flatMap(({ name }) => fileNames(name)), '.env'].find((name) =>
    existsSync(join(folder, name)),
  )
  if (existing !== undefined)
    throw new Failure(`${folder} has ${existing} already. Choose another folder.`, 2)
  const pairs = settings.onePair ? 'single' : 'separate'
  const keys = { merchant: generateKeys({ pairs }), platform: generateKeys({ pairs }) }
  const chosen = named.map((file) => ({ ...file, ...keys[file.party][file.use] }))
  const files: (readonly [name: string, text: string])[] = [
    ['.gitignore', '*\n'],
    ...chosen.flatMap(({ name, privatePem, publicPem }) => {
      const [own, shared] = fileNames(name)
      return [[own, privatePem.reveal()] as const, [shared, publicPem] as const]
    }),
    ['.env', environmentOf(chosen, settings)],
  ]
  for (const [name, text] of files) writeFileSync(join(folder, name), text, { mode: 0o600, flag: 'wx' })
  return chosen.map(({ name, use, publicPem }) => ({ name, kid: loadPublicKey(publicPem, use).kid }))
}

/** The variables that `readProfileFromEnv()` of the client reads. Each key is on one line. */
function environmentOf(keys: readonly (KeyFile & KeyPairTexts)[], { profile, appId }: KeySettings): string {
  const variables: readonly (readonly [name: string, value: string])[] = [
    ['PROFILE', profile],
    ['APP_ID', appId],
    ['OWN_PARTY', parties.peer],
    ['PEER_PARTY', parties.own],
    ...keys.map(({ party, variable, privatePem, publicPem }) =>
      party === parties.peer
        ? ([`OWN_${variable}`, oneLine(privatePem.reveal())] as const)
        : ([`PEER_${variable}`, oneLine(publicPem)] as const),
    ),
    ['MODE', 'pool'],
  ]
  return variables.map(([name, value]) => `CUSTODY_${name}=${value}\n`).join('')
}

/** The base64 of a PEM text, which readers of .env files and of keys accept on one line. */
const oneLine = (pem: string): string => pem.replaceAll(/-----[^-]+-----|\s/g, '')

/** Profiles that can be tested from a folder of keys. */
export const profileNames: readonly string[] = ['modern', 'classic']

/** The platform's profile with the keys of a folder. */
export function platformProfile(folder: string, { profile, appId, onePair }: KeySettings): Profile {
  const keyOf = (party: Party, half: 'private' | 'public') => {
    const read = (use: KeyUse): string => {
      const file = keyFiles(onePair).find((each) => each.party === party && (onePair || each.use === use))
      return readKey(folder, `${file?.name}-${half}.pem`, onePair)
    }
    return { encryption: read('encryption'), signature: read('signature') }
  }
  const options = {
    appId,
    party: parties,
    keys: { own: keyOf(parties.own, 'private'), peer: keyOf(parties.peer, 'public') },
    mode: 'pool',
  } as const
  return profile === 'classic' ? classic({ ...options, allowSameKey: onePair }) : modern(options)
}

function readKey(folder: string, file: string, onePair: boolean): string {
  try {
    return readFileSync(join(folder, file), 'utf8')
  } catch {
    throw new Failure(missingKey(folder, file, onePair), 2)
  }
}

function missingKey(folder: string, file: string, onePair: boolean): string {
  const hasOther = keyFiles(!onePair).every(({ name }) => existsSync(join(folder, `${name}-private.pem`)))
  if (hasOther && onePair) return `${folder} has two pairs of each party: omit --one-pair.`
  if (hasOther) return `${folder} has one pair of each party: give --profile classic --one-pair.`
  return `${folder} has no ${file}. Make keys with: custody verify-receiver keys ${folder}, with the same --profile and --one-pair, and give them to the receiver.`
}
