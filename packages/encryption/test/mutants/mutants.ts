// Mutations of a message, chosen by a seed. Keys are new in every run, so a seed repeats the choices, not the bytes.
import { blockEdits, splitBlocks, decodeText, editBytes, encodeBytes, pick, type Random } from './edits.ts'
import { headerChanges } from './headers.ts'

export type Fields = Readonly<Record<string, number | string>>

/** The fields of a message; `text` writes them for the wire. */
export interface Message {
  readonly fields: Fields
  readonly text: (entries: readonly (readonly [string, number | string])[]) => string
  /** Seals other content in place of its own, as anyone with the receiver's public key can. */
  readonly reseal?: (change: (content: Uint8Array) => Uint8Array) => Promise<string>
}

export interface Mutant {
  readonly kind: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface Draw {
  readonly message: Message
  /** Another message of the same type and sender. */
  readonly donor: Message
  readonly random: Random
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

// Fields that a cipher or a signature protects.
const listSealedNames = ({ fields }: Message): readonly string[] =>
  ['data', 'sign'].filter((name) => typeof fields[name] === 'string' && fields[name] !== '')

const getText = ({ fields }: Message, name: string): string => String(fields[name] ?? '')

const write = ({ fields, text }: Message, changed: Fields): string => text(Object.entries({ ...fields, ...changed }))

/** Changes one of the parts between dots, or the whole text if it has no dots. */
function replacePart({ message, random }: Draw, change: (part: string, index: number, name: string) => string): string {
  const name = pick(listSealedNames(message), random)
  const parts = getText(message, name).split('.')
  const index = random(parts.length)
  return write(message, {
    [name]: parts.map((part, at) => (at === index ? change(part, at, name) : part)).join('.'),
  })
}

function changeHeader({ message, random }: Draw): string {
  const name = pick(listSealedNames(message), random)
  const [head = '', ...rest] = getText(message, name).split('.')
  if (rest.length === 0) return write(message, { [name]: letters[random(64)] + head })
  const header: Fields = JSON.parse(decodeText(head).toString())
  const text = pick(headerChanges, random)(header)
  return write(message, { [name]: [encodeBytes(Buffer.from(text)), ...rest].join('.') })
}

function changeBlocks({ message, donor, random }: Draw): string {
  const whole = getText(message, 'data')
  const parts = whole.split('.')
  if (parts.length > 1) return write(message, { data: parts.toSorted(() => random(3) - 1).join('.') })
  const [own, other] = [splitBlocks(whole), splitBlocks(getText(donor, 'data'))]
  const at = random(own.length)
  const blocks = random(8) === 0 ? own.with(at, pick(other, random)) : pick(blockEdits, random)(own, at, random)
  return write(message, { data: encodeBytes(Buffer.concat(blocks)) })
}

const facts: Readonly<Record<string, (value: number | string, random: Random) => number | string>> = {
  app_id: (value, random) => pick([`${value}2`, 'demo-other', 'DEMO-SHOP', ''], random),
  time: (value, random) => Number(value) + pick([1, -1, 1000, -86_400_000], random),
  code: (value, random) => (value === 0 ? pick([7, 1, -1, 100_008], random) : pick([0, 1, '0'], random)),
  msg: (value, random) => pick([`${value} `, 'ok', '', 'SUCCESS'], random),
}

const failure = [
  ['code', '7'],
  ['msg', 'too late'],
] as const

function changeFact({ message, random }: Draw): string {
  const names = Object.keys(message.fields).filter((each) => each in facts)
  // A failure may be added to a sealed response, or replace it.
  if (names.length === 0) return message.text([...Object.entries(message.fields).slice(random(2)), ...failure])
  const name = pick(names, random)
  const value = message.fields[name] ?? ''
  return write(message, { [name]: facts[name]?.(value, random) ?? value })
}

type Entries = readonly (readonly [string, number | string])[]

/** Changes of the frame, which ciphers do not notice. */
const frames: readonly ((entries: Entries, random: Random) => Entries)[] = [
  (entries) => entries.toReversed(),
  (entries, random) => [...entries, pick(entries, random)],
  (entries, random) => [[pick(entries, random)[0], 'A'], ...entries],
  (entries, random) => entries.toSpliced(random(entries.length), 1),
  (entries) => [...entries, ['version', 'v2']],
  (entries, random) => entries.map(([name, value]) => [random(3) === 0 ? name.toUpperCase() : name, value]),
  (entries) => entries.map(([name, value]) => [name, String(value)]),
]

const mutators = {
  text: ({ message, random }: Draw) => editBytes(Buffer.from(write(message, {})), random),
  character: (draw: Draw) =>
    replacePart(draw, (part) => {
      const at = draw.random(part.length + 1)
      return part.slice(0, at) + letters[draw.random(64)] + part.slice(at + draw.random(2))
    }),
  byte: (draw: Draw) => replacePart(draw, (part) => encodeBytes(editBytes(decodeText(part), draw.random))),
  // Keeps the length, so that more mutants pass the framing.
  bit: (draw: Draw) =>
    replacePart(draw, (part) => {
      const bytes = decodeText(part)
      const at = draw.random(bytes.length)
      return encodeBytes(bytes.with(at, (bytes[at] ?? 0) ^ (1 << draw.random(8))))
    }),
  header: changeHeader,
  blocks: changeBlocks,
  'other part': (draw: Draw) =>
    replacePart(draw, (_part, index, name) => getText(draw.donor, name).split('.')[index] ?? ''),
  'other field': ({ message, donor, random }: Draw) => {
    const names = listSealedNames(message)
    return write(message, { [pick(names, random)]: getText(donor, pick(names, random)) })
  },
  fact: changeFact,
  blank: ({ message, random }: Draw) => {
    const names = listSealedNames(message)
    const blanked = random(2) === 0 ? names : [pick(names, random)]
    return write(message, Object.fromEntries(blanked.map((name) => [name, ''])))
  },
  frame: ({ message, random }: Draw) => message.text(pick(frames, random)(Object.entries(message.fields), random)),
  content: async ({ message, random }: Draw) =>
    write(message, { data: (await message.reseal?.((content) => editBytes(content, random))) ?? 'AAAA' }),
} as const satisfies Readonly<Record<string, (draw: Draw) => Promise<string> | Uint8Array | string>>

export type Kind = keyof typeof mutators

// Mutators that reach the ciphers have the largest weights.
const weights: Readonly<Record<Kind, number>> = {
  text: 3,
  character: 2,
  byte: 2,
  bit: 5,
  header: 2,
  blocks: 3,
  'other part': 2,
  'other field': 1,
  fact: 2,
  blank: 1,
  frame: 1,
  content: 1,
}

export const kinds: readonly Kind[] = [
  'text',
  'character',
  'byte',
  'bit',
  'header',
  'blocks',
  'other part',
  'other field',
  'fact',
  'blank',
  'frame',
  'content',
]
const lots: readonly Kind[] = kinds.flatMap((kind) => Array.from({ length: weights[kind] }, () => kind))

/** Creates a mutant that differs from both messages. */
export async function createMutant(draw: Draw): Promise<Mutant> {
  const originals = [draw.message, draw.donor].map((message) => Buffer.from(write(message, {})))
  for (;;) {
    const kind = pick(lots, draw.random)
    const bytes = Buffer.from(await mutators[kind](draw))
    if (!originals.some((original) => original.equals(bytes))) return { kind, bytes: new Uint8Array(bytes) }
  }
}
