import { isObject } from '../checks.ts'

const copies = new WeakSet<object>()

// Parameters have at most three levels. The limit also stops at circular objects.
const maxDepth = 3

/**
 * Copies the parameters of a call, because the caller may change its object while the call waits. Reads each own field
 * once, and ignores inherited ones. The copy is frozen, and copying it returns it as it is: a call that passes through
 * several functions is copied once.
 *
 * @example
 * ```ts
 * import { copyParameters } from '@custody-wallet/types/validate'
 *
 * const ids = ['order-1']
 * const copy = copyParameters({ ids })
 * ids.push('order-2')
 * console.log(copy, copyParameters(copy) === copy) // { ids: [ 'order-1' ] } true
 * ```
 */
export function copyParameters(parameters: unknown): unknown {
  if (!isObject(parameters) || copies.has(parameters)) return parameters
  const copy = copyFields(parameters, maxDepth)
  copies.add(copy)
  return copy
}

function copyValue(value: unknown, depth: number): unknown {
  if (depth === 0) return value
  if (Array.isArray(value)) return Object.freeze(value.map((entry: unknown) => copyValue(entry, depth - 1)))
  return isObject(value) ? copyFields(value, depth) : value
}

const copyFields = (value: object, depth: number): object =>
  Object.freeze(
    Object.fromEntries(
      Object.entries(value).map(([name, field]: [string, unknown]) => [name, copyValue(field, depth - 1)]),
    ),
  )
