// Ways in which one client of others writes a message differently from another.
import type { Draft } from './third-party-client.ts'

/** The moment of the test in whole seconds, and as milliseconds. */
export const seconds: number = Math.floor(Date.now() / 1000)
export const whole: number = seconds * 1000

/** Replaces the members that the content has, and no others. */
export const replaced = (
  { content }: Draft,
  members: Readonly<Record<string, unknown>>,
): Pick<Draft, 'content'> => ({
  content: Object.fromEntries(
    Object.entries(content).map(([name, value]) => [name, name in members ? members[name] : value]),
  ),
})

export const without = ({ content }: Draft, ...names: readonly string[]): Pick<Draft, 'content'> => ({
  content: Object.fromEntries(Object.entries(content).filter(([name]) => !names.includes(name))),
})

export const timed = (draft: Draft, time: unknown): Partial<Draft> => ({ ...replaced(draft, { time }), time })

export const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value)
export const numbersAs = (draft: Draft, written: (value: unknown) => unknown): Partial<Draft> => ({
  content: Object.fromEntries(Object.entries(draft.content).map(([name, value]) => [name, written(value)])),
  time: written(draft.time),
})

export const reversed = (members: object): object => Object.fromEntries(Object.entries(members).toReversed())

/** White space behind the JSON, so that every message takes several blocks. */
export const long = (members: object): string => JSON.stringify(members).padEnd(1000)

export const padded = (text: string): string => text.padEnd(Math.ceil(text.length / 4) * 4, '=')
export const base64url = (sealed: Buffer): string => sealed.toString('base64url')
export const base64 = (sealed: Buffer): string => sealed.toString('base64')

/** Changes what a client writes for sealed bytes. */
export const textBy =
  (change: (text: string) => string) =>
  ({ text }: Draft): Pick<Draft, 'text'> => ({
    text: (sealed) => change(text(sealed)),
  })
export const shortened = ({ text }: Draft): Pick<Draft, 'text'> => ({
  text: (sealed) => text(sealed.subarray(1)),
})
export const inLines = textBy((text) => text.replaceAll(/.{76}/g, '$&\r\n'))
