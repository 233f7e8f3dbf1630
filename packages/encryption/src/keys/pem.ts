import type { KeyObject } from 'node:crypto'

import { decodeText } from './base64.ts'
import { keyFault, type KeyFault } from './faults.ts'
import { readDer } from './forms.ts'
import type { Wanted } from './wanted.ts'

// RFC 7468, 3, the strict grammar, but for the length of a line. There may be white space around the block.
const block =
  /^-----BEGIN (?<label>[A-Z0-9 ]+)-----\r?\n(?<body>(?:[A-Za-z0-9+/=]+\r?\n)+)-----END \k<label>-----$/u

// Why a text is no PEM of one key, most telling first.
const complaints: readonly (readonly [KeyFault, (text: string) => boolean])[] = [
  ['more-blocks', (text) => text.split('-----BEGIN ').length > 2],
  ['encrypted', (text) => text.includes('Proc-Type: 4,ENCRYPTED')],
  ['line-breaks', (text) => text.includes(String.raw`\n`) || !text.includes('\n')],
]

/** Reads the one key of a PEM text. */
export function readPem(text: string, wanted: Wanted): KeyObject {
  const pem = text.trim()
  const { label, body } = block.exec(pem)?.groups ?? {}
  if (label === undefined || body === undefined) throw keyFault(wanted.name, complaintAbout(pem))
  const der = decodeText(body.replaceAll(/\r?\n/gu, ''), 'base64')
  if (!der) throw keyFault(wanted.name, 'base64')
  return readDer(der, wanted, label)
}

const complaintAbout = (text: string): KeyFault =>
  complaints.find(([, applies]) => applies(text))?.[0] ?? 'pem'

/** Reads the base64 text of a key's DER, with or without line breaks. */
export function readBase64(text: string, wanted: Wanted): KeyObject {
  const der = decodeText(text.trim().replaceAll(/\r?\n/gu, ''), 'base64')
  if (!der) throw keyFault(wanted.name, 'base64')
  return readDer(der, wanted)
}
