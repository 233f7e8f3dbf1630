// JSON as it was written: parsing it would round numbers and drop repeated names.
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g
// A text of brackets only would be all indents.
const maxDepth = 20

/** JSON with indents and every token unchanged; any other text as it is. */
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

/** The first number of a text of JSON that has too many digits to be kept; undefined if all are kept. */
export const findRoundedNumber = (text: string): string | undefined =>
  [...text.matchAll(tokens)]
    .map(([token]) => token)
    .find((token) => numberPattern.test(token) && isLong(token))

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
