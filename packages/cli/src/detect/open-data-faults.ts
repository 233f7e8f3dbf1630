// The steps at which opening `data` fails, in words.
import type { BlockSearch } from './blocks.ts'
import { describeForeign } from './encodings.ts'
import { type Header, readString } from './jose.ts'
import { describeContentFault } from './json-content.ts'
import type { KeyHalf } from './keys.ts'
import type { Stage } from './settings.ts'

/** The text is in no known encoding. */
export const describeForeignText = (text: string): Stage => ({
  name: 'encoding',
  what: `data is neither base64, base64url nor hex: ${describeForeign(text)}`,
  next: 'Check that the capture contains the whole data, and that nothing has changed it.',
})

/** Bytes of 1024, 2048, 3072 and 4096 bits. */
export const usualModuli = [128, 256, 384, 512] as const

/** No key has a size that divides the bytes. */
export function describeWrongSize(length: number, halves: readonly KeyHalf[]): Stage {
  const sizes = [...new Set(halves.map(({ modulusBytes }) => modulusBytes))]
  const have = sizes.length === 0 ? 'there is no key' : `the keys have blocks of ${sizes.join(', ')} bytes`
  const fits = usualModuli.filter((size) => length % size === 0).map((size) => size * 8)
  return {
    name: 'blocks',
    what: `data has ${length} bytes, and ${have}`,
    next:
      fits.length === 0
        ? 'No usual key size divides this, so data may be cut off, or it is not made of RSA blocks.'
        : `It fits a key of ${fits.join(' or ')} bits. Give the receiver's private key or the sender's public key with --key.`,
  }
}

/** The first block opens, but a later one does not. */
export const describeBrokenBlock = ({ half, padding, block }: NonNullable<BlockSearch['broken']>): Stage => ({
  name: 'unwrap',
  what: `${half.name} opens the first block of data (${padding.name}), but not block ${block}`,
  next: 'Check that the blocks of one message are whole and in their order.',
})

/** Keys have the right size, but no padding fits. */
export const describeMissingKey = (fitting: readonly KeyHalf[]): Stage => ({
  name: 'unwrap',
  what: `no padding opens data with ${fitting.map(({ name, half }) => `${name} (${half} half)`).join(', ')}`,
  next: "Give the receiver's private key, or, if its sender seals with a private key, the sender's public key.",
})

/** The padding fits, but the content is not JSON. */
export const describeWrongContent = (plaintext: Uint8Array): Stage => ({
  name: 'json',
  what: `data opens to ${plaintext.length} bytes that are not a JSON object or list: ${describeContentFault(plaintext)}`,
  next: 'Check whether the sender seals JSON in UTF-8; the bytes are below.',
})

/** No key opens a JWE, or its algorithms are not those of RSA. */
export function describeWrongJwe(header: Header, isKnown: boolean): Stage {
  const [alg, enc, kid] = [readString(header, 'alg'), readString(header, 'enc'), readString(header, 'kid')]
  return {
    name: 'unwrap',
    what: isKnown
      ? `no private key opens the JWE (${alg}, ${enc})`
      : `the JWE has algorithms that no RSA key opens (${alg}, ${enc})`,
    next: `Give the private key that it is sealed for${kid ? `, whose id is ${kid}` : ''}.`,
  }
}

/** No key verifies a JWS in the place of `data`. */
export const describeWrongJws = (header: Header): Stage => ({
  name: 'signature',
  what: `data is a JWS (${readString(header, 'alg')}) that no key verifies`,
  next: "Give the sender's public key with --key.",
})

/** No key verifies the JWS inside a JWE. */
export const noSigner: Stage = {
  name: 'signature',
  what: 'no key verifies the JWS in data',
  next: "Give the sender's public key with --key.",
}
