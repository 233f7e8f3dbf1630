// What sealing and opening an answer share.
import type { KeyOptions } from '../keys/interfaces.ts'
import type { Binding } from '../party.ts'
import type { Profile } from '../profile/profile.ts'
import type { Context } from '../suite.ts'

export type Members = Readonly<Record<string, unknown>>
export type AnswerOptions = KeyOptions & { readonly now: number }

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What an answer belongs to: the request that it answers, and where its suite binds them, its code and message. */
export function answerContext(
  audience: string,
  { appId }: Profile,
  { path, time, request }: Binding,
  answer?: { code: string; msg: string },
): Context {
  return {
    direction: 'answer',
    audience,
    appId,
    path,
    time,
    ...(answer && { answer: { ...answer, request } }),
  }
}
