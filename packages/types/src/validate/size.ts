// How large a value of the contract can be, so that a receiver can tell a message that is too long before it opens it.
import { type ShapeName, shapes } from '../generated/shapes.ts'
import type { Shape } from './shape.ts'

/** The largest JSON text of a value that fits a schema. */
export interface Size {
  /** Bytes of everything that the contract bounds, with names and punctuation. */
  readonly bytes: number
  /** Number of texts and lists that the contract does not bound; each adds its own length to the bytes. */
  readonly open: number
}

/**
 * The largest JSON text of a value that fits a schema, without white space and escapes.
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
