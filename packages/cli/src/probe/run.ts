import type { ProfileSettings, Profile } from '@custody-wallet/encryption'

import { messageProbes } from './messages.ts'
import type { Finding } from './probe.ts'
import { namedProbes, recordProbes } from './records.ts'
import type { Service } from './service.ts'

/**
 * The result of one question. `changed`: a setting differs from the profile. `learned`: the profile assumed nothing.
 * `observed`: the profile has no setting for it.
 */
export interface QuestionResult extends Pick<Finding, 'summary' | 'evidence'> {
  readonly id: string
  readonly question: string
  readonly verdict: 'changed' | 'learned' | 'as assumed' | 'observed' | 'unknown'
}

/** Probes that run only when named. */
export const namedOnly: readonly string[] = Object.keys(namedProbes)

/** Runs the probes in order. Later probes use the settings that earlier ones found. */
export async function runProbes(
  service: Service,
  also: readonly string[],
  report: (result: QuestionResult) => void,
): Promise<Partial<ProfileSettings>> {
  for (const probe of [...messageProbes, ...recordProbes, ...also.flatMap((name) => namedProbes[name] ?? [])]) {
    const finding = checkPossible(await probe.learn(service), service.profile)
    const changes = selectDifferences(finding.profileSettings ?? {}, service.profile)
    service.learn(changes)
    const { id, question } = probe
    const { summary, evidence } = finding
    report({ id, question, verdict: determineVerdict(finding, changes), summary, evidence })
  }
  return service.changes
}

/** Rejects a finding that a profile of this suite cannot have. */
function checkPossible(finding: Finding, profile: Profile): Finding {
  try {
    profile.check({ ...profile, ...finding.profileSettings })
    return finding
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return {
      verdict: 'unknown',
      summary: `${finding.summary}, but this profile does not support it`,
      evidence: [error.message],
    }
  }
}

function determineVerdict(
  { verdict, profileSettings, isOpenPoint }: Finding,
  changes: Partial<ProfileSettings>,
): QuestionResult['verdict'] {
  if (verdict === 'unknown') return 'unknown'
  if (profileSettings === undefined) return 'observed'
  if (Object.keys(changes).length === 0) return 'as assumed'
  return isOpenPoint ? 'learned' : 'changed'
}

/** Selects the settings that differ from the profile. */
function selectDifferences(profileSettings: Partial<ProfileSettings>, profile: Profile): Partial<ProfileSettings> {
  const present: Readonly<Record<string, unknown>> = { ...profile }
  const changedEntries = Object.entries(profileSettings).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(present[name]),
  )
  return Object.fromEntries(changedEntries)
}

/** Creates a wait that limits calls to `perSecond`. */
export function createPace(
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
