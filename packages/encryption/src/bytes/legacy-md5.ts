// WEAK: MD5 is broken. Two texts with the same MD5 take seconds to make (RFC 6151), so a signature over an MD5 does not
// prove the text. The interface requires it: both parties sign the lower-case hex MD5 of the plaintext. The modern suite
// relies on the SHA-256, which it signs too. The classic suite has only the MD5. Do not use this for anything new.
import { hash } from 'node:crypto'

const emptyDigest = 'd41d8cd98f00b204e9800998ecf8427e'

/** Computes the lower-case hex MD5 that the interface signs. */
export const hashMd5 = (bytes: Uint8Array): string => hash('md5', bytes, 'hex')

/** Throws if MD5 is unavailable, so that a missing MD5 shows at start-up and not at the first payment. */
export function assertMd5(digest: (bytes: Uint8Array) => string = hashMd5): void {
  if (!isMd5(digest))
    throw new TypeError('This Node has no MD5 (FIPS mode), but the interface signs an MD5. Run Node without FIPS mode.')
}

function isMd5(digest: (bytes: Uint8Array) => string): boolean {
  try {
    return digest(new Uint8Array()) === emptyDigest
  } catch {
    return false
  }
}
