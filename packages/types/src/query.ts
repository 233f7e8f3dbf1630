// Reads and writes query strings of the plain view.
import type { ParameterDefinition } from './operations.ts'

/** Decodes a parameter; `undefined` if it is not percent-encoded UTF-8. */
function decodePair(pair: string): readonly [name: string, text: string] | undefined {
  const [name = '', ...rest] = pair.replaceAll('+', ' ').split('=')
  try {
    return [decodeURIComponent(name), decodeURIComponent(rest.join('='))]
  } catch {
    return undefined
  }
}

// A string that does not fit its kind stays as it is, so that the validator names it.
const restorers: Readonly<Record<ParameterDefinition['kind'], (text: string) => unknown>> = {
  text: (text) => text,
  decimal: (text) => text,
  list: (text) => text.split(','),
  integer: (text) => (/^(0|-?[1-9][0-9]*)$/.test(text) ? Number(text) : text),
  flag: (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
}

/**
 * Converts a string of a query to the value that it stands for.
 *
 * @example
 * ```ts
 * import { parseValue } from '@custody-wallet/types/http'
 *
 * console.log(parseValue('integer', '7'), parseValue('list', 'a,b'), parseValue('flag', 'yes')) // 7 ['a', 'b'] yes
 * ```
 */
export const parseValue = (kind: ParameterDefinition['kind'], text: string): unknown => restorers[kind](text)

/** An error in a query string. */
export interface QueryViolation {
  /** JSON pointer to the parameter; empty for the whole query. */
  readonly pointer: string
  readonly message: string
}

/**
 * Reads the parameters of a query string, with or without its question mark. A list is one parameter with commas, or a
 * repeated parameter, whose commas belong to the entries. Every other parameter must occur once. A parameter without a
 * kind is a string.
 *
 * @example
 * ```ts
 * import { readParameters } from '@custody-wallet/types/http'
 *
 * console.log(readParameters('?ids=a&ids=b', () => 'list').parameters) // { ids: ['a', 'b'] }
 * ```
 */
export function readParameters(
  search: string,
  getKind: (name: string) => ParameterDefinition['kind'] | undefined,
): { readonly parameters: object; readonly violations: readonly QueryViolation[] } {
  const texts = new Map<string, string[]>()
  const violations: QueryViolation[] = []
  const parts = search.replace(/^\?/, '').split('&')
  for (const pair of parts.filter((part) => part !== '').map(decodePair)) {
    if (!pair) violations.push({ pointer: '', message: 'must be percent-encoded UTF-8' })
    else {
      const [name, text] = pair
      const earlier = texts.get(name)
      if (earlier) earlier.push(text)
      else texts.set(name, [text])
    }
  }
  const parameters = [...texts].map(([name, all]) => {
    const kind = getKind(name) ?? 'text'
    if (all.length > 1 && kind === 'list') return [name, all]
    if (all.length > 1) violations.push({ pointer: `/${name}`, message: 'must occur once' })
    return [name, parseValue(kind, all[0] ?? '')]
  })
  return { parameters: Object.fromEntries(parameters), violations }
}

/**
 * Writes a query string with its question mark, or an empty string. A list is one parameter. The commas between its entries
 * are not encoded, so that a receiver can tell them from the commas in an entry (RFC 6570, 3.2.8).
 *
 * @example
 * ```ts
 * import { buildQuery } from '@custody-wallet/types/http'
 *
 * console.log(buildQuery({ uid: 1, ids: ['a', 'b,c'] })) // ?uid=1&ids=a,b%2Cc
 * ```
 */
export function buildQuery(parameters: object): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]: [string, unknown]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeValue(value)}`],
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

const encodeValue = (value: unknown): string =>
  Array.isArray(value) ? value.map(encodeValue).join(',') : encodeURIComponent(String(value))
