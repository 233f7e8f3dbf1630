// WEAK: MD5 is broken. Two texts with the same MD5 can be made in seconds on any computer (RFC 6151), so a signature
// over an MD5 does not prove the text. It is here for one reason: the interface signs the lower-case hex MD5 of the
// plaintext, in both roles. The modern suite signs the SHA-256 beside it and decides by that; classic has nothing
// else. Use it for nothing new.
import { hash } from 'node:crypto'

const emptyDigest = 'd41d8cd98f00b204e9800998ecf8427e'

/** Lower-case hex MD5 of bytes, the one text that the interface signs. */
export const md5Hex = (bytes: Uint8Array): string => hash('md5', bytes, 'hex')

/** Throws where MD5 is not to be had, so that it shows when a profile is built and not at the first payment. */
export function assertMd5(digest: (bytes: Uint8Array) => string = md5Hex): void {
  if (!isMd5(digest))
    throw new TypeError('The interface signs an MD5, which this Node does not offer (FIPS mode).')
}

function isMd5(digest: (bytes: Uint8Array) => string): boolean {
  try {
    return digest(new Uint8Array()) === emptyDigest
  } catch {
    return false
  }
}
