// Contents that a sample opened, in the plain view.
import type { Result } from './calls.ts'

/** Fields that the codec adds. */
const filledFields: ReadonlySet<string> = new Set(['time', 'charset', 'version'])

/** A content as the plain view shows it: without the codec's fields, with lists, and with amounts as exact strings. */
export function parsePlain(text: string = ''): unknown {
  return JSON.parse(text, function (this: unknown, name, value: unknown, { source = '' } = {}) {
    if (filledFields.has(name)) return undefined
    if (name === 'ids' && typeof value === 'string') return value.split(',')
    return typeof value === 'number' && source.includes('.') ? source : value
  })
}

/** An opened response: one text, or the code, message and content of a v1 response. */
export function createPlainResponse(operation: string, result: Result | undefined): unknown {
  const [first = '', msg, content = ''] = result ?? []
  if (msg !== undefined) {
    const isBlank = content === '' || content === '{}'
    return { code: Number(first), msg, ...(!isBlank && { data: parsePlain(content) }) }
  }
  const response = parsePlain(first)
  const isEnvelope = /mpc/i.test(operation) && typeof response === 'object' && response !== null
  return isEnvelope && 'data' in response ? response.data : response
}
