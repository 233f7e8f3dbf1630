import type { ClassicOptions } from './options.ts'

/**
 * The dialect as its public deployments speak it: queries in type-1 blocks of 234 bytes, envelopes in full PKCS#1
 * blocks, SHA256withRSA over the lower-case hexadecimal MD5 of the plaintext. Public clients write base64 and base64url,
 * padded or not, so all of these are read.
 *
 * @example
 * ```ts
 * import { deployed, type ClassicOptions } from '@custody-wallet/encryption/classic'
 *
 * const inHex: ClassicOptions = { ...deployed, query: { ...deployed.query, text: 'hex' } }
 * console.log(inHex.query.chunk)
 * ```
 */
export const deployed: ClassicOptions = {
  query: { padding: 'type1', chunk: 234, text: 'any-base64' },
  envelope: { padding: 'pkcs1', chunk: 'max', text: 'any-base64' },
  signature: { digest: 'md5-hex-lower', padding: 'pkcs1', text: 'any-base64' },
}

/** The same with queries in full blocks, as other writers of the dialect make them. Either reader takes both. */
export const fullBlocks: ClassicOptions = { ...deployed, query: { ...deployed.query, chunk: 'max' } }

/**
 * The same with envelopes in OAEP blocks, for two sides that agree on it: key services open these and not PKCS#1, and
 * nothing depends on implicit rejection.
 */
export const oaepEnvelopes: ClassicOptions = {
  ...deployed,
  envelope: { ...deployed.envelope, padding: 'oaep-sha256' },
}
