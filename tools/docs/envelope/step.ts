// Parts of which the steps of both suites are made.
import type { Exchange } from './exchange.ts'

/** One step of a message, there or back. */
export interface ShownStep {
  readonly name: string
  /** How it came out of the step before, in a few words. */
  readonly made: string
  readonly note: string
  readonly language: 'json' | 'text'
  readonly code: string
}

export interface Way {
  readonly there: readonly ShownStep[]
  readonly back: readonly ShownStep[]
}

export const pretty = (text: string): string => JSON.stringify(JSON.parse(text), undefined, 2)
export const json = (name: string, made: string, note: string, code: string): ShownStep => ({
  name,
  made,
  note,
  language: 'json',
  code,
})
export const text = (name: string, made: string, note: string, code: string): ShownStep => ({
  name,
  made,
  note,
  language: 'text',
  code,
})

const shownSigns = 150

/** A long text as its beginning and its end. */
export const cut = (long: string): string =>
  long.length <= shownSigns + 40
    ? long
    : `${long.slice(0, shownSigns)}…${long.slice(-24)}  (${long.length} characters)`

/** Long texts inside JSON, shortened. */
export const cutMembers = (body: string): string =>
  JSON.stringify(
    JSON.parse(body),
    (_name, value: unknown) => (typeof value === 'string' ? cut(value) : value),
    2,
  )

export const given = ({ call }: Exchange): ShownStep =>
  json(
    'Plain object',
    '',
    'What the caller gives, as the plain view has it.',
    JSON.stringify(call.parameters, undefined, 2),
  )

export const bytesStep = (made: string, content: string): ShownStep =>
  json(
    'Bytes',
    made,
    `These ${Buffer.byteLength(content)} bytes are signed and sealed. Nothing is ever written a second time.`,
    content,
  )

export const queryStep = ({ request }: Exchange): ShownStep =>
  text('Query', 'app_id beside it', 'All that HTTP carries.', `GET ${request.path}?${cut(request.query)}`)

export const envelopeStep = ({ request }: Exchange): ShownStep =>
  json('Envelope', 'put together', `The body of \`POST ${request.path}\`.`, cutMembers(request.body ?? '{}'))

export const plainAnswer = (code: string): ShownStep =>
  json('Plain answer', 'read', 'What the caller gets.', code)
