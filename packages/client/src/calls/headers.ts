import { isHeaderText } from './checks.ts'

/** Headers with lower-case names, so that those of a call replace those of its client in any case. */
export type CheckedHeaders = Readonly<Record<string, string>>

/** Whether a client sets or leaves out a header. */
export type ReservedCheck = (name: string) => boolean

/** Checks and copies headers. JavaScript callers have no compiler to check them. */
export function checkHeaders(
  headers: Readonly<Record<string, string>> | undefined,
  isReserved: ReservedCheck,
): CheckedHeaders {
  if (headers === undefined) return {}
  if (typeof headers !== 'object' || headers === null || Symbol.iterator in headers)
    throw new TypeError("headers must be an object of names and values, such as { traceparent: '00-...' }.")
  return Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [checkName(name, isReserved), checkText(name, text)]),
  )
}

function checkName(given: string, isReserved: ReservedCheck): string {
  if (!/^[\w-]+$/.test(given)) throw new TypeError('A name in headers must have only letters, digits, _ and -.')
  const name = given.toLowerCase()
  if (isReserved(name))
    throw new TypeError(`headers must not contain ${name}, which the client sets or leaves out. Remove it.`)
  return name
}

function checkText(name: string, text: unknown): string {
  if (isHeaderText(text)) return text
  throw new TypeError(`headers.${name} must be visible ASCII without spaces at the ends.`)
}
