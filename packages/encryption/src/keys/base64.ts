/**
 * Bytes of a base64 or base64url text in its one form: right alphabet, right padding, no bits left over. Undefined for
 * any other text, and for an empty one.
 */
export function decodeText(text: string, encoding: 'base64' | 'base64url'): Buffer | undefined {
  const bytes = Buffer.from(text, encoding)
  return bytes.length > 0 && bytes.toString(encoding) === text ? bytes : undefined
}
