// Corrupts messages of one profile and counts the outcomes.
import type { ProfileName } from '../support/sides.ts'
import { pick, createRandom } from './edits.ts'
import { judgeMutant, type Judgement, type Verdict, verdicts } from './judge.ts'
import { kinds, createMutant } from './mutants.ts'
import { type Target, listTargets } from './targets.ts'

export interface Tally {
  readonly verdicts: Readonly<Record<Verdict, number>>
  readonly kinds: Readonly<Record<string, number>>
  /** Counts by reason of rejection. */
  readonly reasons: Readonly<Record<string, number>>
  /** Messages that reached a cipher or a signature. */
  readonly ciphered: number
  /** Messages that also passed the gateway. */
  readonly served: number
  /** Responses to rejected messages, by family. */
  readonly rejections: Readonly<Record<string, readonly string[]>>
  /** Outcomes that must not occur. */
  readonly findings: readonly string[]
}

export interface Fuzz {
  readonly seed: number
  readonly count: number
}

const createCounter = (names: readonly string[] = []): Map<string, number> => new Map(names.map((name) => [name, 0]))
const add = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)

// In v1 the content is decrypted before the signature is verified.
const isReached = ({ family }: Target, { verdict, framing }: Judgement, reason: string): boolean =>
  verdict !== 'rejected' ||
  (framing === undefined && (['unwrap', 'signature'].includes(reason) || (family === 'v1' && reason === 'context')))

interface AttackTarget {
  readonly target: Target
  readonly judge: Awaited<ReturnType<typeof judgeMutant>>
}

/** Corrupts `count` messages, one at a time. */
export async function fuzz(name: ProfileName, { seed, count }: Fuzz): Promise<Tally> {
  const { scene, targets } = await listTargets(name)
  const attacked: readonly AttackTarget[] = await Promise.all(
    targets.map(async (target) => ({ target, judge: await judgeMutant(name, target) })),
  )
  const random = createRandom(seed)
  const counts = { verdicts: createCounter(verdicts), kinds: createCounter(kinds), reasons: createCounter() }
  const rejections = new Map<string, Set<string>>()
  const findings: string[] = []
  let [ciphered, served] = [0, 0]

  async function attack({ target, judge }: AttackTarget): Promise<void> {
    const mutant = await createMutant({ ...target, random })
    const judged = await judge(mutant)
    const { verdict, isOpened, outcome, framing } = judged
    const reason = framing ?? scene.rejections.at(-1)?.reason ?? ''
    add(counts.verdicts, verdict)
    add(counts.kinds, mutant.kind)
    if (verdict === 'rejected') add(counts.reasons, reason)
    if (isReached(target, judged, reason)) ciphered += 1
    if (verdict === 'accepted' || verdict === 'uncaught')
      findings.push(
        `${verdict}: ${mutant.kind} of ${target.name}, which gave ${outcome}: ${Buffer.from(mutant.bytes).toString('base64')}`,
      )
    if (!target.served) return
    const errorText = await target.served(mutant.bytes)
    served += 1
    if (!isOpened) rejections.set(target.family, (rejections.get(target.family) ?? new Set()).add(errorText))
  }

  for (let done = 0; done < count; done += 1) await attack(pick(attacked, random))
  return {
    verdicts: toRecord(counts.verdicts),
    kinds: Object.fromEntries(counts.kinds),
    reasons: Object.fromEntries(counts.reasons),
    ciphered,
    served,
    rejections: Object.fromEntries([...rejections].map(([family, texts]) => [family, [...texts]])),
    findings: findings.slice(0, 20),
  }
}

const toRecord = (counts: ReadonlyMap<string, number>): Tally['verdicts'] => {
  const getCount = (verdict: Verdict): number => counts.get(verdict) ?? 0
  return {
    rejected: getCount('rejected'),
    unauthenticated: getCount('unauthenticated'),
    equivalent: getCount('equivalent'),
    unbound: getCount('unbound'),
    'block-level': getCount('block-level'),
    accepted: getCount('accepted'),
    uncaught: getCount('uncaught'),
  }
}

/** Writes a summary in one line. */
export const formatLine = (
  name: string,
  seed: number,
  { verdicts: all, ciphered, served, reasons, kinds: drawn }: Tally,
): string =>
  [
    `mutants ${name}, FC_SEED=${seed}: ${JSON.stringify(all)}`,
    `  at a cipher ${ciphered}, through the gateway ${served}, reasons ${JSON.stringify(reasons)}`,
    `  kinds ${JSON.stringify(drawn)}`,
  ].join('\n')
