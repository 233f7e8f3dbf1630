// The forms in which a key comes as DER. The tags inside the outermost sequence tell them apart, so nothing is guessed:
//   SPKI                 SEQUENCE, BIT STRING                   RFC 5280, 4.1
//   PKCS#8               INTEGER, SEQUENCE, OCTET STRING, [0]   RFC 5208, 5
//   PKCS#8, encrypted    SEQUENCE, OCTET STRING                 RFC 5208, 6
//   PKCS#1               INTEGERs: two, or nine                 RFC 8017, A.1
//   SEC 1, curve keys    INTEGER, OCTET STRING, [0], [1]        RFC 5915, 3
//   certificate          SEQUENCE, SEQUENCE, BIT STRING         RFC 5280, 4.1
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

import { readSequence } from './der.ts'
import { keyFault, type KeyFault } from './faults.ts'
import type { Wanted } from './wanted.ts'

type KeyForm = {
  readonly label: string
  /** Whether a key can be written in one way only, so that reading and writing it must give the same bytes. */
  readonly exact: boolean
} & (
  | { readonly kind: 'private'; readonly type: 'pkcs1' | 'pkcs8' }
  | { readonly kind: 'public'; readonly type: 'pkcs1' | 'spki' }
)

interface RefusedForm {
  readonly label: string
  readonly fault: KeyFault
}

const spki: KeyForm = { label: 'PUBLIC KEY', kind: 'public', type: 'spki', exact: true }
const pkcs8: KeyForm = { label: 'PRIVATE KEY', kind: 'private', type: 'pkcs8', exact: true }
const publicPkcs1: KeyForm = { label: 'RSA PUBLIC KEY', kind: 'public', type: 'pkcs1', exact: true }
const privatePkcs1: KeyForm = { label: 'RSA PRIVATE KEY', kind: 'private', type: 'pkcs1', exact: true }
const sec1: RefusedForm = { label: 'EC PRIVATE KEY', fault: 'curve-key' }
const integers = (count: number): string => '02'.repeat(count)

const forms: ReadonlyMap<string, KeyForm | RefusedForm> = new Map<string, KeyForm | RefusedForm>([
  ['3003', spki],
  ['023004', pkcs8],
  // Windows appends the permitted use. It is no part of the key, and OpenSSL does not write it again.
  ['023004a0', { ...pkcs8, exact: false }],
  [integers(2), publicPkcs1],
  [integers(9), privatePkcs1],
  [`${integers(9)}30`, { label: privatePkcs1.label, fault: 'more-primes' }],
  ['3004', { label: 'ENCRYPTED PRIVATE KEY', fault: 'encrypted' }],
  ['303003', { label: 'CERTIFICATE', fault: 'certificate' }],
  ['0204', sec1],
  ['0204a0', sec1],
  ['0204a1', sec1],
  ['0204a0a1', sec1],
])

/** Reads a key from DER. A label that came with it must be the one of its form. */
export function readDer(der: Uint8Array, wanted: Wanted, label?: string): KeyObject {
  const form = forms.get(tagsOf(der))
  if (!form) throw keyFault(wanted.name, 'damaged')
  if (label !== undefined && label !== form.label) throw keyFault(wanted.name, 'mislabelled')
  if ('fault' in form) throw keyFault(wanted.name, form.fault)
  const key = parse(der, form, wanted.name)
  if (form.exact && !isWrittenAs(der, key, form)) throw keyFault(wanted.name, 'damaged')
  return key
}

const tagsOf = (der: Uint8Array): string =>
  (readSequence(der) ?? []).map(({ tag }) => tag.toString(16).padStart(2, '0')).join('')

// The error of OpenSSL stays behind: it says nothing that helps, and nobody promises what it repeats.
function parse(der: Uint8Array, form: KeyForm, name: string): KeyObject {
  const key = Buffer.from(der.buffer, der.byteOffset, der.length)
  try {
    return form.kind === 'private'
      ? createPrivateKey({ key, format: 'der', type: form.type })
      : createPublicKey({ key, format: 'der', type: form.type })
  } catch {
    throw keyFault(name, 'damaged')
  }
}

const isWrittenAs = (der: Uint8Array, key: KeyObject, { type }: KeyForm): boolean =>
  key.export({ format: 'der', type }).equals(der)
