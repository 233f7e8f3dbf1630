// Mutations of a message, chosen by a seed. Keys are new in every run, so a seed repeats the choices, not the bytes.
import { blockEdits, blocksOf, decoded, edited, encoded, pick, type Random } from './edits.ts'
import { headerChanges } from './headers.ts'

export type Members = Readonly<Record<string, number | string>>

/** A message as its members; `text` writes it as the wire carries it. */
export interface Message {
  readonly members: Members
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
  /** Another message of the same kind, of the same sender. */
  readonly donor: Message
  readonly random: Random
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

// Members that a cipher or a signature protects.
const sealedNames = ({ members }: Message): readonly string[] =>
  ['data', 'sign'].filter((name) => typeof members[name] === 'string' && members[name] !== '')

const textIn = ({ members }: Message, name: string): string => String(members[name] ?? '')

const write = ({ members, text }: Message, changed: Members): string =>
  text(Object.entries({ ...members, ...changed }))

/** Changes one of the parts between dots, or the whole text if it has no dots. */
function withPart(
  { message, random }: Draw,
  change: (part: string, index: number, name: string) => string,
): string {
  const name = pick(sealedNames(message), random)
  const parts = textIn(message, name).split('.')
  const index = random(parts.length)
  return write(message, {
    [name]: parts.map((part, at) => (at === index ? change(part, at, name) : part)).join('.'),
  })
}

function headerChanged({ message, random }: Draw): string {
  const name = pick(sealedNames(message), random)
  const [head = '', ...rest] = textIn(message, name).split('.')
  if (rest.length === 0) return write(message, { [name]: letters[random(64)] + head })
  const header: Members = JSON.parse(decoded(head).toString())
  const text = pick(headerChanges, random)(header)
  return write(message, { [name]: [encoded(Buffer.from(text)), ...rest].join('.') })
}

function blocksChanged({ message, donor, random }: Draw): string {
  const whole = textIn(message, 'data')
  const parts = whole.split('.')
  if (parts.length > 1) return write(message, { data: parts.toSorted(() => random(3) - 1).join('.') })
  const [own, other] = [blocksOf(whole), blocksOf(textIn(donor, 'data'))]
  const at = random(own.length)
  const blocks =
    random(8) === 0 ? own.with(at, pick(other, random)) : pick(blockEdits, random)(own, at, random)
  return write(message, { data: encoded(Buffer.concat(blocks)) })
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

function factChanged({ message, random }: Draw): string {
  const names = Object.keys(message.members).filter((each) => each in facts)
  // A sealed answer carries nothing else; a failure may come beside it, or in its place.
  if (names.length === 0)
    return message.text([...Object.entries(message.members).slice(random(2)), ...failure])
  const name = pick(names, random)
  const value = message.members[name] ?? ''
  return write(message, { [name]: facts[name]?.(value, random) ?? value })
}

type Entries = readonly (readonly [string, number | string])[]

/** What happens to the frame: nothing that any cipher would notice. */
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
  text: ({ message, random }: Draw) => edited(Buffer.from(write(message, {})), random),
  character: (draw: Draw) =>
    withPart(draw, (part) => {
      const at = draw.random(part.length + 1)
      return part.slice(0, at) + letters[draw.random(64)] + part.slice(at + draw.random(2))
    }),
  byte: (draw: Draw) => withPart(draw, (part) => encoded(edited(decoded(part), draw.random))),
  // Of the same length, so that more gets past the framing.
  bit: (draw: Draw) =>
    withPart(draw, (part) => {
      const bytes = decoded(part)
      const at = draw.random(bytes.length)
      return encoded(bytes.with(at, (bytes[at] ?? 0) ^ (1 << draw.random(8))))
    }),
  header: headerChanged,
  blocks: blocksChanged,
  'other part': (draw: Draw) =>
    withPart(draw, (_part, index, name) => textIn(draw.donor, name).split('.')[index] ?? ''),
  'other member': ({ message, donor, random }: Draw) => {
    const names = sealedNames(message)
    return write(message, { [pick(names, random)]: textIn(donor, pick(names, random)) })
  },
  fact: factChanged,
  blank: ({ message, random }: Draw) => {
    const names = sealedNames(message)
    const blanked = random(2) === 0 ? names : [pick(names, random)]
    return write(message, Object.fromEntries(blanked.map((name) => [name, ''])))
  },
  frame: ({ message, random }: Draw) =>
    message.text(pick(frames, random)(Object.entries(message.members), random)),
  content: async ({ message, random }: Draw) =>
    write(message, { data: (await message.reseal?.((content) => edited(content, random))) ?? 'AAAA' }),
} as const satisfies Readonly<Record<string, (draw: Draw) => Promise<string> | Uint8Array | string>>

export type Kind = keyof typeof mutators

// How often each is drawn: most often what reaches the ciphers.
const weights: Readonly<Record<Kind, number>> = {
  text: 3,
  character: 2,
  byte: 2,
  bit: 5,
  header: 2,
  blocks: 3,
  'other part': 2,
  'other member': 1,
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
  'other member',
  'fact',
  'blank',
  'frame',
  'content',
]
const lots: readonly Kind[] = kinds.flatMap((kind) => Array.from({ length: weights[kind] }, () => kind))

/** A message that is neither of the two it was made of. */
export async function mutantOf(draw: Draw): Promise<Mutant> {
  const originals = [draw.message, draw.donor].map((message) => Buffer.from(write(message, {})))
  for (;;) {
    const kind = pick(lots, draw.random)
    const bytes = Buffer.from(await mutators[kind](draw))
    if (!originals.some((original) => original.equals(bytes))) return { kind, bytes: new Uint8Array(bytes) }
  }
}
