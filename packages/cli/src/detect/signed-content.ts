// Candidates contain only what the capture contains, so a match proves that the sender signed it.
import { computeDigest } from './mgf1.ts'

/** Bytes that may be signed, with their formula: `md5-hex-lower(plaintext)`. */
export interface SignedContent {
  readonly name: string
  readonly part: PartName
  /** Digest of the whole content; `text` if there is none. */
  readonly form: Form
  /** How the part is joined with `app_id` and `time`; undefined for the part alone. */
  readonly join?: string
  readonly bytes: Uint8Array
}

export type PartName = 'plaintext' | 'cipher text' | 'cipher bytes'

/** Parts of a message that may be signed. */
export interface SignedParts {
  readonly parts: Readonly<Partial<Record<PartName, Uint8Array>>>
  readonly appId?: string | undefined
  readonly time?: string | undefined
}

const computeMd5 = (bytes: Uint8Array): Buffer => computeDigest('md5', bytes)
const toAscii = (text: string): Buffer => Buffer.from(text, 'latin1')

/** The signed form of a content: itself, or a digest. */
export type Form = 'md5-base64' | 'md5-hex-lower' | 'md5-hex-upper' | 'md5-raw' | 'sha256-hex-lower' | 'text'

// In the order of the search.
const forms: Readonly<Record<Form, (bytes: Uint8Array) => Uint8Array>> = {
  'md5-hex-lower': (bytes) => toAscii(computeMd5(bytes).toString('hex')),
  text: (bytes) => bytes,
  'md5-hex-upper': (bytes) => toAscii(computeMd5(bytes).toString('hex').toUpperCase()),
  'md5-raw': computeMd5,
  'md5-base64': (bytes) => toAscii(computeMd5(bytes).toString('base64')),
  'sha256-hex-lower': (bytes) => toAscii(computeDigest('sha256', bytes).toString('hex')),
}

const formNames = Object.keys(forms).filter((name): name is Form => Object.hasOwn(forms, name))
const partNames = ['plaintext', 'cipher text', 'cipher bytes'] as const

/** Generates candidates, the usual ones first. It is lazy, because the first ones are usually enough. */
export function* generateContents({ parts, appId, time }: SignedParts): Generator<SignedContent> {
  const present = partNames.flatMap((part) => {
    const bytes = parts[part]
    return bytes === undefined ? [] : [{ part, bytes }]
  })
  for (const { part, bytes } of present)
    for (const form of formNames) yield convertContent(part, form, { name: part, bytes })
  const joins = listJoins(appId, time)
  for (const { part, bytes } of present) for (const join of joins) yield* generateJoinedContents(part, bytes, join)
}

interface NamedBytes {
  readonly name: string
  readonly bytes: Uint8Array
}

function convertContent(part: PartName, form: Form, { name, bytes }: NamedBytes, join?: Join): SignedContent {
  const whole = form === 'text' ? name : `${form}(${name})`
  return { name: whole, part, form, ...(join && { join: join.name }), bytes: forms[form](bytes) }
}

/** Joins the part or its digest, and also hashes the joined part. Digests are never nested. */
function* generateJoinedContents(part: PartName, bytes: Uint8Array, join: Join): Generator<SignedContent> {
  const whole = { name: join.of(part), bytes: join.make(bytes) }
  for (const form of formNames) yield convertContent(part, form, whole, join)
  for (const form of formNames.filter((each) => each !== 'text')) {
    const inner = convertContent(part, form, { name: part, bytes })
    yield {
      ...inner,
      name: join.of(inner.name),
      form: 'text',
      join: join.name,
      bytes: join.make(inner.bytes),
    }
  }
}

interface Join {
  readonly name: string
  readonly of: (part: string) => string
  readonly make: (part: Uint8Array) => Uint8Array
}

interface Field {
  readonly label: string
  /** Undefined stands for the part itself. */
  readonly text?: string
}

const separators = ['', '&', '|', ',', '.', ':', '_', '\n'] as const

function listJoins(appId: string | undefined, time: string | undefined): readonly Join[] {
  const data: Field = { label: 'data' }
  const others = [
    ...(time === undefined ? [] : [{ label: 'time', text: time }]),
    ...(appId === undefined ? [] : [{ label: 'app_id', text: appId }]),
  ]
  const sets = others.length === 2 ? [...others.map((other) => [data, other]), [data, ...others]] : [[data, ...others]]
  const orders = others.length === 0 ? [] : sets.flatMap(listPermutations)
  return [
    ...orders.map((fields) => createJoin(fields, '&', ({ label }) => `${label}=`)),
    ...separators.flatMap((separator) => orders.map((fields) => createJoin(fields, separator, () => ''))),
  ]
}

function createJoin(fields: readonly Field[], separator: string, prefix: (field: Field) => string): Join {
  const label = separator === '' ? ' + ' : separator === '\n' ? String.raw`\n` : separator
  const addLabels = (part: string): string =>
    fields
      .map((field) => prefix(field) + (field.text === undefined ? part : prefix(field) ? '…' : field.label))
      .join(label)
  const at = fields.findIndex(({ text }) => text === undefined)
  const listTexts = (some: readonly Field[]): readonly string[] =>
    some.map((field) => prefix(field) + (field.text ?? ''))
  const data = fields[at]
  const before = Buffer.from(
    [...listTexts(fields.slice(0, at)), data === undefined ? '' : prefix(data)].join(separator),
  )
  const after = Buffer.from(['', ...listTexts(fields.slice(at + 1))].join(separator))
  return { name: addLabels('data'), of: addLabels, make: (part) => Buffer.concat([before, part, after]) }
}

const listPermutations = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, at) => listPermutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
