/** The code of an answer, as a text; an answer that is a bare value has none. */
export function codeOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('code' in answer)) return undefined
  const text = String(answer.code)
  return /^-?\w{1,16}$/.test(text) ? text : '?'
}
