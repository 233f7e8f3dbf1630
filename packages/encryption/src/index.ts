/**
 * Encrypts, signs, decrypts and verifies the messages of the custody interface, for callers and receivers. Your code works
 * with plain JSON, and never gets content that fails verification.
 *
 * @example
 * ```ts
 * import { createParty } from '@custody-wallet/encryption'
 * import { modern } from '@custody-wallet/encryption/modern'
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 *
 * const [own, peer] = [generateKeys(), generateKeys()]
 * const party = createParty(modern({ appId: 'demo-shop', party: { own: 'shop', peer: 'platform' }, keys: { own, peer } }))
 * const sealed = await party.sealRequest('pullWithdrawals', { symbol: 'BTC' })
 * console.log(sealed.method, sealed.path)
 * ```
 *
 * @module
 */
export type { EnvelopeFrame, QueryFrame, RequestFrame } from './codec/frames.ts'
export { createParty, readEnvelope, readQuery } from './party/create.ts'
export {
  EncryptionError,
  type EncryptionErrorCode,
  isEncryptionError,
  type RejectionReason,
  type UnknownKey,
} from './errors.ts'
export type { Assurance, Binding, OpenedResponse, OpenedRequest, SealedRequest, SealOptions } from './codec/messages.ts'
export type { OpenOptions, Party, PartyOptions, RejectionReport, UnknownFieldsReport } from './party/party.ts'
export type { OwnKey, ProfileKeys } from './profile/keys.ts'
export type { SealAssurance, Suite } from './suite.ts'
export type { CallSettings, Dialect, Profile, ProfileSettings, SealedId } from './profile/profile.ts'
