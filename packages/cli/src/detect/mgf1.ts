import { hash } from 'node:crypto'

/** Sizes of the hashes in bytes. */
export const hashBytes = { sha256: 32, sha1: 20, sha512: 64, sha384: 48, sha224: 28, md5: 16 } as const

export type HashName = keyof typeof hashBytes

/** The hashes in the order of the search: the usual ones first. */
export const hashNames: readonly HashName[] = Object.keys(hashBytes).filter((name): name is HashName =>
  Object.hasOwn(hashBytes, name),
)

export const computeDigest = (name: HashName, bytes: Uint8Array): Buffer => hash(name, bytes, 'buffer')

/** Removes the mask of OAEP or PSS (MGF1; RFC 8017, B.2.1). */
export function unmask(masked: Uint8Array, seed: Uint8Array, name: HashName): Uint8Array {
  const result = Uint8Array.from(masked)
  const input = Buffer.alloc(seed.length + 4)
  input.set(seed)
  for (let at = 0, counter = 0; at < result.length; counter += 1) {
    input.writeUInt32BE(counter, seed.length)
    for (const byte of computeDigest(name, input).subarray(0, result.length - at)) {
      result[at] = (result[at] ?? 0) ^ byte
      at += 1
    }
  }
  return result
}
