// JSON as it was written: parsing it would round numbers and drop repeated names.
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g
// A text of brackets only would be all indents.
const deepest = 20

/** JSON with indents and every token unchanged; any other text as it is. */
export function indented(text: string): string {
  if (!isJson(text)) return text
  let depth = 0
  let previous = ''
  let shown = ''
  for (const [token] of text.matchAll(tokens)) {
    if (closes(token)) depth -= 1
    if (opens(previous) !== closes(token) || previous === ',') shown += line(depth)
    if (previous === ':') shown += ' '
    shown += token
    if (opens(token)) depth += 1
    previous = token
  }
  return shown
}

/** The first number of a text of JSON that has too many digits to be kept; undefined if all are kept. */
export const roundedIn = (text: string): string | undefined =>
  [...text.matchAll(tokens)].map(([token]) => token).find((token) => isNumber.test(token) && isLong(token))

const isNumber = /^-?\d/
const isLong = (token: string): boolean => {
  const [digits = ''] = token.split(/e/i)
  return digits.replaceAll(/[-.]/g, '').replace(/^0+/, '').length > 15 || !Number.isFinite(Number(token))
}

const opens = (token: string): boolean => token === '{' || token === '['
const closes = (token: string): boolean => token === '}' || token === ']'
const line = (depth: number): string => `\n${'  '.repeat(Math.min(depth, deepest))}`

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
