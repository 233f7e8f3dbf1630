// A terminal may act on control characters of a text that is pasted.
const controls = /(?!\n)\p{Cc}/gu

/**
 * Quotes any text as one word of a shell. Control characters are escaped, which needs a shell such as bash or zsh.
 *
 * @example
 * ```ts
 * import { shellQuoted } from '@custody-wallet/server/cli'
 *
 * console.log(`echo ${shellQuoted("it's")}`) // echo 'it'\''s'
 * ```
 */
export function shellQuoted(text: string): string {
  if (text.search(controls) < 0) return `'${text.replaceAll("'", String.raw`'\''`)}'`
  const escaped = text.replaceAll(/['\\]/g, String.raw`\$&`).replaceAll(controls, (sign) => escapedSign(sign))
  return `$'${escaped}'`
}

const escapedSign = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
