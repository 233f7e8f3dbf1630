import type { KeyHalf } from './keys.ts'
import { computeDigest, hashBytes, type HashName, hashNames, unmask } from './mgf1.ts'
import { formatHash, markedPaddings } from './paddings.ts'
import { type SignatureSettings, describeKey } from './settings.ts'

/** A key, padding and hash that fit a signature. The RSA operation shows them before the content is known. */
export interface Scheme {
  readonly half: KeyHalf
  readonly padding: 'bare' | 'pkcs1' | 'pss' | 'sealed'
  /** Name in the report: `RSA-PSS, SHA-256, salt of 32 bytes`. */
  readonly name: string
  readonly hash?: HashName
  readonly mask?: HashName
  readonly salt?: number
  /** The digest or content inside the signature. PSS hides it. */
  readonly contains?: Uint8Array
  readonly isOver: (content: Uint8Array) => boolean
}

/** Lists the schemes that fit a signature. */
export const listSchemes = (signature: Uint8Array, halves: readonly KeyHalf[]): readonly Scheme[] =>
  halves
    .filter(({ modulusBytes }) => modulusBytes === signature.length)
    .flatMap((half) => {
      const block = half.raw(signature)
      if (block === undefined) return []
      return half.half === 'public' ? [...readMarked(half, block), ...readPss(half, block)] : readSealed(half, block)
    })

export const describeSignature = ({ half, padding, name, hash, mask, salt }: Scheme): SignatureSettings => ({
  key: describeKey(half),
  padding,
  scheme: name,
  ...(hash && { hash }),
  ...(mask && { mask }),
  ...(salt !== undefined && { salt }),
})

/** Prefixes of a DigestInfo (RFC 8017, 9.2, note 1). */
const digestInfos: Readonly<Record<HashName, string>> = {
  md5: '3020300c06082a864886f70d020505000410',
  sha1: '3021300906052b0e03021a05000414',
  sha224: '302d300d06096086480165030402040500041c',
  sha256: '3031300d060960864801650304020105000420',
  sha384: '3041300d060960864801650304020205000430',
  sha512: '3051300d060960864801650304020305000440',
}

const [typeOne] = markedPaddings

/** PKCS#1 v1.5: the block contains the hash name and digest, or without a name the content itself. */
function readMarked(half: KeyHalf, block: Uint8Array): readonly Scheme[] {
  const content = typeOne?.unpad(block)
  if (content === undefined || content.length === 0) return []
  const hash = hashNames.find((name) => isDigestInfo(name, content))
  if (hash === undefined) return [createBare(half, content, 'bare')]
  const contains = content.subarray(-hashBytes[hash])
  const isOver = (text: Uint8Array): boolean => computeDigest(hash, text).equals(contains)
  return [{ half, padding: 'pkcs1', name: `PKCS#1 v1.5, ${formatHash(hash)}`, hash, contains, isOver }]
}

function isDigestInfo(name: HashName, content: Uint8Array): boolean {
  const start = Buffer.from(digestInfos[name], 'hex')
  return content.length === start.length + hashBytes[name] && start.equals(content.subarray(0, start.length))
}

const bareNames = {
  bare: 'PKCS#1 type 1 around the content itself, without a hash name',
  sealed: 'no signature: the content is encrypted for the receiver, which does not prove the sender',
} as const

const createBare = (half: KeyHalf, contains: Uint8Array, padding: keyof typeof bareNames): Scheme => ({
  half,
  padding,
  name: bareNames[padding],
  contains,
  isOver: (content) => content.length > 0 && Buffer.compare(content, contains) === 0,
})

/** Some senders use the public key of the receiver by mistake. */
const readSealed = (half: KeyHalf, block: Uint8Array): readonly Scheme[] =>
  markedPaddings
    .filter(({ kind }) => kind !== 'type1')
    .flatMap(({ unpad }) => unpad(block) ?? [])
    .filter(({ length }) => length > 0)
    .map((content) => createBare(half, content, 'sealed'))

const readPss = (half: KeyHalf, block: Uint8Array): readonly Scheme[] =>
  hashNames.flatMap((hash) =>
    [hash, ...hashNames.filter((name) => name !== hash)].flatMap(
      (mask) => readPssWith(half, block, { hash, mask }) ?? [],
    ),
  )

const trailer = 0xbc

/** RFC 8017, 9.1.2. The zeros before the salt show its length. */
function readPssWith(
  half: KeyHalf,
  block: Uint8Array,
  { hash, mask }: { readonly hash: HashName; readonly mask: HashName },
): Scheme | undefined {
  const unusedBits = (8 - ((half.bits - 1) % 8)) % 8
  // With 8k + 1 bits, the encoded message is one byte shorter than the modulus.
  const encoded = unusedBits === 0 ? block.subarray(block.length - (half.bits - 1) / 8) : block
  const end = encoded.length - hashBytes[hash] - 1
  if (encoded.at(-1) !== trailer || end < 1) return undefined
  const proof = encoded.subarray(end, -1)
  const salt = findSalt(unmask(encoded.subarray(0, end), proof, mask), unusedBits)
  if (salt === undefined) return undefined
  const isOver = (content: Uint8Array): boolean =>
    computeDigest(hash, Buffer.concat([new Uint8Array(8), computeDigest(hash, content), salt])).equals(proof)
  const name = `RSA-PSS, ${formatHash(hash)}${mask === hash ? '' : `, mask ${formatHash(mask)}`}, salt of ${salt.length} bytes`
  return { half, padding: 'pss', name, hash, mask, salt: salt.length, isOver }
}

function findSalt(data: Uint8Array, unusedBits: number): Uint8Array | undefined {
  const clean = Uint8Array.from(data)
  clean[0] = (clean[0] ?? 0) & (0xff >> unusedBits)
  const mark = clean.findIndex((byte) => byte !== 0)
  return clean[mark] === 1 ? clean.subarray(mark + 1) : undefined
}
