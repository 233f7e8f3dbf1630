// Changes, their locations, and the sentences about them.
import { grouped } from '../workspace/groups.ts'
import type { Json, Pair } from './documents.ts'
import { type Class, type KindName, getKind, type Side } from './kinds.ts'

/** A location in the documents. */
export interface Spot {
  /** The calls or types that a sentence is about. */
  readonly subjects: readonly string[]
  /** The part of them, such as ``the field `fee` ``; empty for the whole. */
  readonly part: string
  /** The word for its fields. */
  readonly noun: keyof typeof wholes
  /** Where the merchant sends or reads it. */
  readonly sides: readonly Side[]
  /** The merchant may send or receive it, so both sides count. */
  readonly isEitherEnd: boolean
  /** Another alternative allows every value of the type, so its list of values is open. */
  readonly isOpen: boolean
  readonly documents: Pair<Json>
  /** References that lead here, to stop at circles. */
  readonly trail: readonly string[]
}

export interface FoundChange {
  readonly kind: KindName
  readonly spot: Spot
  readonly keyword: string
  readonly pair: Pair
}

/** A change as a sentence. */
export interface Change {
  readonly kind: KindName
  readonly class: Class
  readonly sentence: string
}

/** Parts that a sentence leaves out: ``the parameter `ids` ``, not ``the parameter `ids` of the parameters``. */
const wholes = { field: '', parameter: 'the parameters', 'body field': 'the body' }

/** A location inside another. */
export const extendSpot = (spot: Spot, phrase: string): Spot => ({
  ...spot,
  part: spot.part === wholes[spot.noun] ? phrase : `${phrase} of ${spot.part}`,
  noun: 'field',
  isOpen: false,
})

/** The location of everything that a call sends. */
export const createWholeSpot = (spot: Spot, noun: Spot['noun']): Spot => ({
  ...spot,
  part: wholes[noun],
  noun,
})

export const createFieldSpot = (spot: Spot, name: string): Spot => extendSpot(spot, `the ${spot.noun} \`${name}\``)

/** The same location in a response. */
export const createResponseSpot = (spot: Spot): Spot => ({
  ...spot,
  sides: spot.isEitherEnd ? spot.sides : ['response'],
})

export const classes: readonly Class[] = ['breaking', 'compatible', 'wording']

/**
 * Every change once, although both views have it, and lists of parameters as well as their schema. The same change of
 * several calls or types becomes one sentence.
 */
export function createChanges(found: readonly FoundChange[]): readonly Change[] {
  const single = found.flatMap(({ spot, ...rest }) =>
    spot.subjects.map((subject) => ({
      ...spot,
      ...rest,
      subject,
      what: `${rest.kind} ${spot.part} ${formatMeaning(rest)}`,
    })),
  )
  const groups = grouped(single, ({ what, subject }) => `${what} ${subject}`).map((group) => ({
    ...group[0],
    sides: [...new Set(group.flatMap(({ sides }) => sides))].toSorted(),
  }))
  return grouped(groups, ({ what, sides, part, subject }) => [what, ...sides, part || subject].join(' '))
    .map((group) =>
      createChange(
        group[0],
        group.map(({ subject }) => subject),
      ),
    )
    .toSorted((one, other) => classes.indexOf(one.class) - classes.indexOf(other.class))
}

const formatMeaning = ({ kind, keyword, pair }: Omit<FoundChange, 'spot'>): string =>
  getKind(kind).says.replaceAll(/\{(\w+)\}/g, (_, name) =>
    name === 'keyword' ? keyword : formatValue(name === 'was' ? pair.was : pair.is),
  )

function createChange(
  found: Omit<FoundChange, 'spot'> & Pick<Spot, 'sides' | 'part'>,
  subjects: readonly string[],
): Change {
  const meanings = found.sides.map((side) => getKind(found.kind)[side])
  const worst = classes.find((each) => meanings.some((meaning) => meaning.class === each)) ?? 'breaking'
  const reasons = meanings.filter((meaning) => meaning.class === worst && meaning.because !== '')
  const because = [...new Set(reasons.map((meaning) => meaning.because))].join(', and ')
  const location = found.part === '' ? joinNames(subjects) : `${found.part} of ${joinNames(subjects)}`
  const sentence = `${location.replace(/^(the|an) /, (word) => word.charAt(0).toUpperCase() + word.slice(1))} ${formatMeaning(found)}`
  return { kind: found.kind, class: worst, sentence: because ? `${sentence}: ${because}.` : `${sentence}.` }
}

function joinNames(names: readonly string[]): string {
  if (names.length > 4) return `${names.slice(0, 3).join(', ')} and ${names.length - 3} others`
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('')
}

function formatValue(value: Json | undefined): string {
  if (value === undefined) return 'none'
  const text = JSON.stringify(value)
  return `\`${text.length > 60 ? `${text.slice(0, 59)}…` : text}\``
}
