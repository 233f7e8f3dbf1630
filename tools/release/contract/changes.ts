// A change, where it is, and how it reads.
import { grouped, type Json, type Pair } from './documents.ts'
import { type Class, type KindName, kindOf, type Side } from './kinds.ts'

/** Where the comparison stands. */
export interface Spot {
  /** Calls or types that a sentence is about. */
  readonly subjects: readonly string[]
  /** What of them, such as ``the member `fee` ``; empty for the whole. */
  readonly part: string
  /** What its members are called. */
  readonly noun: keyof typeof wholes
  /** Sides on which the merchant meets it. */
  readonly sides: readonly Side[]
  /** The merchant may be either end, so every side counts. */
  readonly eitherEnd: boolean
  /** One of several alternatives that hold every value of the type, so its list of values is open. */
  readonly open: boolean
  readonly documents: Pair<Json>
  /** References that were opened on the way, so that none is opened in a circle. */
  readonly trail: readonly string[]
}

export interface Found {
  readonly kind: KindName
  readonly spot: Spot
  readonly keyword: string
  readonly pair: Pair
}

/** A change as people read it. */
export interface Change {
  readonly kind: KindName
  readonly class: Class
  readonly sentence: string
}

/** What is named by its members alone: ``the parameter `ids` ``, not ``the parameter `ids` of the parameters``. */
const wholes = { member: '', parameter: 'the parameters', 'body member': 'the body' }

/** A spot inside another. */
export const within = (spot: Spot, phrase: string): Spot => ({
  ...spot,
  part: spot.part === wholes[spot.noun] ? phrase : `${phrase} of ${spot.part}`,
  noun: 'member',
  open: false,
})

/** The spot of all that a call sends. */
export const wholeOf = (spot: Spot, noun: Spot['noun']): Spot => ({ ...spot, part: wholes[noun], noun })

export const memberOf = (spot: Spot, name: string): Spot => within(spot, `the ${spot.noun} \`${name}\``)

/** The same spot, where the merchant reads. */
export const received = (spot: Spot): Spot => ({ ...spot, sides: spot.eitherEnd ? spot.sides : ['answer'] })

export const classes: readonly Class[] = ['breaking', 'compatible', 'wording']

/**
 * What was found, each thing once: both views show it, and so do lists of parameters and the schema of them all. What
 * happens to the same part of several calls or types becomes one sentence.
 */
export function changesFrom(found: readonly Found[]): readonly Change[] {
  const single = found.flatMap(({ spot, ...rest }) =>
    spot.subjects.map((subject) => ({
      ...spot,
      ...rest,
      subject,
      what: `${rest.kind} ${spot.part} ${saysOf(rest)}`,
    })),
  )
  const merged = grouped(single, ({ what, subject }) => `${what} ${subject}`).map((group) => ({
    ...group[0],
    sides: [...new Set(group.flatMap(({ sides }) => sides))].toSorted(),
  }))
  return grouped(merged, ({ what, sides, part, subject }) => [what, ...sides, part || subject].join(' '))
    .map((group) =>
      changeOf(
        group[0],
        group.map(({ subject }) => subject),
      ),
    )
    .toSorted((one, other) => classes.indexOf(one.class) - classes.indexOf(other.class))
}

const saysOf = ({ kind, keyword, pair }: Omit<Found, 'spot'>): string =>
  kindOf(kind).says.replaceAll(/\{(\w+)\}/g, (_, name) =>
    name === 'keyword' ? keyword : show(name === 'was' ? pair.was : pair.is),
  )

function changeOf(
  found: Omit<Found, 'spot'> & Pick<Spot, 'sides' | 'part'>,
  subjects: readonly string[],
): Change {
  const meanings = found.sides.map((side) => kindOf(found.kind)[side])
  const worst = classes.find((each) => meanings.some((meaning) => meaning.class === each)) ?? 'breaking'
  const reasons = meanings.filter((meaning) => meaning.class === worst && meaning.because !== '')
  const because = [...new Set(reasons.map((meaning) => meaning.because))].join(', and ')
  const place = found.part === '' ? joined(subjects) : `${found.part} of ${joined(subjects)}`
  const sentence = `${place.replace(/^(the|an) /, (word) => word.charAt(0).toUpperCase() + word.slice(1))} ${saysOf(found)}`
  return { kind: found.kind, class: worst, sentence: because ? `${sentence}: ${because}.` : `${sentence}.` }
}

function joined(names: readonly string[]): string {
  if (names.length > 4) return `${names.slice(0, 3).join(', ')} and ${names.length - 3} others`
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('')
}

function show(value: Json | undefined): string {
  if (value === undefined) return 'none'
  const text = JSON.stringify(value)
  return `\`${text.length > 60 ? `${text.slice(0, 59)}…` : text}\``
}
