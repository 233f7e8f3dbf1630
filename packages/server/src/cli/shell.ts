// A terminal may act on control characters of a text that is pasted. Line breaks stay.
const controls = /(?:(?!\n)\p{Cc})+/gu

/**
 * Quotes any text as one word of a POSIX shell. Control characters are written by `printf`.
 *
 * @example
 * ```ts
 * import { quoteForShell } from '@custody-wallet/server/cli'
 *
 * console.log(`echo ${quoteForShell("it's")}`) // echo 'it'\''s'
 * ```
 */
export function quoteForShell(text: string): string {
  if (text.includes('\0')) throw new TypeError('A word of a shell cannot have NUL: send the text in a file.')
  const escaped = text
    .replaceAll("'", String.raw`'\''`)
    .replaceAll(controls, (signs) => `'"$(printf '${toOctal(signs)}')"'`)
  return `'${escaped}'`
}

const toOctal = (text: string): string =>
  [...new TextEncoder().encode(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')

/**
 * Quotes JSON as one word of a POSIX shell. Its quotes and control characters become escapes of JSON: a reader of the
 * JSON gets the same value, but other bytes.
 */
export const quoteJsonForShell = (json: string): string =>
  quoteForShell(json.replaceAll(/'|(?!\n)\p{Cc}/gu, escapeSign))

const escapeSign = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
