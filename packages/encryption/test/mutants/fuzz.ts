// Spoils messages of one profile and counts what becomes of them.
import type { ProfileName } from '../support/sides.ts'
import { pick, seeded } from './edits.ts'
import { judgeOf, type Judged, type Verdict, verdicts } from './judge.ts'
import { kinds, mutantOf } from './mutants.ts'
import { type Target, targetsOf } from './targets.ts'

export interface Tally {
  readonly verdicts: Readonly<Record<Verdict, number>>
  readonly kinds: Readonly<Record<string, number>>
  /** How many were refused for which reason. */
  readonly reasons: Readonly<Record<string, number>>
  /** How many got as far as a cipher or a signature. */
  readonly ciphered: number
  /** How many went through the gateway as well. */
  readonly served: number
  /** Every text with which the gateway refused, by family. */
  readonly refusals: Readonly<Record<string, readonly string[]>>
  /** What must not be, so that somebody can look at it. */
  readonly findings: readonly string[]
}

export interface Fuzz {
  readonly seed: number
  readonly count: number
}

const counter = (names: readonly string[] = []): Map<string, number> =>
  new Map(names.map((name) => [name, 0]))
const add = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1)

// In v1 the content is opened before the signature is looked at, whatever is wrong with that.
const reaches = ({ family }: Target, { verdict, framing }: Judged, reason: string): boolean =>
  verdict !== 'rejected' ||
  (framing === undefined &&
    (['unwrap', 'signature'].includes(reason) || (family === 'v1' && reason === 'context')))

interface Attacked {
  readonly target: Target
  readonly judge: Awaited<ReturnType<typeof judgeOf>>
}

/** Spoils so many messages, one at a time. */
export async function fuzz(name: ProfileName, { seed, count }: Fuzz): Promise<Tally> {
  const { scene, targets } = await targetsOf(name)
  const attacked: readonly Attacked[] = await Promise.all(
    targets.map(async (target) => ({ target, judge: await judgeOf(name, target) })),
  )
  const random = seeded(seed)
  const counts = { verdicts: counter(verdicts), kinds: counter(kinds), reasons: counter() }
  const refusals = new Map<string, Set<string>>()
  const findings: string[] = []
  let [ciphered, served] = [0, 0]

  async function attack({ target, judge }: Attacked): Promise<void> {
    const mutant = await mutantOf({ ...target, random })
    const judged = await judge(mutant)
    const { verdict, isOpened, outcome, framing } = judged
    const reason = framing ?? scene.rejections.at(-1)?.reason ?? ''
    add(counts.verdicts, verdict)
    add(counts.kinds, mutant.kind)
    if (verdict === 'rejected') add(counts.reasons, reason)
    if (reaches(target, judged, reason)) ciphered += 1
    if (verdict === 'accepted' || verdict === 'uncaught')
      findings.push(
        `${verdict}: ${mutant.kind} of ${target.name}, which gave ${outcome}: ${Buffer.from(mutant.bytes).toString('base64')}`,
      )
    if (!target.served) return
    const answer = await target.served(mutant.bytes)
    served += 1
    if (!isOpened) refusals.set(target.family, (refusals.get(target.family) ?? new Set()).add(answer))
  }

  for (let done = 0; done < count; done += 1) await attack(pick(attacked, random))
  return {
    verdicts: recordOf(counts.verdicts),
    kinds: Object.fromEntries(counts.kinds),
    reasons: Object.fromEntries(counts.reasons),
    ciphered,
    served,
    refusals: Object.fromEntries([...refusals].map(([family, texts]) => [family, [...texts]])),
    findings: findings.slice(0, 20),
  }
}

const recordOf = (counts: ReadonlyMap<string, number>): Tally['verdicts'] => {
  const of = (verdict: Verdict): number => counts.get(verdict) ?? 0
  return {
    rejected: of('rejected'),
    unauthenticated: of('unauthenticated'),
    equivalent: of('equivalent'),
    unbound: of('unbound'),
    'block-level': of('block-level'),
    accepted: of('accepted'),
    uncaught: of('uncaught'),
  }
}

/** One line for people. */
export const lineOf = (
  name: string,
  seed: number,
  { verdicts: all, ciphered, served, reasons, kinds: drawn }: Tally,
): string =>
  [
    `mutants ${name}, FC_SEED=${seed}: ${JSON.stringify(all)}`,
    `  at a cipher ${ciphered}, through the gateway ${served}, reasons ${JSON.stringify(reasons)}`,
    `  kinds ${JSON.stringify(drawn)}`,
  ].join('\n')
