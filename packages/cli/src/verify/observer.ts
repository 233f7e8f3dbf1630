// Some receivers credit after their response, so the observer polls the probe until the amount settles.
import { Failure } from '@custody-wallet/demo/cli'
import { compare, type Decimal, isDecimal, subtract } from '@custody-wallet/types/arithmetic'

/** Whose balance a probe reads. */
export interface Account {
  readonly symbol: string
  readonly address: string
  /** Empty for a coin without memos. */
  readonly memo: string
}

/** Returns how much was credited to an account so far, or deducted as miner fees; undefined if unknown. */
export type Probe = (
  what: 'credited' | 'deducted',
  account: Account,
) => Promise<string | undefined> | string | undefined

/** The clock of an observer. */
export interface Timers {
  /** Milliseconds since any fixed time. */
  readonly now: () => number
  readonly wait: (milliseconds: number) => Promise<unknown>
}

/** What to ask a probe, and what to wait for. */
export interface Question {
  readonly what: 'credited' | 'deducted'
  readonly account: Account
  /** Amounts, one of which is expected. */
  readonly expected: readonly string[]
}

/** How much some work credited or deducted. */
export interface Change {
  readonly amount: Decimal
  /** Totals before and after the work. */
  readonly totals: readonly [before: Decimal, after: Decimal]
}

export interface Observer {
  /** Notes that a response came. Call it after each message. */
  readonly noteResponse: () => void
  /** Resolves with the waitUntilSettled change after some work; undefined if the probe does not know. */
  readonly change: (question: Question, work: () => Promise<unknown>) => Promise<Change | undefined>
  /** Measures how late a change comes. It waits for as many milliseconds as the work resolves with. */
  readonly learn: (question: Question, work: () => Promise<number>) => Promise<void>
  /** Returns the longest delay of a change since the last call, for messages; undefined if none was late. */
  readonly takeDelay: () => string | undefined
}

const interval = 50

/** How long to wait for a receiver that credits late or a wrong amount. */
const shortestWindow = 1000

/** Creates an observer. It waits only for changes that come after the response, and at most `longest` milliseconds. */
export function createObserver(probe: Probe, longest: number, { now, wait }: Timers): Observer {
  let lastResponse = now()
  // Longest time from a response to its change.
  let latest = 0
  let delay: { readonly what: string; readonly milliseconds: number } | undefined
  const computeWindow = (hasExpected: boolean, otherwise: number): number => {
    if (latest > 0) return Math.min(Math.max(shortestWindow, 2 * latest), longest)
    return hasExpected ? 0 : otherwise
  }
  const recordDelay = (what: string): void => {
    const milliseconds = Math.round(now() - lastResponse)
    latest = Math.max(latest, milliseconds)
    if (milliseconds > (delay?.milliseconds ?? 0)) delay = { what, milliseconds }
  }
  /** Waits until earlier messages can no longer change the amount. */
  const pause = async (): Promise<void> => {
    const rest = computeWindow(true, 0) - (now() - lastResponse)
    if (rest > 0) await wait(rest)
  }
  const waitUntilSettled = async (question: Question, before: Decimal, otherwise: number) => {
    let last: Decimal | undefined
    for (;;) {
      const elapsed = now() - lastResponse
      const total = await readAmount(probe, question)
      if (total === undefined) return undefined
      if (last !== undefined && total !== last) recordDelay(question.what)
      last = total
      const change: Change = { amount: subtract(total, before), totals: [before, total] }
      if (elapsed >= computeWindow(isExpected(change.amount, question), otherwise)) return change
      await wait(interval)
    }
  }
  const observe = async (question: Question, work: () => Promise<number>) => {
    await pause()
    const before = await readAmount(probe, question)
    const otherwise = await work()
    return before === undefined ? undefined : waitUntilSettled(question, before, otherwise)
  }
  return {
    noteResponse: () => void (lastResponse = now()),
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

const isExpected = (amount: Decimal, { expected }: Question): boolean => expected.some((each) => isSame(amount, each))

/** Whether two amounts are equal in value. */
export const isSame = (amount: Decimal, expected: string): boolean =>
  isDecimal(expected) && compare(amount, expected) === 0

async function readAmount(probe: Probe, { what, account }: Question): Promise<Decimal | undefined> {
  const text = (await probe(what, account))?.trim()
  if (text === undefined || text === '' || isDecimal(text)) return text === '' ? undefined : text
  throw new Failure(`The probe returned ${JSON.stringify(text.slice(0, 40))}. Make it return a decimal such as 0.5.`, 2)
}
