// Runs the probes, one after the other.
import type { Knobs, Profile } from '@custody-wallet/encryption'

import { messageProbes } from './messages.ts'
import type { Learned } from './probe.ts'
import { namedProbes, recordProbes } from './records.ts'
import type { Service } from './service.ts'

/**
 * One question with its answer. `changed`: a knob differs from the profile. `learned`: the profile assumed nothing.
 * `observed`: no knob belongs to it.
 */
export interface Answered extends Pick<Learned, 'answer' | 'evidence'> {
  readonly id: string
  readonly question: string
  readonly verdict: 'changed' | 'learned' | 'as assumed' | 'observed' | 'unknown'
}

/** Names of the probes that are made only when they are named. */
export const namedOnly: readonly string[] = Object.keys(namedProbes)

/** Asks every question. Knobs that differ from the profile are learned for the questions after them. */
export async function runProbes(
  service: Service,
  also: readonly string[],
  report: (answered: Answered) => void,
): Promise<Partial<Knobs>> {
  for (const probe of [
    ...messageProbes,
    ...recordProbes,
    ...also.flatMap((name) => namedProbes[name] ?? []),
  ]) {
    const learned = possible(await probe.learn(service), service.profile)
    const changes = differing(learned.knobs ?? {}, service.profile)
    service.learn(changes)
    const { id, question } = probe
    const { answer, evidence } = learned
    report({ id, question, verdict: verdictOf(learned, changes), answer, evidence })
  }
  return service.changes
}

/** What was learned, if a profile of this suite can have it. */
function possible(learned: Learned, profile: Profile): Learned {
  try {
    profile.check({ ...profile, ...learned.knobs })
    return learned
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return {
      verdict: 'unknown',
      answer: `${learned.answer}, which this profile cannot have`,
      evidence: [error.message],
    }
  }
}

function verdictOf({ verdict, knobs, wasOpen }: Learned, changes: Partial<Knobs>): Answered['verdict'] {
  if (verdict === 'unknown') return 'unknown'
  if (knobs === undefined) return 'observed'
  if (Object.keys(changes).length === 0) return 'as assumed'
  return wasOpen ? 'learned' : 'changed'
}

/** The knobs whose values are not those of the profile. */
function differing(knobs: Partial<Knobs>, profile: Profile): Partial<Knobs> {
  const present: Readonly<Record<string, unknown>> = { ...profile }
  const changed = Object.entries(knobs).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(present[name]),
  )
  return Object.fromEntries(changed)
}

/** Waits so that calls are at least so many milliseconds apart. */
export function paceOf(
  perSecond: number,
  clock: () => number,
  wait: (milliseconds: number) => Promise<unknown>,
): () => Promise<void> {
  const gap = 1000 / perSecond
  let next = 0
  return async () => {
    const now = clock()
    const until = Math.max(next, now)
    next = until + gap
    if (until > now) await wait(until - now)
  }
}
