// Control characters of untrusted text, which could change what a terminal shows or forge lines of a log.

/** Writes the control characters of JSON, except line breaks, as its escapes. JSON itself escapes only those below U+0020. */
export const escapeJson = (json: string): string => json.replaceAll(/[^\P{C}\n]|[\u2028\u2029]/gu, escapeCharacter)

/** Writes control characters as the escapes of JSON, so that the text has one line. */
export const escapeLine = (text: string): string => text.replaceAll(/[\p{C}\u2028\u2029]/gu, escapeCharacter)

const escapeCharacter = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
