import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

import { decodeText } from './base64.ts'
import { keyFault, type KeyFault } from './faults.ts'
import { contradictionOf } from './purpose.ts'
import { checkKind, type KeyKind, type Wanted } from './wanted.ts'

type Members = Readonly<Record<string, unknown>>

const publicNumbers = ['n', 'e'] as const
const privateNumbers = ['d', 'p', 'q', 'dp', 'dq', 'qi'] as const

// RFC 7518, 6.3.2, lets a writer leave out all but d. Nobody does, and OpenSSL would not take it.
const numbers: { readonly [Kind in KeyKind]: readonly string[] } = {
  public: publicNumbers,
  private: [...publicNumbers, ...privateNumbers],
}

const faults: readonly (readonly [KeyFault, (jwk: Members) => boolean])[] = [
  ['jwk-set', (jwk) => jwk['keys'] !== undefined],
  ['symmetric', (jwk) => jwk['kty'] === 'oct'],
  ['curve-key', (jwk) => jwk['kty'] === 'EC' || jwk['kty'] === 'OKP'],
  ['not-rsa', (jwk) => jwk['kty'] !== 'RSA'],
  ['more-primes', (jwk) => jwk['oth'] !== undefined],
]

/** Reads an RSA key from the members of a JWK. */
export function readJwk(jwk: object, wanted: Wanted): KeyObject {
  const members: Members = { ...jwk }
  const fault = faults.find(([, applies]) => applies(members))?.[0]
  if (fault) throw keyFault(wanted.name, fault)
  checkKind(privateNumbers.some((name) => members[name] !== undefined) ? 'private' : 'public', wanted)
  const contradiction = contradictionOf(members, wanted)
  if (contradiction) throw keyFault(wanted.name, contradiction)
  return create(members, wanted)
}

function create(members: Members, { kind, name }: Wanted): KeyObject {
  const entries = numbers[kind].map((number) => [number, members[number]] as const)
  if (!entries.every(([, value]) => isNumber(value))) throw keyFault(name, 'jwk-number')
  const key = { ...Object.fromEntries(entries), kty: 'RSA' }
  try {
    return kind === 'private'
      ? createPrivateKey({ key, format: 'jwk' })
      : createPublicKey({ key, format: 'jwk' })
  } catch {
    throw keyFault(name, 'no-pair')
  }
}

// RFC 7518, 2 (Base64urlUInt): big-endian, in the fewest bytes.
const isNumber = (value: unknown): boolean =>
  typeof value === 'string' && Boolean(decodeText(value, 'base64url')?.[0])
