// The message of the interface inside a capture.
import type { JsonRecord } from '../../values.ts'

/** A message as it was captured. Nothing in it is decoded. */
export interface Message {
  /** Where in the capture it was: `entry 2, answer`. */
  readonly where: string
  readonly direction?: 'answer' | 'request'
  /** Path of the call, if the capture shows it. */
  readonly path?: string
  readonly appId?: string
  readonly time?: string
  readonly data?: string
  readonly sign?: string
  readonly code?: number | string
  readonly msg?: string
  /** Names of the outer members, in their order. */
  readonly members: readonly string[]
}

/** What the capture says about a message besides its members. */
export type Place = Pick<Message, 'direction' | 'path' | 'where'>

/** The message in a JSON object or in the fields of a query; undefined if it has neither data nor signature. */
export function messageOf(members: JsonRecord, place: Place): Message | undefined {
  const { code, msg, data } = members
  const isAnswer = code !== undefined && msg !== undefined
  const hasText = typeof data === 'string' || typeof members['sign'] === 'string'
  if (!hasText && !isAnswer) return undefined
  const text = (name: string) => optional(members[name])
  return {
    ...(isAnswer && { direction: 'answer' }),
    ...(!isAnswer && members['app_id'] !== undefined && { direction: 'request' }),
    ...place,
    ...present({
      appId: text('app_id'),
      time: text('time'),
      data: text('data'),
      sign: text('sign'),
      msg: text('msg'),
    }),
    ...((typeof code === 'number' || typeof code === 'string') && { code }),
    members: Object.keys(members),
  }
}

const optional = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

const present = <Texts extends Readonly<Record<string, string | undefined>>>(
  texts: Texts,
): { readonly [Name in keyof Texts]?: string } => {
  const entries = Object.entries(texts).filter(([, text]) => text !== undefined && text !== '')
  const result: { [Name in keyof Texts]?: string } = {}
  return Object.assign(result, Object.fromEntries(entries))
}

const path = /\/(?:api\/(?:v1|v2|mpc)|open-api\/v1)\/[\w/-]+/gi

/** The last path of the interface in a text; undefined if it has none. */
export const pathIn = (text: string): { readonly path?: string } => {
  const found = text.match(path)?.at(-1)
  return found === undefined ? {} : { path: found }
}
