// Formats JSON by tokens, because parsing it would round numbers and drop duplicate names.
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g
// Limits the indents of deeply nested brackets.
const maxDepth = 20

/** Indents JSON and keeps every token unchanged. Returns other text as it is. */
export function indentJson(text: string): string {
  if (!isJson(text)) return text
  let depth = 0
  let previous = ''
  let output = ''
  for (const [token] of text.matchAll(tokens)) {
    if (isClosing(token)) depth -= 1
    if (isOpening(previous) !== isClosing(token) || previous === ',') output += formatLine(depth)
    if (previous === ':') output += ' '
    output += token
    if (isOpening(token)) depth += 1
    previous = token
  }
  return output
}

/** Finds the first number in JSON that has too many digits for a double. */
export const findRoundedNumber = (text: string): string | undefined =>
  [...text.matchAll(tokens)].map(([token]) => token).find((token) => numberPattern.test(token) && isLong(token))

const numberPattern = /^-?\d/
const isLong = (token: string): boolean => {
  const [digits = ''] = token.split(/e/i)
  return digits.replaceAll(/[-.]/g, '').replace(/^0+/, '').length > 15 || !Number.isFinite(Number(token))
}

const isOpening = (token: string): boolean => token === '{' || token === '['
const isClosing = (token: string): boolean => token === '}' || token === ']'
const formatLine = (depth: number): string => `\n${'  '.repeat(Math.min(depth, maxDepth))}`

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
