import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import {
  type DemoKeys,
  type MerchantKeys,
  type MerchantName,
  merchantNames,
  type PlatformKeys,
  toPublicPem,
  type SideKeys,
} from './keys.ts'
import { keyIds, getKid, sortNewestFirst, partyIds } from './parties.ts'
import { runInFolder } from './state-error.ts'

type Files = Readonly<Record<string, string>>

/** Files of a demo merchant by name, without a final line break. */
const files: { readonly [Name in MerchantName]: (keys: MerchantKeys) => Files } = {
  modern: ({ appId, merchant, platform }) => ({
    app_id: appId,
    'merchant-enc-private.pem': merchant.encryption,
    'merchant-sig-private.pem': merchant.signature,
    'platform-enc-public.pem': toPublicPem(platform.encryption),
    'platform-sig-public.pem': toPublicPem(platform.signature),
  }),
  classic: ({ appId, merchant, platform }) => ({
    app_id: appId,
    'merchant-private.pem': merchant.signature,
    'platform-public.pem': toPublicPem(platform.signature),
  }),
}

// Keys are on one line, because some .env readers do not accept several lines.
const toOneLine = (key: Buffer): string => key.toString('base64')
const toPrivateLine = (pem: string): string => toOneLine(createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' }))
const toPublicLine = (pem: string): string => toOneLine(createPublicKey(pem).export({ type: 'spki', format: 'der' }))

const ownVariables: { readonly [Name in MerchantName]: (keys: SideKeys) => Files } = {
  modern: ({ encryption, signature }) => ({
    CUSTODY_OWN_ENCRYPTION_KEY: toPrivateLine(encryption),
    CUSTODY_OWN_SIGNATURE_KEY: toPrivateLine(signature),
    CUSTODY_OWN_ENCRYPTION_KEY_ID: keyIds.merchant.encryption,
    CUSTODY_OWN_SIGNATURE_KEY_ID: keyIds.merchant.signature,
  }),
  classic: ({ signature }) => ({
    CUSTODY_OWN_KEY: toPrivateLine(signature),
    CUSTODY_OWN_KEY_ID: keyIds.merchant.signature,
  }),
}

type PeerKeys = readonly [newest: SideKeys, ...others: SideKeys[]]

const peerVariables: { readonly [Name in MerchantName]: (keys: PeerKeys) => Files } = {
  modern: (keys) => ({
    CUSTODY_PEER_ENCRYPTION_KEY: toPublicLine(keys[0].encryption),
    CUSTODY_PEER_SIGNATURE_KEY: keys.map(({ signature }) => toPublicLine(signature)).join(','),
    CUSTODY_PEER_ENCRYPTION_KEY_ID: getKid(keys[0], 'platform', 'encryption'),
    CUSTODY_PEER_SIGNATURE_KEY_ID: keys.map((each) => getKid(each, 'platform', 'signature')).join(','),
  }),
  classic: (keys) => ({
    CUSTODY_PEER_KEY: keys.map(({ signature }) => toPublicLine(signature)).join(','),
  }),
}

/**
 * Builds the environment variables that set up the client for a merchant. `url` is the address of the service. Private
 * keys are included if they are known.
 */
export const buildMerchantVariables = (
  name: MerchantName,
  keys: PlatformKeys & Partial<MerchantKeys>,
  url: string,
): Readonly<Record<string, string>> => ({
  CUSTODY_PROFILE: name,
  CUSTODY_APP_ID: keys.appId,
  CUSTODY_API_KEY: keys.apiKey,
  CUSTODY_OPEN_PLATFORM_URL: url,
  CUSTODY_BASE_URL: url,
  CUSTODY_V1_URL: url,
  CUSTODY_OWN_PARTY: partyIds.merchant,
  CUSTODY_PEER_PARTY: partyIds.platform,
  ...(keys.merchant && ownVariables[name](keys.merchant)),
  ...peerVariables[name](sortNewestFirst(keys)),
})

/** Writes the credentials of all demo merchants, readable only by this user and ignored by git. */
export const writeCredentials = (keys: DemoKeys, directory: string, url: string): void =>
  runInFolder(directory, () => {
    for (const name of merchantNames) writeAll(join(directory, name), buildFiles(name, keys[name], url))
  })

function buildFiles(name: MerchantName, keys: MerchantKeys, url: string): Files {
  const env = Object.entries(buildMerchantVariables(name, keys, url)).map(([key, value]) => `${key}=${value}\n`)
  return { '.gitignore': '*\n', ...files[name](keys), '.env': env.join('') }
}

function writeAll(folder: string, texts: Files): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const [name, text] of Object.entries(texts)) {
    // Renaming replaces the file atomically, and replaces links instead of following them.
    const draft = join(folder, `${name}.${randomBytes(8).toString('hex')}`)
    try {
      writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
      renameSync(draft, join(folder, name))
    } finally {
      rmSync(draft, { force: true })
    }
  }
}
