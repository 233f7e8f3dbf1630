import type { JsonRecord } from '../../json-values.ts'

/** A captured message, not decoded yet. */
export interface Message {
  /** Location in the capture, such as `entry 2, response`. */
  readonly where: string
  readonly direction?: 'response' | 'request'
  /** Path of the call, if the capture shows it. */
  readonly path?: string
  readonly appId?: string
  readonly time?: string
  readonly data?: string
  readonly sign?: string
  readonly code?: number | string
  readonly msg?: string
  /** Names of the outer fields in order. */
  readonly fields: readonly string[]
}

/** Where a message was captured. */
export type MessageLocation = Pick<Message, 'direction' | 'path' | 'where'>

/** Reads a message from the fields of a JSON object or a query; undefined if they are not a message. */
export function readMessage(fields: JsonRecord, location: MessageLocation): Message | undefined {
  const { code, msg, data } = fields
  const isResponse = code !== undefined && msg !== undefined
  const hasText = typeof data === 'string' || typeof fields['sign'] === 'string'
  if (!hasText && !isResponse) return undefined
  const readString = (name: string) => toOptionalString(fields[name])
  return {
    ...(isResponse && { direction: 'response' }),
    ...(!isResponse && fields['app_id'] !== undefined && { direction: 'request' }),
    ...location,
    ...removeAbsent({
      appId: readString('app_id'),
      time: readString('time'),
      data: readString('data'),
      sign: readString('sign'),
      msg: readString('msg'),
    }),
    ...((typeof code === 'number' || typeof code === 'string') && { code }),
    fields: Object.keys(fields),
  }
}

const toOptionalString = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

const removeAbsent = <Texts extends Readonly<Record<string, string | undefined>>>(
  texts: Texts,
): { readonly [Name in keyof Texts]?: string } => {
  const entries = Object.entries(texts).filter(([, readString]) => readString !== undefined && readString !== '')
  const result: { [Name in keyof Texts]?: string } = {}
  return Object.assign(result, Object.fromEntries(entries))
}

const path = /\/(?:api\/(?:v1|v2|mpc)|open-api\/v1)\/[\w/-]+/gi

/** Finds the last path of the interface in a text. */
export const findPath = (text: string): { readonly path?: string } => {
  const found = text.match(path)?.at(-1)
  return found === undefined ? {} : { path: found }
}
