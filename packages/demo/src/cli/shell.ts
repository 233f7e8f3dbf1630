// Terminals may interpret control characters in pasted text. Line breaks are safe.
const controls = /(?:(?!\n)\p{Cc})+/gu

/**
 * Quotes text as one word of a POSIX shell. Control characters become calls of `printf`.
 *
 * @example
 * ```ts
 * import { quoteForShell } from '@custody-wallet/demo/cli'
 *
 * console.log(`echo ${quoteForShell("it's")}`) // echo 'it'\''s'
 * ```
 */
export function quoteForShell(text: string): string {
  if (text.includes('\0')) throw new TypeError('Shell words cannot contain NUL: pass the text in a file.')
  const escapedText = text
    .replaceAll("'", String.raw`'\''`)
    .replaceAll(controls, (signs) => `'"$(printf '${toOctal(signs)}')"'`)
  return `'${escapedText}'`
}

const toOctal = (text: string): string =>
  [...new TextEncoder().encode(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')

/**
 * Quotes JSON as one word of a POSIX shell. Single quotes and control characters become JSON escapes, so the value stays
 * the same, but the bytes differ.
 */
export const quoteJsonForShell = (json: string): string =>
  quoteForShell(json.replaceAll(/'|(?!\n)\p{Cc}/gu, escapeSign))

const escapeSign = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
