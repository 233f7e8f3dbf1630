// Generates values for a schema: most are valid, many are at limits, and some are invalid in one location.
import type { Shape } from '@custody-wallet/types/validate'
import fc from 'fast-check'

/** At most one location of a value is invalid, so shrinking helps little and takes minutes. */
export const endOnFailure = true

/** Existing values of a sandbox by field. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

const prefix = '#/components/schemas/'

/** A schema of a document, with the schemas that it refers to in their places. */
export function resolveSchema({ components }: Document, node: object): Shape {
  return JSON.parse(JSON.stringify(node), (_name, value: unknown) => {
    const { $ref = '', ...more } = typeof value === 'object' && value !== null ? readReference(value) : {}
    const namedSchema = components.schemas[$ref.slice(prefix.length)]
    return namedSchema === undefined ? value : { ...resolveSchema({ components }, namedSchema), ...more }
  })
}

const readReference = (value: object): { readonly $ref?: string } => value

/** Valid values of a schema, with many existing values of the sandbox. */
export function arbitraryFitting(shape: Shape, knownValues: KnownValues = {}, name = ''): fc.Arbitrary<unknown> {
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((form) => arbitraryFitting(form, knownValues, name)))
  if (shape.const !== undefined) return fc.constant(shape.const)
  const ownValues = shape.enum
    ? fc.constantFrom<unknown>(...shape.enum)
    : byType[shape.type ?? 'object'](shape, knownValues, name)
  const familiarValues = Object.hasOwn(knownValues, name) && shape.type !== 'array' ? (knownValues[name] ?? []) : []
  if (familiarValues.length === 0) return ownValues
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...familiarValues) }, { weight: 1, arbitrary: ownValues })
}

type ValueArbitrary = (shape: Shape, knownValues: KnownValues, name: string) => fc.Arbitrary<unknown>

const byType: { readonly [Type in NonNullable<Shape['type']>]: ValueArbitrary } = {
  array: ({ items = {}, minItems = 0, maxItems = 120 }, knownValues, name) => {
    const list = (minLength: number, maxLength: number) =>
      fc.array(arbitraryFitting(items, knownValues, name), { minLength, maxLength })
    const fewValues = { weight: 4, arbitrary: list(minItems, Math.min(maxItems, minItems + 3)) }
    return fc.oneof(fewValues, { weight: 1, arbitrary: list(maxItems, maxItems) })
  },
  boolean: () => fc.boolean(),
  integer: ({ minimum = -1000, not }) =>
    fc
      .oneof(
        fc.constantFrom(minimum, minimum + 1, Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER),
        fc.integer({ min: minimum, max: minimum + 1000 }),
      )
      .filter((value) => not?.const !== value),
  object: ({ properties = {}, required = [] }, knownValues) =>
    fc.record(
      Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, arbitraryFitting(field, knownValues, name)]),
      ),
      { requiredKeys: [...required] },
    ),
  string: ({ format = '', pattern, minLength = 0, maxLength = 300 }) => {
    const texts = formats[format]
    if (texts) return texts
    if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'))
    const text = (size: number, maxSize: number) => fc.string({ unit: 'grapheme', minLength: size, maxLength: maxSize })
    return fc.oneof(text(minLength, minLength), text(minLength, 20), text(maxLength, maxLength))
  },
}

const amounts = fc.oneof(
  fc.constantFrom('0', '1', '0.5', '0.00000001', '0.000000001', '1.50', '999999999999'),
  fc.constantFrom('9'.repeat(36), `0.${'1'.repeat(35)}`, `${'1'.repeat(18)}.${'1'.repeat(18)}`),
  fc.integer({ min: 1, max: 10 ** 9 }).map((units) => (units / 1e6).toFixed(6)),
)

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  amount: amounts,
  decimal: fc.oneof(
    amounts,
    amounts.filter((amount) => amount !== '0').map((amount) => `-${amount}`),
  ),
}

/** Values with at most one invalid location: missing, of another type, or beyond a limit. */
export const arbitraryCorrupted = (shape: Shape, knownValues: KnownValues = {}): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 1, arbitrary: oddValue },
    {
      weight: 12,
      arbitrary: fc.tuple(arbitraryFitting(shape, knownValues), fc.nat(), oddValue).map((parts) => corrupt(...parts)),
    },
  )

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 2 ** 53, -(2 ** 53), 1e300, {}, [], [null], [[]]),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '-0',
    '01',
    '000.10',
    '1e3',
    '1.',
    '.5',
    '0x10',
    'a,b',
    '\0',
    '\uD800',
    '__proto__',
  ),
  fc.constantFrom('9'.repeat(37), `0.${'1'.repeat(36)}`, '9'.repeat(400), 'é'.repeat(5000), 'NaN'),
  fc.constantFrom(101, 5001).map((size) => Array.from({ length: size }, (_, at) => `entry-${at}`)),
)

/** The names that a value is given beside its own. */
const unknownFieldName = 'unknown_member'

function corrupt(value: unknown, choice: number, replacement: unknown): unknown {
  if (typeof value !== 'object' || value === null) return replacement
  const names = [...Object.keys(value), unknownFieldName]
  const name = names[choice % names.length] ?? unknownFieldName
  if (Array.isArray(value)) return name === unknownFieldName ? replacement : value.with(Number(name), replacement)
  const { [name]: currentValue, ...rest } = Object.fromEntries(Object.entries(value))
  if (choice % 3 === 0 && currentValue !== undefined) return rest
  const isDeep = choice % 3 === 1 && typeof currentValue === 'object'
  return { ...rest, [name]: isDeep ? corrupt(currentValue, choice >> 2, replacement) : replacement }
}
