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
  const entries = Object.entries(headers ?? {}).map(([name, text]) => [name.toLowerCase(), text] as const)
  for (const [name, text] of entries) {
    // Entries of a list and letters of a string have numbers as their names.
    if (!/^[a-z_][\w-]*$/.test(name))
      throw new TypeError('headers must be an object whose names have only letters, digits, _ and -.')
    if (!isHeaderText(text)) throw new TypeError(`headers.${name} must be visible ASCII without spaces at the ends.`)
    if (isReserved(name)) throw new TypeError(`headers must not contain ${name}, which the client sets or leaves out.`)
  }
  return Object.fromEntries(entries)
}
