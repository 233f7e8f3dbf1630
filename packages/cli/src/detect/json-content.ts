// Opened bytes as JSON. Content that nothing signs counts only as an object or a list: a wrong key gives random bytes,
// and those may pass the padding, but not this.

/** JSON that was opened. */
export interface Content {
  readonly text: string
  readonly value: object
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The object or list that the bytes spell; undefined for anything else. */
export function readContent(bytes: Uint8Array): Content | undefined {
  try {
    const text = decoder.decode(bytes)
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { text, value } : undefined
  } catch {
    return undefined
  }
}

/** Why bytes are not an object or a list, for a message. */
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
