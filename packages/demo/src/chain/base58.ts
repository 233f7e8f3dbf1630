import { hash } from 'node:crypto'

/** Base58 alphabets. Tron uses that of Bitcoin. */
export const alphabets = {
  bitcoin: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  xrp: 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz',
} as const

const hashSha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer')

/** Encodes bytes and their checksum, the first four bytes of a double SHA-256. */
export function encodeBase58Check(bytes: Uint8Array, alphabet: keyof typeof alphabets): string {
  const checksum = hashSha256(hashSha256(bytes)).subarray(0, 4)
  return encodeBase58(Buffer.concat([bytes, checksum]), alphabets[alphabet])
}

function encodeBase58(bytes: Buffer, digits: string): string {
  let text = ''
  for (let rest = BigInt(`0x${bytes.toString('hex')}`); rest > 0n; rest /= 58n)
    text = `${digits.charAt(Number(rest % 58n))}${text}`
  // Each leading zero byte is one digit.
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return `${digits.charAt(0).repeat(zeros < 0 ? bytes.length : zeros)}${text}`
}
