const mask = '[masked]'
const names = String.raw`x-api-key|api[-_ ]?key|access[-_ ]?token|proxy-authorization|authorization|set-cookie|cookie`

// The lookbehind skips base64 text that happens to contain one of the names.
const patterns: readonly RegExp[] = [
  // An entry of a HAR file, in both orders.
  new RegExp(String.raw`("name"\s*:\s*"(?:${names})"\s*,\s*"value"\s*:\s*")([^"\\]*(?:\\.[^"\\]*)*)`, 'gi'),
  new RegExp(String.raw`("value"\s*:\s*")([^"\\]*(?:\\.[^"\\]*)*)(?="\s*,\s*"name"\s*:\s*"(?:${names})")`, 'gi'),
  // A header, a field of JSON, or a field of a form. The value of a header may have a scheme and spaces.
  new RegExp(
    String.raw`((?<![\w+/-])(?:${names})\\?["']?\s*[:=]\s*\\?["']?(?:(?:bearer|basic)\s+)?)([^\s"'\\,;&{}[\]]+)`,
    'gi',
  ),
]

/** Masks tokens, Api-Keys, cookies and authorization headers, so that no later step can print them. */
export const maskText = (text: string): string =>
  patterns.reduce((result, pattern) => result.replace(pattern, `$1${mask}`), text)
