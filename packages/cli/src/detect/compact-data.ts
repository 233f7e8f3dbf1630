import { type Compact, type Header, isKnownJwe, readJose, openJwe, readCompact, readJws, readString } from './jose.ts'
import { readContent } from './json-content.ts'
import type { KeyHalf } from './keys.ts'
import { describeWrongJwe, describeWrongJws, noSigner, describeWrongContent } from './open-data-faults.ts'
import { type DataSettings, type Stage, describeKey } from './settings.ts'
import { describeSignature } from './signatures.ts'

/** `data` that a key opened. */
export interface DataResult {
  readonly settings: DataSettings
  readonly plaintext: Uint8Array
}

/** The result of opening `data`. */
export interface OpenResult {
  readonly openings: readonly DataResult[]
  /** The step that fails, if nothing opens to JSON content. */
  readonly stage?: Stage
  /** Whether the form is one that the search knows. */
  readonly hasStructure: boolean
}

/** Opens a JWE, or verifies a JWS. */
export function openCompact(compact: Compact, halves: readonly KeyHalf[]): OpenResult {
  const { header, kind } = compact
  const hasStructure = kind === 'JWE' ? isKnownJwe(header) : isRsaJws(header)
  const opening = kind === 'JWE' ? openJweData(compact, halves) : openSigned(compact, halves)
  const fault = kind === 'JWE' ? describeWrongJwe(header, hasStructure) : describeWrongJws(header)
  const stage = opening === undefined ? fault : findFault(opening)
  return { openings: opening ? [opening] : [], hasStructure, ...(stage && { stage }) }
}

const isRsaJws = (header: Header): boolean => /^[RP]S(?:256|384|512)$/.test(readString(header, 'alg'))

function findFault({ settings, plaintext }: DataResult): Stage | undefined {
  if (!readContent(plaintext)) return describeWrongContent(plaintext)
  const isUnverified = settings.kind === 'JWE' && settings.inner !== undefined && !settings.inner.signature
  return isUnverified ? noSigner : undefined
}

function openJweData(compact: Compact, halves: readonly KeyHalf[]): DataResult | undefined {
  const jwe = openJwe(compact, halves)
  if (jwe === undefined) return undefined
  const settings = { kind: 'JWE', key: describeKey(jwe.half), jose: readJose(compact.header) } as const
  const inner = readCompact(Buffer.from(jwe.plaintext).toString('latin1'))
  if (inner?.kind !== 'JWS') return { settings, plaintext: jwe.plaintext }
  const { payload, scheme } = readJws(inner, halves)
  const signature = scheme && describeSignature(scheme)
  return {
    settings: { ...settings, inner: { jose: readJose(inner.header), ...(signature && { signature }) } },
    plaintext: payload,
  }
}

/** Verifies a JWS in `data`. Anyone can read it, so only its signature is evidence. */
function openSigned(compact: Compact, halves: readonly KeyHalf[]): DataResult | undefined {
  const { payload, scheme } = readJws(compact, halves)
  if (scheme === undefined) return undefined
  return {
    settings: { kind: 'JWS', jose: readJose(compact.header), signature: describeSignature(scheme) },
    plaintext: payload,
  }
}
