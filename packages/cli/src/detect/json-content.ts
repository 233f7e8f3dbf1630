// Unsigned content counts only as a JSON object or list: a wrong key gives random bytes, which may pass the padding but
// not this check.

/** Opened content that is a JSON object or list. */
export interface Content {
  readonly text: string
  readonly value: object
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Parses a JSON object or list; undefined for anything else. */
export function readContent(bytes: Uint8Array): Content | undefined {
  try {
    const text = decoder.decode(bytes)
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { text, value } : undefined
  } catch {
    return undefined
  }
}

/** Describes why bytes are not a JSON object or list. */
export function describeContentFault(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'it is empty'
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'it starts with a byte order mark'
  try {
    return describeTextFault(decoder.decode(bytes))
  } catch {
    return 'it is not UTF-8'
  }
}

function describeTextFault(text: string): string {
  try {
    JSON.parse(text)
    return 'it is JSON, but not an object or list'
  } catch {
    return 'it is UTF-8, but not JSON'
  }
}
