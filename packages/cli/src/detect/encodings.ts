// Ways to write bytes as text. A text that several of them could have written is reported with all of them.

/** How a writer spells bytes. */
export type Encoding =
  | 'base64'
  | 'base64 without padding'
  | 'base64url'
  | 'base64url with padding'
  | 'hex'
  | 'upper-case hex'

/** What happened to the text on its way. */
export type Carriage = 'line breaks' | 'percent-encoded' | 'spaces instead of +'

/** Bytes that a text may stand for. */
export interface Decoded {
  readonly bytes: Uint8Array
  /** Spellings that all give this text. */
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

/** Everything that a text may stand for; empty if it is in no known encoding. */
export function listDecodings(text: string): readonly Decoded[] {
  const { bare, carriage } = readCarriage(text)
  return alphabets.flatMap(({ pattern, name }) => {
    const bytes = pattern.test(bare) ? Buffer.from(bare, name) : Buffer.alloc(0)
    // Node skips what it does not know, so the text must be what one of the writers makes of these bytes.
    const fitting = bytes.length === 0 ? [] : encodings.filter((each) => spellings[each](bytes) === bare)
    return fitting.length === 0 ? [] : [{ bytes, encodings: fitting, carriage }]
  })
}

interface BareText {
  readonly bare: string
  readonly carriage: readonly Carriage[]
}

/** The text as its writer made it, and what happened to it. */
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

/** Some writers percent-encode a text that is encoded already. */
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

/** Where a text stops being base64 or hex, for a message. */
export function describeForeign(text: string): string {
  const { bare } = readCarriage(text)
  const at = bare.search(/[^\w+/=-]/)
  if (at < 0) return `its ${bare.length} characters are not an integer of base64 or hex groups`
  return `character ${at + 1} is ${JSON.stringify(bare.at(at))}`
}
