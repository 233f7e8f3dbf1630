// The requirements for a key, and the errors for a key that breaks them. Errors never repeat a part of the key.

export type KeyUse = 'encryption' | 'signature'

export type KeyKind = 'private' | 'public'

interface Bounds {
  /** Name of the field that holds the key, for error messages. */
  readonly name: string
  readonly minBits: number
}

/** Requirements for a key. Without a use, the JWK of a public key may be for either use. */
export type KeyRequirements = Bounds &
  ({ readonly kind: 'private'; readonly use: KeyUse } | { readonly kind: 'public'; readonly use: KeyUse | undefined })

/** Smallest size that `minBits` may allow: old keys of the classic dialect have 1024 bits. */
const minBitsLimit = 1024
export const maxBits = 8192
export const defaultMinBits = 2048

const sentences = {
  base64: 'is not padded base64: give PEM, a JWK, or DER as padded base64',
  certificate: 'is a certificate: give the public key that it contains',
  'curve-key': 'is an elliptic-curve key: give an RSA key',
  damaged: 'is damaged, or is not canonical DER: read a PEM or JWK file as text',
  encrypted: 'is an encrypted private key: decrypt it first',
  exponent: 'has a public exponent that is even, below 65537, or at least 2^256: generate a key with 65537',
  form: 'has an unknown format: give PEM, a JWK, a KeyObject, DER as base64, or DER bytes',
  json: 'is not the JSON text of a JWK, or repeats a field: check the file',
  'jwk-alg': 'is a JWK whose alg is for another use: give a key for this use',
  'jwk-number':
    'is a JWK with a number that is missing, is not canonical base64url, or starts with a zero byte: export it again',
  'jwk-ops': 'is a JWK whose key_ops are for another use, or repeat an operation: give a key for this use',
  'jwk-set': 'is a JWK set: give one of its keys',
  'jwk-use': 'is a JWK for another use: give a key for this use',
  large: 'is too large: give an RSA key with at most 8192 bits',
  'line-breaks': 'is PEM without its line breaks: restore them',
  long: 'is too long for a key: give one key and nothing else',
  mislabelled: 'is PEM whose label does not match its content: export it again',
  'more-blocks': 'contains more than one PEM block: give one key',
  'more-primes': 'is an RSA key with more than two primes: give a key with two',
  'no-pair': 'is a private key whose numbers do not belong together: export it again',
  'not-rsa': 'is not an RSA key: give an RSA key',
  path: 'looks like a path: give the text of the key, or, in an environment variable of the client, write file: before the path',
  pem: 'is PEM with other text before, after or inside its block: give the block alone',
  'private-for-public': 'is a private key: give the public key',
  'pss-parameters': 'is an RSA-PSS key that cannot be used here: it needs parameters that allow PS256 signatures',
  'public-for-private': 'is a public key: give the private key',
  symmetric: 'is a symmetric key: give an RSA key',
  weak: 'has a modulus that is known to be weak: generate a new key',
} as const

export type KeyFault = keyof typeof sentences

/** Creates the error for a wrong key. It names the field and the fault. */
export const createKeyError = (name: string, fault: KeyFault): TypeError =>
  new TypeError(`${name} ${sentences[fault]}.`)

export function checkMinBits(name: string, minBits: number): void {
  if (Number.isInteger(minBits) && minBits >= minBitsLimit && minBits <= maxBits) return
  throw new TypeError(`${name}: minBits must be an integer from ${minBitsLimit} to ${maxBits}.`)
}

/** Rejects a private key in place of a public one, and a public key in place of a private one. */
export function checkKind(kind: KeyKind, { kind: needed, name }: KeyRequirements): void {
  if (kind !== needed) throw createKeyError(name, needed === 'public' ? 'private-for-public' : 'public-for-private')
}

/** Tells whether a value can be a key id. Headers contain the id unchanged. */
export const isKid = (value: unknown): value is string => typeof value === 'string' && /^[ -~]{1,256}$/u.test(value)

/** Fields for the use of a JWK (RFC 7517, 4.2 to 4.4). Each may be absent. */
export interface JwkClaims {
  readonly use?: unknown
  readonly alg?: unknown
  readonly key_ops?: unknown
}

interface AllowedClaims {
  readonly use: string
  readonly algs: readonly unknown[]
  readonly ops: readonly unknown[]
  /** A key must allow at least one of these operations. */
  readonly needs: { readonly [Kind in KeyKind]: readonly unknown[] }
}

const allowedClaims: { readonly [Use in KeyUse]: AllowedClaims } = {
  encryption: {
    use: 'enc',
    algs: ['RSA-OAEP-256', 'RSA-OAEP', 'RSA1_5'],
    ops: ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'],
    needs: { private: ['decrypt', 'unwrapKey'], public: ['encrypt', 'wrapKey'] },
  },
  signature: {
    use: 'sig',
    algs: ['PS256', 'RS256'],
    ops: ['sign', 'verify'],
    needs: { private: ['sign'], public: ['verify'] },
  },
}

/** Rejects a JWK for another use. If no use is required, its fields must agree on one. */
export function checkClaims(claims: JwkClaims, { use, kind, name }: KeyRequirements): void {
  const allowed = use === undefined ? Object.values(allowedClaims) : [allowedClaims[use]]
  const faults = allowed.map((each) => findClaimFault(claims, each, kind))
  const [fault] = faults
  if (fault !== undefined && !faults.includes(undefined)) throw createKeyError(name, fault)
}

function findClaimFault(
  { use, alg, key_ops: ops }: JwkClaims,
  allowed: AllowedClaims,
  kind: KeyKind,
): KeyFault | undefined {
  if (use !== undefined && use !== allowed.use) return 'jwk-use'
  if (alg !== undefined && !allowed.algs.includes(alg)) return 'jwk-alg'
  return ops === undefined || hasAllowedOps(ops, allowed, kind) ? undefined : 'jwk-ops'
}

// A key that allows operations of both uses would be one key for two uses.
function hasAllowedOps(value: unknown, { ops, needs }: AllowedClaims, kind: KeyKind): boolean {
  if (!Array.isArray(value)) return false
  const given: readonly unknown[] = value
  const isDistinct = new Set(given).size === given.length
  return isDistinct && given.every((op) => ops.includes(op)) && given.some((op) => needs[kind].includes(op))
}
