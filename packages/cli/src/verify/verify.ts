import { setTimeout as wait } from 'node:timers/promises'

import { Failure, createMisuse } from '@custody-wallet/demo/cli'

import type { Case, Finding } from './case.ts'
import { cases } from './cases.ts'
import type { Timers } from './observer.ts'
import { openSession, type Session, type SessionOptions } from './session.ts'

/** The verdict of a case. `not observable`: the receiver or its probe does not show it. */
export type Verdict = 'fail' | 'not observable' | 'pass' | 'warn'

export interface CaseResult {
  readonly id: string
  /** What a receiver that passes does. */
  readonly title: string
  readonly verdict: Verdict
  /** What was wrong, why it was not observable, or how late a credit came. */
  readonly detail?: string
  /** The sentence of the interface that requires it; absent if none does. */
  readonly sentence?: string
}

/** The result sheet of a receiver. */
export interface ResultSheet {
  readonly url: string
  readonly profile: string
  /** Whether no case failed. Under `isStrict`, warnings count as failures. */
  readonly passed: boolean
  readonly counts: Readonly<Record<Verdict, number>>
  readonly results: readonly CaseResult[]
}

export interface VerifyOptions extends Omit<SessionOptions, 'accounts' | 'timeout'> {
  /** Two addresses of one coin that the receiver knows (default: `verify-address-1` and `-2` for BTC). */
  readonly accounts?: SessionOptions['accounts'] | undefined
  /** Ids of cases, or of groups before the slash (default: all). */
  readonly only?: readonly string[] | undefined
  /** Whether cases fail that the interface does not require. */
  readonly isStrict?: boolean | undefined
  /** Milliseconds to wait for a response, and then for a credit (default: 10,000). */
  readonly timeout?: number | undefined
  /** Called after each case. */
  readonly onResult?: ((result: CaseResult) => unknown) | undefined
}

const defaultAccounts = [
  { symbol: 'BTC', address: 'verify-address-1', memo: '' },
  { symbol: 'BTC', address: 'verify-address-2', memo: '' },
] as const

/**
 * Tests a receiver over HTTP: sends genuine, duplicate, changed and forged messages, and compares what was credited. Use a
 * test receiver.
 */
export const verifyReceiver = (options: VerifyOptions): Promise<ResultSheet> =>
  verifyWith(options, { now: () => performance.now(), wait })

/** Tests a receiver with the given timers. */
export async function verifyWith(options: VerifyOptions, timers: Timers): Promise<ResultSheet> {
  const { url, profile, isStrict = false, onResult } = options
  const selectedCases = selectCases(options.only)
  const { accounts = defaultAccounts, timeout = 10_000 } = options
  const session = await openSession({ ...options, accounts, timeout }, timers)
  const results: CaseResult[] = []
  for (const one of selectedCases) {
    const finding = await runCase(one, session)
    const result = addDelay(createResult(one, finding, isStrict), session.takeDelay())
    results.push(result)
    onResult?.(result)
  }
  const counts = { pass: 0, fail: 0, warn: 0, 'not observable': 0 }
  for (const { verdict } of results) counts[verdict] += 1
  return { url, profile: profile.name, passed: counts.fail === 0, counts, results }
}

/** Selects the cases of some ids or groups. */
export function selectCases(only: readonly string[] | undefined): readonly Case[] {
  if (only === undefined) return cases
  const getGroup = (id: string): string => id.split('/')[0] ?? id
  for (const name of only)
    if (!cases.some(({ id }) => id === name || getGroup(id) === name))
      throw createMisuse(`Unknown case ${name}. custody verify-receiver --list lists the cases.`)
  return cases.filter(({ id }) => only.includes(id) || only.includes(getGroup(id)))
}

async function runCase(one: Case, session: Session): Promise<Finding> {
  try {
    return await one.run(session)
  } catch (error) {
    // A failing probe is not a fault of the receiver.
    if (error instanceof Failure) throw error
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

function createResult({ id, title, sentence }: Case, finding: Finding, isStrict: boolean): CaseResult {
  const shared = { id, title, ...(sentence !== undefined && { sentence }) }
  if (!finding) return { ...shared, verdict: 'pass' }
  if ('obstacle' in finding) return { ...shared, verdict: 'not observable', detail: finding.obstacle }
  return { ...shared, verdict: sentence !== undefined || isStrict ? 'fail' : 'warn', detail: finding.problem }
}

function addDelay(result: CaseResult, delay: string | undefined): CaseResult {
  if (delay === undefined) return result
  return { ...result, detail: result.detail === undefined ? delay : `${result.detail}; ${delay}` }
}
