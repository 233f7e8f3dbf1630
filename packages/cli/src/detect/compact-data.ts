// Opens `data` that is a compact JWE or JWS.
import { contentOf } from './content.ts'
import { noJwe, noJws, noSigner, notJson } from './data-faults.ts'
import {
  type Compact,
  type Header,
  isKnownJwe,
  joseOf,
  openJwe,
  readCompact,
  readJws,
  textIn,
} from './jose.ts'
import type { KeyHalf } from './keys.ts'
import { type DataSettings, type Stage, usedKey } from './settings.ts'
import { signatureOf } from './signatures.ts'

/** `data` that a key opened. */
export interface OpenedData {
  readonly settings: DataSettings
  readonly plaintext: Uint8Array
}

/** What opening found. */
export interface Opening {
  readonly opened: readonly OpenedData[]
  /** The step that fails, if nothing opens to an object or a list. */
  readonly stage?: Stage
  /** Whether the form is one of those that the search knows. */
  readonly hasStructure: boolean
}

/** Opens a JWE, or verifies a JWS. */
export function openCompact(compact: Compact, halves: readonly KeyHalf[]): Opening {
  const { header, kind } = compact
  const hasStructure = kind === 'JWE' ? isKnownJwe(header) : isRsaJws(header)
  const found = kind === 'JWE' ? openedJwe(compact, halves) : signed(compact, halves)
  const fault = kind === 'JWE' ? noJwe(header, hasStructure) : noJws(header)
  const stage = found === undefined ? fault : faultOf(found)
  return { opened: found ? [found] : [], hasStructure, ...(stage && { stage }) }
}

const isRsaJws = (header: Header): boolean => /^[RP]S(?:256|384|512)$/.test(textIn(header, 'alg'))

function faultOf({ settings, plaintext }: OpenedData): Stage | undefined {
  if (!contentOf(plaintext)) return notJson(plaintext)
  const isUnverified = settings.kind === 'JWE' && settings.inner !== undefined && !settings.inner.signature
  return isUnverified ? noSigner : undefined
}

function openedJwe(compact: Compact, halves: readonly KeyHalf[]): OpenedData | undefined {
  const opened = openJwe(compact, halves)
  if (opened === undefined) return undefined
  const settings = { kind: 'JWE', key: usedKey(opened.half), jose: joseOf(compact.header) } as const
  const inner = readCompact(Buffer.from(opened.plaintext).toString('latin1'))
  if (inner?.kind !== 'JWS') return { settings, plaintext: opened.plaintext }
  const { payload, scheme } = readJws(inner, halves)
  const signature = scheme && signatureOf(scheme)
  return {
    settings: { ...settings, inner: { jose: joseOf(inner.header), ...(signature && { signature }) } },
    plaintext: payload,
  }
}

/** A JWS in the place of `data`. Anyone can read it, so only its signature is evidence. */
function signed(compact: Compact, halves: readonly KeyHalf[]): OpenedData | undefined {
  const { payload, scheme } = readJws(compact, halves)
  if (scheme === undefined) return undefined
  return {
    settings: { kind: 'JWS', jose: joseOf(compact.header), signature: signatureOf(scheme) },
    plaintext: payload,
  }
}
