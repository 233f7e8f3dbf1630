// Strings that must not be printed, and every form in which a value can be printed.
import { createPrivateKey } from 'node:crypto'
import { format, inspect } from 'node:util'

import type { GeneratedKeys } from '../../src/keys/index.ts'
import { getKeys, getSingleKeys } from '../support/pairs.ts'

export const personal = {
  email: 'canary-email-7f3a@custody.example',
  mobile: '4915550007731',
  nickname: 'CanaryNick91c2',
  reason: 'canary reason 55e1 of the payment desk',
  address: 'bc1qcanaryaddress000000000000000000000d71',
  amount: '731.90417265',
  balance: '88231.66420917',
  requestId: 'canary-request-2b6f',
  // In place of an enumeration, a number or a list.
  misplaced: 'canary-misplaced-c04d',
} as const

export const keys = {
  separate: { merchant: getKeys('merchant'), platform: getKeys('platform') },
  single: { merchant: getSingleKeys('merchant'), platform: getSingleKeys('platform') },
}

const privateFields = ['d', 'p', 'q', 'dp', 'dq', 'qi'] as const

// The first lines of a PEM hold the modulus, which is public. A printed key may have other line breaks, so parts are compared.
function listPieces({ encryption, signature }: GeneratedKeys): readonly string[] {
  return [encryption, signature].flatMap(({ privatePem }) => {
    const pem = privatePem.reveal()
    const jwk = createPrivateKey(pem).export({ format: 'jwk' })
    const lines = pem.split('\n').slice(8, -2)
    return [...lines, ...privateFields.map((name) => jwk[name] ?? '')].map((text) => text.slice(0, 24))
  })
}

const owners = [keys.separate, keys.single].flatMap(({ merchant, platform }) => [merchant, platform])

export const canaries: readonly string[] = [...new Set([...Object.values(personal), ...owners.flatMap(listPieces)])]

const deep = { depth: Infinity, showHidden: true, maxArrayLength: null, maxStringLength: null } as const

const listCauses = (value: unknown): readonly unknown[] =>
  value instanceof Error && value.cause !== undefined ? [value.cause, ...listCauses(value.cause)] : []

/** Prints a value in every form. */
export const printValue = (value: unknown): readonly string[] => [
  ...(value instanceof Error ? [value.message, value.stack ?? '', String(value)] : []),
  inspect(value, deep),
  format('%s %o %O', value, value, value),
  JSON.stringify(value, Object.getOwnPropertyNames(Object(value))) ?? '',
  JSON.stringify(value) ?? '',
  ...listCauses(value).flatMap(printValue),
]

/** Finds canaries in strings. */
export const findCanaries = (texts: readonly string[]): readonly string[] =>
  canaries.filter((canary) => texts.some((text) => text.includes(canary)))

/** Returns the error of a promise. */
export async function catchFailure(act: () => unknown): Promise<unknown> {
  try {
    await act()
  } catch (error) {
    return error
  }
  throw new TypeError('It succeeded.')
}
