import type { Draft } from './third-party-client.ts'

/** The time of the test in seconds, and as milliseconds. */
export const seconds: number = Math.floor(Date.now() / 1000)
export const whole: number = seconds * 1000

/** Replaces only fields that the content has. */
export const replaceContent = (
  { content }: Draft,
  fields: Readonly<Record<string, unknown>>,
): Pick<Draft, 'content'> => ({
  content: Object.fromEntries(
    Object.entries(content).map(([name, value]) => [name, name in fields ? fields[name] : value]),
  ),
})

export const removeFields = ({ content }: Draft, ...names: readonly string[]): Pick<Draft, 'content'> => ({
  content: Object.fromEntries(Object.entries(content).filter(([name]) => !names.includes(name))),
})

export const replaceTime = (draft: Draft, time: unknown): Partial<Draft> => ({
  ...replaceContent(draft, { time }),
  time,
})

export const toText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value)
export const replaceNumbers = (draft: Draft, write: (value: unknown) => unknown): Partial<Draft> => ({
  content: Object.fromEntries(Object.entries(draft.content).map(([name, value]) => [name, write(value)])),
  time: write(draft.time),
})

export const reverseFields = (fields: object): object => Object.fromEntries(Object.entries(fields).toReversed())

/** White space after the JSON, so that every message needs several blocks. */
export const formatLong = (fields: object): string => JSON.stringify(fields).padEnd(1000)

export const addPadding = (text: string): string => text.padEnd(Math.ceil(text.length / 4) * 4, '=')
export const toBase64url = (sealed: Buffer): string => sealed.toString('base64url')
export const toBase64 = (sealed: Buffer): string => sealed.toString('base64')

/** Changes the text encoding of sealed bytes. */
export const changeText =
  (change: (text: string) => string) =>
  ({ text }: Draft): Pick<Draft, 'text'> => ({
    text: (sealed) => change(text(sealed)),
  })
export const shortenText = ({ text }: Draft): Pick<Draft, 'text'> => ({
  text: (sealed) => text(sealed.subarray(1)),
})
export const splitLines = changeText((text) => text.replaceAll(/.{76}/g, '$&\r\n'))
