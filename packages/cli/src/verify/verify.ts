import { setTimeout as wait } from 'node:timers/promises'

import { Failure, createMisuse } from '@custody-wallet/server/cli'

import type { Case, Finding } from './case.ts'
import { cases } from './cases.ts'
import type { Timers } from './observer.ts'
import { openSession, type Session, type SessionOptions } from './session.ts'

/** What a case says about a receiver. `not observable`: the receiver or its probe does not show it. */
export type Verdict = 'fail' | 'not observable' | 'pass' | 'warn'

export interface CaseResult {
  readonly id: string
  /** What a receiver does that passes. */
  readonly title: string
  readonly verdict: Verdict
  /** What was wrong, why nothing was seen, or how late something was credited. */
  readonly detail?: string
  /** The sentence of the interface that requires it; absent where the interface says nothing. */
  readonly sentence?: string
}

/** The result sheet of a receiver. */
export interface ResultSheet {
  readonly url: string
  readonly profile: string
  /** Whether no case failed; under `strict`, whether none warned either. */
  readonly passed: boolean
  readonly counts: Readonly<Record<Verdict, number>>
  readonly results: readonly CaseResult[]
}

export interface VerifyOptions extends Omit<SessionOptions, 'accounts' | 'timeout'> {
  /** Two addresses of one coin that the receiver knows; `verify-address-1` and `-2` for BTC unless given. */
  readonly accounts?: SessionOptions['accounts'] | undefined
  /** Ids of cases, or the part before the slash; all unless given. */
  readonly only?: readonly string[] | undefined
  /** Lets cases fail that the interface does not require. */
  readonly strict?: boolean | undefined
  /** Milliseconds to wait for a response, and for a credit after it; 10,000 unless given. */
  readonly timeout?: number | undefined
  /** Called after each case. */
  readonly onResult?: ((result: CaseResult) => unknown) | undefined
}

const defaultAccounts = [
  { symbol: 'BTC', address: 'verify-address-1', memo: '' },
  { symbol: 'BTC', address: 'verify-address-2', memo: '' },
] as const

/**
 * Tests a receiver of notifications in any language over HTTP: it sends genuine, repeated, changed and forged messages,
 * and compares what was credited. The receiver must be one for tests.
 */
export const verifyReceiver = (options: VerifyOptions): Promise<ResultSheet> =>
  verifyWith(options, { now: () => performance.now(), wait })

/** Tests a receiver with the given timers, which decide how long to wait for credits. */
export async function verifyWith(options: VerifyOptions, timers: Timers): Promise<ResultSheet> {
  const { url, profile, strict = false, onResult } = options
  const chosen = casesFor(options.only)
  const { accounts = defaultAccounts, timeout = 10_000 } = options
  const session = await openSession({ ...options, accounts, timeout }, timers)
  const results: CaseResult[] = []
  for (const one of chosen) {
    const finding = await found(one, session)
    const result = withDelay(resultOf(one, finding, strict), session.takeDelay())
    results.push(result)
    onResult?.(result)
  }
  const counts = { pass: 0, fail: 0, warn: 0, 'not observable': 0 }
  for (const { verdict } of results) counts[verdict] += 1
  return { url, profile: profile.name, passed: counts.fail === 0, counts, results }
}

/** The cases of some ids or groups. */
export function casesFor(only: readonly string[] | undefined): readonly Case[] {
  if (only === undefined) return cases
  const groupOf = (id: string): string => id.split('/')[0] ?? id
  for (const name of only)
    if (!cases.some(({ id }) => id === name || groupOf(id) === name))
      throw createMisuse(`There is no case ${name}. custody verify-receiver --list lists the cases.`)
  return cases.filter(({ id }) => only.includes(id) || only.includes(groupOf(id)))
}

async function found(one: Case, session: Session): Promise<Finding> {
  try {
    return await one.run(session)
  } catch (error) {
    // A probe that fails says nothing about the receiver.
    if (error instanceof Failure) throw error
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

function resultOf({ id, title, sentence }: Case, finding: Finding, strict: boolean): CaseResult {
  const shared = { id, title, ...(sentence !== undefined && { sentence }) }
  if (!finding) return { ...shared, verdict: 'pass' }
  if ('unseen' in finding) return { ...shared, verdict: 'not observable', detail: finding.unseen }
  return { ...shared, verdict: sentence !== undefined || strict ? 'fail' : 'warn', detail: finding.problem }
}

function withDelay(result: CaseResult, delay: string | undefined): CaseResult {
  if (delay === undefined) return result
  return { ...result, detail: result.detail === undefined ? delay : `${result.detail}; ${delay}` }
}
