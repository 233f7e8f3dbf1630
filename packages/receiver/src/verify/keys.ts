// Keys for a test of a receiver, in a folder: the receiver reads the merchant's half, the acceptance test the platform's.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Profile } from '@custody-wallet/encryption'
import { classic } from '@custody-wallet/encryption/classic'
import { generateKeys } from '@custody-wallet/encryption/keys'
import { modern } from '@custody-wallet/encryption/modern'

const parties = ['merchant', 'platform'] as const

/** Writes new keys of both parties to an empty folder, which only this user can read. Returns the names of the files. */
export function writeKeys(folder: string): readonly string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const files: [name: string, text: string][] = [['.gitignore', '*\n']]
  for (const party of parties) {
    const { encryption, signature } = generateKeys()
    for (const [use, { privatePem, publicPem }] of [
      ['enc', encryption],
      ['sig', signature],
    ] as const)
      files.push(
        [`${party}-${use}-private.pem`, privatePem.reveal()],
        [`${party}-${use}-public.pem`, publicPem],
      )
  }
  // A key that is replaced would silently no longer fit the receiver.
  const existing = files.find(([name]) => existsSync(join(folder, name)))
  if (existing) throw new KeyFolderError(`${folder} has ${existing[0]} already. Choose another folder.`)
  for (const [name, text] of files) writeFileSync(join(folder, name), text, { mode: 0o600, flag: 'wx' })
  return files.map(([name]) => name)
}

/** A folder that lacks a key, or has keys already. */
export class KeyFolderError extends Error {}

const makers = { modern, classic } as const

/** Profiles that can be tested from a folder of keys. */
export const profileNames: readonly string[] = Object.keys(makers)

/** The platform's profile with the keys of a folder. */
export function platformProfile(folder: string, name: string, appId: string): Profile {
  const make = name === 'classic' ? makers.classic : makers.modern
  const read = (file: string): string => {
    try {
      return readFileSync(join(folder, file), 'utf8')
    } catch (error) {
      throw new KeyFolderError(
        `${folder} has no ${file}. Make keys with: custody-verify-receiver keys ${folder}, and give them to the receiver.`,
        { cause: error },
      )
    }
  }
  return make({
    appId,
    party: { own: 'platform', peer: 'merchant' },
    keys: {
      own: { encryption: read('platform-enc-private.pem'), signature: read('platform-sig-private.pem') },
      peer: { encryption: read('merchant-enc-public.pem'), signature: read('merchant-sig-public.pem') },
    },
    mode: 'pool',
  })
}
