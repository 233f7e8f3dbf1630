/** A text encoding of bytes. */
export type Encoding =
  | 'base64'
  | 'base64 without padding'
  | 'base64url'
  | 'base64url with padding'
  | 'hex'
  | 'upper-case hex'

/** A change of the text in transit. */
export type Carriage = 'line breaks' | 'percent-encoded' | 'spaces instead of +'

/** Bytes that a text may encode. */
export interface Decoded {
  readonly bytes: Uint8Array
  /** Every encoding that could have produced the text. */
  readonly encodings: readonly Encoding[]
  readonly carriage: readonly Carriage[]
}

const spellings: { readonly [Name in Encoding]: (bytes: Buffer) => string } = {
  base64: (bytes) => bytes.toString('base64'),
  'base64 without padding': (bytes) => bytes.toString('base64').replace(/=+$/, ''),
  base64url: (bytes) => bytes.toString('base64url'),
  'base64url with padding': (bytes) => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  hex: (bytes) => bytes.toString('hex'),
  'upper-case hex': (bytes) => bytes.toString('hex').toUpperCase(),
}

const encodings = Object.keys(spellings).filter((name): name is Encoding => Object.hasOwn(spellings, name))

interface Alphabet {
  readonly pattern: RegExp
  readonly name: 'base64' | 'hex'
}

const alphabets: readonly Alphabet[] = [
  { pattern: /^(?:[0-9a-f]{2})+$/i, name: 'hex' },
  { pattern: /^[\w+/-]+={0,2}$/, name: 'base64' },
]

/** Lists what a text may encode; empty if no known encoding fits. */
export function listDecodings(text: string): readonly Decoded[] {
  const { bare, carriage } = readCarriage(text)
  return alphabets.flatMap(({ pattern, name }) => {
    const bytes = pattern.test(bare) ? Buffer.from(bare, name) : Buffer.alloc(0)
    // Node skips invalid characters, so an encoding counts only if it reproduces the text.
    const fitting = bytes.length === 0 ? [] : encodings.filter((each) => spellings[each](bytes) === bare)
    return fitting.length === 0 ? [] : [{ bytes, encodings: fitting, carriage }]
  })
}

interface BareText {
  readonly bare: string
  readonly carriage: readonly Carriage[]
}

/** Restores the text as its writer made it, and lists the changes in transit. */
export function readCarriage(text: string): BareText {
  const carriage = new Set<Carriage>()
  const note = (name: Carriage, before: string, after: string): string => {
    if (after !== before) carriage.add(name)
    return after
  }
  const trimmedText = text.trim()
  const plain = note('percent-encoded', trimmedText, unescapePercent(trimmedText))
  const oneLine = note('line breaks', plain, plain.replaceAll(/\r|\n|\\r|\\n/g, ''))
  const bare = note('spaces instead of +', oneLine, oneLine.replaceAll(' ', '+'))
  return { bare, carriage: [...carriage] }
}

const mostTimes = 2

/** Decodes twice, because some writers percent-encode encoded text. */
function unescapePercent(text: string): string {
  let result = text
  for (let times = 0; times < mostTimes && /%[0-9a-f]{2}/i.test(result); times += 1) {
    try {
      result = decodeURIComponent(result)
    } catch {
      return result
    }
  }
  return result
}

/** Describes the first character that is not base64 or hex. */
export function describeForeign(text: string): string {
  const { bare } = readCarriage(text)
  const at = bare.search(/[^\w+/=-]/)
  if (at < 0) return `its ${bare.length} characters do not divide into base64 or hex groups`
  return `character ${at + 1} is ${JSON.stringify(bare.at(at))}`
}
