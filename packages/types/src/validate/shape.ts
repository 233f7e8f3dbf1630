// The largest size of the values of a schema.
import { type Shape, type ShapeName, shapes } from '../generated/shapes.ts'

/** Size of the largest value that fits a schema, as JSON. */
export interface Size {
  /** Bytes of everything with a limit in the contract, including names and punctuation. */
  readonly bytes: number
  /** Number of strings and lists without a limit in the contract. Each adds its length to the bytes. */
  readonly open: number
}

/**
 * Computes the size of the largest value that fits a schema, as JSON without white space and escapes. A receiver can
 * reject a longer message before it opens it.
 *
 * @example
 * ```ts
 * import { computeSize } from '@custody-wallet/types/validate'
 *
 * const { bytes, open } = computeSize('WithdrawalLookup')
 * console.log(`${bytes} bytes, and ${open} ids`)
 * ```
 */
export function computeSize(name: ShapeName): Size {
  if (!Object.hasOwn(shapes, name)) throw new TypeError(`The contract has no schema ${name}.`)
  return computeShapeSize(shapes[name])
}

function computeShapeSize(shape: Shape): Size {
  if (shape.ref) return computeShapeSize(shapes[shape.ref])
  if (shape.anyOf) return findLargest(shape.anyOf.map(computeShapeSize))
  if (shape.const !== undefined || shape.enum)
    return findLargest([...(shape.enum ?? [shape.const])].map((value) => createFixedSize(JSON.stringify(value).length)))
  return byType[shape.type ?? 'object'](shape)
}

const createFixedSize = (bytes: number): Size => ({ bytes, open: 0 })
const quotes = 2
// `false`, and the longest integer that a double holds exactly, with its sign.
const [flag, integer] = [5, 17]

const byType: { readonly [Type in NonNullable<Shape['type']>]: (shape: Shape) => Size } = {
  array: ({ items = {}, maxItems }) =>
    maxItems === undefined ? { bytes: 2, open: 1 } : computeListSize(addBytes(computeShapeSize(items), 1), maxItems),
  boolean: () => createFixedSize(flag),
  integer: () => createFixedSize(integer),
  object: ({ properties = {} }) =>
    sumSizes(Object.entries(properties).map(([name, field]) => addBytes(computeShapeSize(field), name.length + 4))),
  string: ({ maxLength }) =>
    maxLength === undefined ? { bytes: quotes, open: 1 } : createFixedSize(quotes + maxLength),
}

const computeListSize = (entry: Size, entries: number): Size => ({
  bytes: 2 + entries * entry.bytes,
  open: entries * entry.open,
})

const addBytes = ({ bytes, open }: Size, more: number): Size => ({ bytes: bytes + more, open })

const sumSizes = (sizes: readonly Size[]): Size => ({
  bytes: sizes.reduce((total, { bytes }) => total + bytes, 2),
  open: sizes.reduce((total, { open }) => total + open, 0),
})

const findLargest = (sizes: readonly Size[]): Size => ({
  bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
  open: Math.max(...sizes.map(({ open }) => open)),
})
