import type { Environment } from '../../src/env/variables.ts'
import { keys } from './keys.ts'

export const { shop: own } = keys
const { platform: peer } = keys

const shared = {
  CUSTODY_APP_ID: 'shop-1',
  CUSTODY_API_KEY: 'canary-api-key',
  CUSTODY_OPEN_PLATFORM_URL: 'https://open-platform.custody.example',
  CUSTODY_BASE_URL: 'https://api.custody.example',
  CUSTODY_V1_URL: 'https://v1.custody.example',
  CUSTODY_OWN_PARTY: 'shop',
  CUSTODY_PEER_PARTY: 'platform',
}

export const environments = {
  modern: {
    ...shared,
    CUSTODY_PROFILE: 'modern',
    CUSTODY_OWN_ENCRYPTION_KEY: own.encryption.privatePem.reveal(),
    CUSTODY_OWN_SIGNATURE_KEY: own.signature.privatePem.reveal(),
    CUSTODY_PEER_ENCRYPTION_KEY: peer.encryption.publicPem,
    CUSTODY_PEER_SIGNATURE_KEY: peer.signature.publicPem,
  },
  classic: {
    ...shared,
    CUSTODY_PROFILE: 'classic',
    CUSTODY_OWN_KEY: own.signature.privatePem.reveal(),
    CUSTODY_PEER_KEY: peer.signature.publicPem,
  },
} as const satisfies Readonly<Record<string, Environment>>

export const profileNames = ['modern', 'classic'] as const
