// The message of the interface inside a capture.
import type { JsonRecord } from '../../json-values.ts'

/** A message as it was captured. Nothing in it is decoded. */
export interface Message {
  /** Where in the capture it was: `entry 2, answer`. */
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
  /** Names of the outer fields, in their order. */
  readonly fields: readonly string[]
}

/** What the capture says about a message besides its fields. */
export type MessageLocation = Pick<Message, 'direction' | 'path' | 'where'>

/** The message in a JSON object or in the fields of a query; undefined if it has neither data nor signature. */
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
  const entries = Object.entries(texts).filter(
    ([, readString]) => readString !== undefined && readString !== '',
  )
  const result: { [Name in keyof Texts]?: string } = {}
  return Object.assign(result, Object.fromEntries(entries))
}

const path = /\/(?:api\/(?:v1|v2|mpc)|open-api\/v1)\/[\w/-]+/gi

/** The last path of the interface in a text; undefined if it has none. */
export const findPath = (readString: string): { readonly path?: string } => {
  const found = readString.match(path)?.at(-1)
  return found === undefined ? {} : { path: found }
}
