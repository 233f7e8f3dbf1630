import type { BlockSearch } from './blocks.ts'
import { describeForeign } from './encodings.ts'
import { type Header, readString } from './jose.ts'
import { describeContentFault } from './json-content.ts'
import type { KeyHalf } from './keys.ts'
import type { Stage } from './settings.ts'

export const describeForeignText = (text: string): Stage => ({
  name: 'encoding',
  what: `data is neither base64, base64url nor hex: ${describeForeign(text)}`,
  next: 'Check that the capture contains the whole data, and that nothing has changed it.',
})

/** Sizes of keys of 1024, 2048, 3072 and 4096 bits in bytes. */
export const usualModuli = [128, 256, 384, 512] as const

export function describeWrongSize(length: number, halves: readonly KeyHalf[]): Stage {
  const sizes = [...new Set(halves.map(({ modulusBytes }) => modulusBytes))]
  const have = sizes.length === 0 ? 'no keys were given' : `the keys have blocks of ${sizes.join(', ')} bytes`
  const fits = usualModuli.filter((size) => length % size === 0).map((size) => size * 8)
  return {
    name: 'blocks',
    what: `data has ${length} bytes, and ${have}`,
    next:
      fits.length === 0
        ? 'No usual key size divides this length. Check that data is complete; it may also be another format than RSA blocks.'
        : `It fits a key of ${fits.join(' or ')} bits. Give the receiver's private key or the sender's public key with --key.`,
  }
}

export const describeBrokenBlock = ({ half, padding, block }: NonNullable<BlockSearch['broken']>): Stage => ({
  name: 'unwrap',
  what: `${half.name} opens the first block of data (${padding.name}), but not block ${block}`,
  next: 'Check that data has all its blocks in order.',
})

export const describeMissingKey = (fitting: readonly KeyHalf[]): Stage => ({
  name: 'unwrap',
  what: `no padding opens data with ${fitting.map(({ name, half }) => `${name} (${half} half)`).join(', ')}`,
  next: "Give the receiver's private key, or, if the sender encrypts with a private key, the sender's public key.",
})

export const describeWrongContent = (plaintext: Uint8Array): Stage => ({
  name: 'json',
  what: `data opens to ${plaintext.length} bytes that are not a JSON object or list: ${describeContentFault(plaintext)}`,
  next: 'Check that the sender encrypts JSON in UTF-8. The bytes are below.',
})

export function describeWrongJwe(header: Header, isKnown: boolean): Stage {
  const [alg, enc, kid] = [readString(header, 'alg'), readString(header, 'enc'), readString(header, 'kid')]
  return {
    name: 'unwrap',
    what: isKnown
      ? `no private key opens the JWE (${alg}, ${enc})`
      : `the JWE has unsupported algorithms (${alg}, ${enc})`,
    next: `Give the private key of the receiver${kid ? `, whose id is ${kid}` : ''}.`,
  }
}

export const describeWrongJws = (header: Header): Stage => ({
  name: 'signature',
  what: `data is a JWS (${readString(header, 'alg')}) that no key verifies`,
  next: "Give the sender's public key with --key.",
})

export const noSigner: Stage = {
  name: 'signature',
  what: 'no key verifies the JWS in data',
  next: "Give the sender's public key with --key.",
}
