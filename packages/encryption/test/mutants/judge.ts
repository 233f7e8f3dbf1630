// Judges the outcome of a mutant. A mutant that is neither rejected nor explained counts as accepted.
import { isEncryptionError, Rejection } from '../../src/errors.ts'
import type { ProfileName } from '../support/sides.ts'
import type { Message, Mutant } from './mutants.ts'
import type { Facts, Target } from './targets.ts'

/**
 * - `equivalent`: the frame says the very same in other bytes, and opens to the same content. Signatures of v1 cover the
 *   content and not how it is sealed. Under classic, implicit rejection opens a corrupted block to pseudo-random bytes: where
 *   the last block holds one byte, about one of 63,000 corrupted ones opens to that byte.
 * - `unbound`: classic signs neither the time of an envelope, as number or text, nor the code and message of a response.
 * - `block-level`: genuine blocks of the same sender, put together anew; classic queries have nothing above them.
 */
export const verdicts = [
  'rejected',
  'unauthenticated',
  'equivalent',
  'unbound',
  'block-level',
  'accepted',
  'uncaught',
] as const
export type Verdict = (typeof verdicts)[number]

export interface Judgement {
  readonly verdict: Verdict
  /** Whether the message was opened, so that the gateway serves it. */
  readonly isOpened: boolean
  /** The opened message, or the error. */
  readonly outcome: string
  /** Reason of a rejection by the framing, before a party opened the message. */
  readonly framing?: string
}

type Outcome = { readonly opened: string } | { readonly error: unknown }

const toBytes = ({ fields, text }: Message): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(text(Object.entries(fields)))

const readOutcome = async (open: () => Promise<unknown>): Promise<Outcome> => {
  try {
    return { opened: JSON.stringify(await open()) }
  } catch (error) {
    return { error }
  }
}

/** Returns the content without the parts that classic does not bind. */
const toBoundContent = (opened: string): string => JSON.stringify(JSON.parse(opened)?.response?.data ?? opened)

const blockBytes = 256
const splitBlocks = ({ data = '' }: Facts): readonly string[] => {
  const bytes = Buffer.from(String(data), 'base64url')
  if (bytes.length === 0 || bytes.length % blockBytes !== 0) return ['no blocks']
  return Array.from({ length: bytes.length / blockBytes }, (_, at) =>
    bytes.toString('hex', at * blockBytes, (at + 1) * blockBytes),
  )
}

const unboundBy: Readonly<Record<Target['side'], readonly string[]>> = {
  request: ['time', 'hasQuotedTime'],
  response: ['code', 'msg'],
}

/** Creates a judge for a target. It compares mutants with the opened original messages. */
export async function judgeMutant(name: ProfileName, target: Target): Promise<(mutant: Mutant) => Promise<Judgement>> {
  const known = await Promise.all(
    [target.message, target.donor].map(async (message) => {
      const bytes = toBytes(message)
      const outcome = await readOutcome(() => target.open(bytes))
      return { facts: target.read(bytes), opened: 'opened' in outcome ? outcome.opened : undefined }
    }),
  )
  const [own] = known
  if (own?.opened === undefined) throw new TypeError(`${target.name} does not open untouched.`)
  const { facts: ownFacts, opened: ownContent } = own
  const genuine = new Set(known.flatMap(({ facts }) => splitBlocks(facts)))
  const isClassic = name === 'classic'

  const listDifferences = (facts: Facts): readonly string[] =>
    [...new Set([...Object.keys(facts), ...Object.keys(ownFacts)])].filter(
      (fieldName) => facts[fieldName] !== ownFacts[fieldName],
    )

  const isSpliced = (facts: Facts): boolean =>
    isClassic &&
    target.family !== 'v1' &&
    listDifferences(facts).join() === 'data' &&
    splitBlocks(facts).every((block) => genuine.has(block))

  const isUnbound = (facts: Facts): boolean =>
    isClassic &&
    target.family === 'v1' &&
    listDifferences(facts).every((fieldName) => unboundBy[target.side].includes(fieldName))

  const isSame = (facts: Facts, opened: string): boolean =>
    known.some((each) => each.opened === opened && isSameFacts(each.facts, facts)) ||
    (opened === ownContent && isOtherSeal(facts))

  // v1 signs the content, not the encryption. Under modern, only another genuine message can have the same content.
  const isOtherSeal = (facts: Facts): boolean =>
    target.family === 'v1' &&
    listDifferences(facts).join() === 'data' &&
    (isClassic || known.some((each) => each.facts['data'] === facts['data']))

  function judgeOpened(facts: Facts, opened: string): Verdict {
    if (isSame(facts, opened)) return 'equivalent'
    if (isSpliced(facts)) return 'block-level'
    const isKept = toBoundContent(opened) === toBoundContent(ownContent) || facts['code'] !== '0'
    return isUnbound(facts) && isKept ? 'unbound' : 'accepted'
  }

  // An unsigned failure: blank seals, an unsealed failure, or a code that classic does not sign.
  const isUnproven = (facts: Facts): boolean =>
    target.side === 'response' &&
    ![undefined, 0, '0'].some((code) => code === facts['code']) &&
    (target.family !== 'v1' || isUnbound(facts) || facts['data'] === '' || facts['sign'] === '')

  return async ({ bytes }) => {
    const facts = readFacts(target, bytes)
    const outcome = await readOutcome(() => target.open(bytes))
    if ('opened' in outcome)
      return {
        verdict: facts instanceof Error ? 'accepted' : judgeOpened(facts, outcome.opened),
        isOpened: true,
        outcome: outcome.opened,
      }
    return {
      verdict: judgeRejection(outcome.error, facts),
      isOpened: false,
      outcome: String(outcome.error),
      ...readFraming(outcome.error),
    }
  }

  function judgeRejection(error: unknown, facts: Error | Facts): Verdict {
    if (isEncryptionError(error, 'FAILURE_UNPROVED'))
      return !(facts instanceof Error) && isUnproven(facts) ? 'unauthenticated' : 'uncaught'
    // Whole genuine blocks are authentic even if they no longer fit the contract.
    const isSplice = !(facts instanceof Error) && isSpliced(facts)
    if (isSplice && (isEncryptionError(error, 'RESPONSE_INVALID') || isRejected(error))) return 'block-level'
    return isRejected(error) ? 'rejected' : 'uncaught'
  }
}

const isRejected = (error: unknown): boolean =>
  error instanceof Rejection || isEncryptionError(error, 'ENVELOPE_REJECTED')

const readFraming = (error: unknown): Pick<Judgement, 'framing'> =>
  error instanceof Rejection ? { framing: error.reason } : {}

const isSameFacts = (one: Facts, other: Facts): boolean => {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => one[name] === other[name])
}

function readFacts({ read }: Target, bytes: Uint8Array<ArrayBuffer>): Error | Facts {
  try {
    return Object(read(bytes))
  } catch (error) {
    return error instanceof Error ? error : new TypeError('Something else was thrown.')
  }
}
