// Schemas as data, and how large their values can be.
import { type ShapeName, shapes } from '../generated/shapes.ts'

/** A schema of the plain view as data. */
export interface Shape {
  readonly ref?: ShapeName
  readonly title?: string
  readonly type?: 'string' | 'integer' | 'boolean' | 'object' | 'array'
  readonly format?: string
  readonly pattern?: string
  readonly const?: string | number | boolean
  readonly enum?: readonly (string | number)[]
  readonly not?: Shape
  readonly anyOf?: readonly Shape[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
}

/** Size of the largest JSON text of a value that fits a schema. */
export interface Size {
  /** Bytes of everything that the contract limits, including names and punctuation. */
  readonly bytes: number
  /** Number of texts and lists without a limit in the contract; each adds its own length to the bytes. */
  readonly open: number
}

/**
 * Size of the largest JSON text of a value that fits a schema, without white space and escapes. A receiver can reject a
 * longer message before it opens it.
 *
 * @example
 * ```ts
 * import { sizeOf } from '@custody-wallet/types/validate'
 *
 * const { bytes, open } = sizeOf('WithdrawalLookup')
 * console.log(`${bytes} bytes, and ${open} ids`)
 * ```
 */
export function sizeOf(name: ShapeName): Size {
  if (!Object.hasOwn(shapes, name)) throw new TypeError(`The contract has no schema ${name}.`)
  return sizeOfShape(shapes[name])
}

function sizeOfShape(shape: Shape): Size {
  if (shape.ref) return sizeOfShape(shapes[shape.ref])
  if (shape.anyOf) return largest(shape.anyOf.map(sizeOfShape))
  if (shape.const !== undefined || shape.enum)
    return largest([...(shape.enum ?? [shape.const])].map((value) => fixed(JSON.stringify(value).length)))
  return byType[shape.type ?? 'object'](shape)
}

const fixed = (bytes: number): Size => ({ bytes, open: 0 })
const quotes = 2
// `false`, and the longest integer that a double holds exactly, with its sign.
const [flag, integer] = [5, 17]

const byType: { readonly [Type in NonNullable<Shape['type']>]: (shape: Shape) => Size } = {
  array: ({ items = {}, maxItems }) =>
    maxItems === undefined ? { bytes: 2, open: 1 } : list(plus(sizeOfShape(items), 1), maxItems),
  boolean: () => fixed(flag),
  integer: () => fixed(integer),
  object: ({ properties = {} }) =>
    sum(Object.entries(properties).map(([name, member]) => plus(sizeOfShape(member), name.length + 4))),
  string: ({ maxLength }) =>
    maxLength === undefined ? { bytes: quotes, open: 1 } : fixed(quotes + maxLength),
}

const list = (entry: Size, entries: number): Size => ({
  bytes: 2 + entries * entry.bytes,
  open: entries * entry.open,
})

const plus = ({ bytes, open }: Size, more: number): Size => ({ bytes: bytes + more, open })

const sum = (sizes: readonly Size[]): Size => ({
  bytes: sizes.reduce((total, { bytes }) => total + bytes, 2),
  open: sizes.reduce((total, { open }) => total + open, 0),
})

const largest = (sizes: readonly Size[]): Size => ({
  bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
  open: Math.max(...sizes.map(({ open }) => open)),
})
