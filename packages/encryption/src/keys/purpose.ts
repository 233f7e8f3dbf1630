import type { KeyFault } from './faults.ts'
import type { KeyKind, KeyUse, Wanted } from './wanted.ts'

/** What a JWK may say about its purpose, by use (RFC 7517, 4.2 to 4.4). */
interface Purpose {
  readonly use: string
  readonly algs: readonly unknown[]
  readonly ops: readonly unknown[]
  /** Operations of which a key must allow one. */
  readonly needs: { readonly [Kind in KeyKind]: readonly unknown[] }
}

const purposes: { readonly [Use in KeyUse]: Purpose } = {
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

/** Members that say what a JWK is for; all of them may be absent. */
export interface Claims {
  readonly use?: unknown
  readonly alg?: unknown
  readonly key_ops?: unknown
}

type Contradicts = (claims: Claims, purpose: Purpose, kind: KeyKind) => boolean

const contradictions: readonly (readonly [KeyFault, Contradicts])[] = [
  ['jwk-use', ({ use }, purpose) => use !== undefined && use !== purpose.use],
  ['jwk-alg', ({ alg }, { algs }) => alg !== undefined && !algs.includes(alg)],
  ['jwk-ops', ({ key_ops: ops }, purpose, kind) => ops !== undefined && !fitsOps(ops, purpose, kind)],
]

// A key that may do both would be one key for two uses under another name, so every operation must fit.
function fitsOps(value: unknown, { ops, needs }: Purpose, kind: KeyKind): boolean {
  if (!Array.isArray(value)) return false
  const given: readonly unknown[] = value
  const isDistinct = new Set(given).size === given.length
  return isDistinct && given.every((op) => ops.includes(op)) && given.some((op) => needs[kind].includes(op))
}

/** What a JWK says about itself that contradicts the use that is wanted; undefined where nothing does. */
export function contradictionOf(claims: Claims, { use, kind }: Wanted): KeyFault | undefined {
  const allowed = use === undefined ? Object.values(purposes) : [purposes[use]]
  const faults = allowed.map(
    (purpose) => contradictions.find(([, contradicts]) => contradicts(claims, purpose, kind))?.[0],
  )
  return faults.includes(undefined) ? undefined : faults[0]
}
