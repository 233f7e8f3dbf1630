// Contents that a sample opened, in the plain view.
import type { Result } from './calls.ts'

/** Members that the codec fills in. */
const filled: ReadonlySet<string> = new Set(['time', 'charset', 'version'])

/** A content as the plain view shows it: without filled-in members, with lists, and with amounts as exact text. */
export function plainOf(text: string = ''): unknown {
  return JSON.parse(text, function (this: unknown, name, value: unknown, { source = '' } = {}) {
    if (filled.has(name)) return undefined
    if (name === 'ids' && typeof value === 'string') return value.split(',')
    return typeof value === 'number' && source.includes('.') ? source : value
  })
}

/** An opened answer: one text, or the code, message and content of a v1 answer. */
export function plainAnswer(operation: string, result: Result | undefined): unknown {
  const [first = '', msg, content = ''] = result ?? []
  if (msg !== undefined) {
    const blank = content === '' || content === '{}'
    return { code: Number(first), msg, ...(!blank && { data: plainOf(content) }) }
  }
  const answer = plainOf(first)
  const enveloped = /mpc/i.test(operation) && typeof answer === 'object' && answer !== null
  return enveloped && 'data' in answer ? answer.data : answer
}
