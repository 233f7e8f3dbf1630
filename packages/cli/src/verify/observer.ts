// Reads what a receiver credited until it has settled, because some credit after they have answered.
import { Failure } from '@custody-wallet/server/cli'
import { compare, type Decimal, isDecimal, subtract } from '@custody-wallet/types/arithmetic'

/** Whose balance a probe reads. */
export interface Account {
  readonly symbol: string
  readonly address: string
  /** Empty for a coin without memos. */
  readonly memo: string
}

/** Tells how much was credited to an account so far, or deducted as miner fees of a coin; `undefined` if it cannot. */
export type Probe = (
  what: 'credited' | 'deducted',
  account: Account,
) => Promise<string | undefined> | string | undefined

/** Where time comes from. */
export interface Timers {
  /** Milliseconds from any start. */
  readonly now: () => number
  readonly wait: (milliseconds: number) => Promise<unknown>
}

/** What to ask a probe, and what to wait for. */
export interface Question {
  readonly what: 'credited' | 'deducted'
  readonly account: Account
  /** Amounts of which one is expected. */
  readonly expected: readonly string[]
}

/** How much more is credited or deducted after some work. */
export interface Change {
  readonly amount: Decimal
  /** What all of it was before and after. */
  readonly totals: readonly [before: Decimal, after: Decimal]
}

export interface Observer {
  /** Call it when a message has its response. */
  readonly responded: () => void
  /** The change after some work, once it has settled; `undefined` if the probe cannot tell. */
  readonly change: (question: Question, work: () => Promise<unknown>) => Promise<Change | undefined>
  /** Learns how late a change comes, for which it waits as many milliseconds as the work resolves with. */
  readonly learn: (question: Question, work: () => Promise<number>) => Promise<void>
  /** The latest change since the last call, in words; `undefined` if all were there with their responses. */
  readonly takeDelay: () => string | undefined
}

const interval = 50

/** How long to look for a change of a receiver that credits late, or not as expected. */
const shortestWindow = 1000

/** Observes a receiver. It waits only for what is not there with the response, and at most `longest` milliseconds. */
export function createObserver(probe: Probe, longest: number, { now, wait }: Timers): Observer {
  let lastResponse = now()
  // How long after a response a change came, at most.
  let latest = 0
  let delay: { readonly what: string; readonly milliseconds: number } | undefined
  const windowOf = (hasExpected: boolean, otherwise: number): number => {
    if (latest > 0) return Math.min(Math.max(shortestWindow, 2 * latest), longest)
    return hasExpected ? 0 : otherwise
  }
  const noteDelay = (what: string): void => {
    const milliseconds = Math.round(now() - lastResponse)
    latest = Math.max(latest, milliseconds)
    if (milliseconds > (delay?.milliseconds ?? 0)) delay = { what, milliseconds }
  }
  /** Waits until no message before can change anything any more. */
  const pause = async (): Promise<void> => {
    const rest = windowOf(true, 0) - (now() - lastResponse)
    if (rest > 0) await wait(rest)
  }
  const settled = async (question: Question, before: Decimal, otherwise: number) => {
    let last: Decimal | undefined
    for (;;) {
      const elapsed = now() - lastResponse
      const total = await read(probe, question)
      if (total === undefined) return undefined
      if (last !== undefined && total !== last) noteDelay(question.what)
      last = total
      const change: Change = { amount: subtract(total, before), totals: [before, total] }
      if (elapsed >= windowOf(isExpected(change.amount, question), otherwise)) return change
      await wait(interval)
    }
  }
  const observe = async (question: Question, work: () => Promise<number>) => {
    await pause()
    const before = await read(probe, question)
    const otherwise = await work()
    return before === undefined ? undefined : settled(question, before, otherwise)
  }
  return {
    responded: () => void (lastResponse = now()),
    change: (question, work) =>
      observe(question, async () => {
        await work()
        return shortestWindow
      }),
    async learn(question, work) {
      await observe(question, work)
      delay = undefined
    },
    takeDelay() {
      const words = delay && `${delay.what} ${delay.milliseconds} ms after the response`
      delay = undefined
      return words
    },
  }
}

const isExpected = (amount: Decimal, { expected }: Question): boolean =>
  expected.some((each) => isSame(amount, each))

/** Whether an amount is the same, however it is written. */
export const isSame = (amount: Decimal, expected: string): boolean =>
  isDecimal(expected) && compare(amount, expected) === 0

async function read(probe: Probe, { what, account }: Question): Promise<Decimal | undefined> {
  const text = (await probe(what, account))?.trim()
  if (text === undefined || text === '' || isDecimal(text)) return text === '' ? undefined : text
  throw new Failure(
    `The probe must respond with a decimal such as 0.5, not ${JSON.stringify(text.slice(0, 40))}.`,
    2,
  )
}
