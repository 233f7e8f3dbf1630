// What a receiver must do, as a table of cases. Each cites the sentence of the interface that requires it.
import { setTimeout as wait } from 'node:timers/promises'

import type { DepositNotification } from '@custody-wallet/types'
import { compare, type Decimal, isDecimal } from '@custody-wallet/types/arithmetic'

import { type Changes, type Delivery, type Place, placeOf, type Session } from './session.ts'

/** What a case found; nothing where the receiver does what it must. */
export type Finding =
  | { readonly problem: string }
  /** Why the case cannot be judged. */
  | { readonly unseen: string }
  | undefined

export interface Case {
  readonly id: string
  /** What a receiver does that passes. */
  readonly title: string
  /** The sentence of the interface that requires it. A case without one only warns. */
  readonly sentence?: string
  readonly run: (session: Session) => Promise<Finding>
}

const sentences = {
  answer: 'The deposit notification is answered with the request_id it carried.',
  emptyAnswer: 'The internal notification is answered with no data.',
  signedAnswer:
    "Response `sign`: signature, made with the responding party's private key, over the MD5 of the plaintext response data.",
  signature:
    "Request `sign`: signature, made with the sending party's private key, over the MD5 of the plaintext request data.",
  envelope:
    'v1 POST endpoints: envelope fields `app_id` (customer ID), `time` (int64 timestamp), `sign` and `data`.',
  addresses: 'The same txid with different addresses is notified separately.',
  sum: 'The same txid with the same address is notified with the amounts added up.',
  requestId:
    'For the same deposit the request_id must stay unchanged; otherwise the deposit is credited twice.',
  content:
    'Deposit notification request content, in order: request_id (unique identifier of one request), from address, to address, transaction id, amount, confirmations, coin name, hot wallet balance, a flag (1 success, 0 failure), memo identifier.',
  fees: 'The internal notification is used for transactions that consume miner fees other than cash withdrawal, for example collection and transfer to a cold wallet, mainly to deduct miner fees.',
} as const

/** What is credited or deducted by some work, compared with what should be. */
async function expectChange(
  session: Session,
  expected: string,
  work: () => Promise<unknown>,
  place: Place = {},
): Promise<Finding> {
  const { what = 'credited' } = place
  const change = await session.change(work, place)
  if (change === undefined) return { unseen: `The probe does not tell what is ${what}.` }
  return isSame(change, expected) ? undefined : { problem: `${what} ${change} instead of ${expected}` }
}

const isSame = (change: Decimal, expected: string): boolean =>
  isDecimal(expected) && compare(change, expected) === 0

const isAccepted = ({ outcome }: Delivery): boolean => outcome === 'signed' || outcome === 'plain'

/** A message that is not genuine: no credit, and no success. */
const refused = (id: string, title: string, changes: Changes, sentence: string): Case => ({
  id,
  title,
  sentence,
  async run(session) {
    let delivery: Delivery | undefined
    const finding = await expectChange(session, '0', async () => {
      delivery = await session.send(session.deposit(), changes)
    })
    if (finding) return finding
    return delivery && isAccepted(delivery)
      ? { problem: `the answer is a success: ${delivery.shown}` }
      : undefined
  },
})

/** A message that some honest senders write: credited once, however often it comes, or refused where both sides are strict. */
const readable = (id: string, title: string, changes: Changes, mayRefuse: boolean): Case => ({
  id,
  title,
  async run(session) {
    const notification = session.deposit()
    let delivery: Delivery | undefined
    const change = await session.change(async () => {
      delivery = await session.send(notification, changes)
      await session.send(notification, changes)
    })
    if (change === undefined) return { unseen: 'The probe does not tell what is credited.' }
    if (isSame(change, '0.5')) return undefined
    // Both sides of modern are strict: what neither sends, both refuse.
    const isStrict = mayRefuse && session.profile.suite.id === 'modern'
    if (isStrict && isSame(change, '0') && delivery && !isAccepted(delivery)) return undefined
    return { problem: `credited ${change} instead of 0.5; the answer is ${delivery?.shown ?? 'lost'}` }
  },
})

type Member = readonly [name: string, value: unknown]

const rewritten =
  (change: (members: readonly Member[]) => readonly Member[]) =>
  (text: string): string =>
    JSON.stringify(Object.fromEntries(change(Object.entries(Object(JSON.parse(text))))))

/** Numbers as texts, from the source, so that no digit is lost. */
const quoted = (text: string): string => text.replaceAll(/:(-?[\d.]+(?:e[+-]?\d+)?)(?=[,}])/gi, ':"$1"')

/** Changes one character in the middle. */
const altered = (text: string): string => {
  const at = Math.floor(text.length / 2)
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
}

const threeHours = 3 * 60 * 60 * 1000

const sendAll = (session: Session, ...sequence: readonly DepositNotification[]) =>
  async function send(): Promise<void> {
    for (const notification of sequence) await session.send(notification)
  }

/** When a case kills the receiver, in parts of the time that an honest message takes. */
const killTimes = [0, 0.3, 0.6, 0.9]

export const cases: readonly Case[] = [
  {
    id: 'answer/1',
    title: 'answers a deposit with a signature',
    sentence: sentences.signedAnswer,
    async run(session) {
      const { outcome, shown } = await session.send(session.deposit())
      return outcome === 'signed' ? undefined : { problem: `the answer is ${shown}` }
    },
  },
  {
    id: 'answer/2',
    title: 'repeats the request_id in its answer',
    sentence: sentences.answer,
    async run(session) {
      const deposit = session.deposit()
      const { answer, shown } = await session.send(deposit)
      if (!answer) return { unseen: `The answer is not signed: ${shown}.` }
      const echoed = 'data' in answer && answer.data ? answer.data.data.request_id : undefined
      return echoed === deposit.request_id
        ? undefined
        : { problem: `the request_id is ${JSON.stringify(echoed)}` }
    },
  },
  {
    id: 'answer/3',
    title: 'answers an internal notification',
    sentence: sentences.emptyAnswer,
    async run(session) {
      const delivery = await session.send(session.internal())
      return isAccepted(delivery) ? undefined : { problem: `the answer is ${delivery.shown}` }
    },
  },
  {
    id: 'once/1',
    title: 'credits a deposit once that comes twice, and answers both times',
    sentence: sentences.requestId,
    async run(session) {
      const deposit = session.deposit()
      let second: Delivery | undefined
      const finding = await expectChange(session, '0.5', async () => {
        await session.send(deposit)
        second = await session.send(deposit)
      })
      if (finding) return finding
      return second && !isAccepted(second) ? { problem: `the repetition gets ${second.shown}` } : undefined
    },
  },
  {
    id: 'once/2',
    title: 'credits a deposit once that comes 20 times at the same time',
    sentence: sentences.requestId,
    run(session) {
      const deposit = session.deposit()
      const copies = Array.from({ length: 20 }, () => deposit)
      return expectChange(session, '0.5', () => Promise.all(copies.map((copy) => session.send(copy))))
    },
  },
  {
    id: 'once/3',
    title: 'credits a deposit once whose sender breaks the connection and repeats it',
    sentence: sentences.requestId,
    run(session) {
      const deposit = session.deposit()
      return expectChange(session, '0.5', async () => {
        for (const breakAfter of [5, 10, 20, 50]) await session.send(deposit, { breakAfter })
        await session.send(deposit)
      })
    },
  },
  {
    id: 'once/4',
    title: 'credits a deposit once when it is killed between effect and answer',
    sentence: sentences.requestId,
    async run(session) {
      const { restart } = session
      if (!restart) return { unseen: 'Pass restart, which kills the receiver and starts it again.' }
      const start = performance.now()
      await session.send(session.deposit())
      const duration = performance.now() - start
      for (const part of killTimes) {
        const deposit = session.deposit()
        const finding = await expectChange(session, '0.5', async () => {
          const first = session.send(deposit)
          await wait(part * duration)
          await restart()
          await first
          await session.send(deposit)
        })
        if (finding) return finding
      }
      return undefined
    },
  },
  {
    id: 'once/5',
    title: 'credits a deposit once whose confirmations and balance changed',
    sentence: sentences.requestId,
    run(session) {
      const deposit = session.deposit()
      return expectChange(
        session,
        '0.5',
        sendAll(session, deposit, { ...deposit, confirm: 60, balance: '13' }),
      )
    },
  },
  {
    id: 'once/6',
    title: 'holds a known deposit with another request_id, and does not credit it again',
    run(session) {
      const deposit = session.deposit()
      const other = { ...deposit, request_id: `${deposit.request_id}-again` }
      return expectChange(session, '0.5', sendAll(session, deposit, other))
    },
  },
  {
    id: 'once/7',
    title: 'deducts the fee of an internal notification once that comes twice',
    run(session) {
      const internal = session.internal()
      const twice = async () => {
        await session.send(internal)
        await session.send(internal)
      }
      return expectChange(session, internal.fee, twice, { what: 'deducted' })
    },
  },
  {
    id: 'credit/1',
    title: 'credits both addresses of one transaction',
    sentence: sentences.addresses,
    async run(session) {
      const [, second] = session.accounts
      const one = session.deposit()
      const other = { ...session.deposit(), txid: one.txid, ...placeOf(second) }
      let finding: Finding
      const first = await expectChange(session, '0.5', async () => {
        finding = await expectChange(session, '0.5', sendAll(session, one, other), { account: second })
      })
      return first ?? finding
    },
  },
  {
    id: 'credit/2',
    title: 'credits the difference when the amounts of a deposit add up to more',
    sentence: sentences.sum,
    run(session) {
      const deposit = session.deposit()
      return expectChange(session, '0.75', sendAll(session, deposit, { ...deposit, amount: '0.75' }))
    },
  },
  {
    id: 'credit/3',
    title: 'credits nothing for a smaller amount of a known deposit',
    run(session) {
      const deposit = session.deposit()
      return expectChange(session, '0.5', sendAll(session, deposit, { ...deposit, amount: '0.25' }))
    },
  },
  {
    id: 'credit/4',
    title: 'credits nothing for the flag 0, and once for the flag 1 after it',
    sentence: sentences.content,
    async run(session) {
      const deposit = session.deposit()
      const failed = await expectChange(session, '0', sendAll(session, { ...deposit, status: 0 }))
      return failed ?? expectChange(session, '0.5', sendAll(session, deposit, deposit))
    },
  },
  {
    id: 'credit/5',
    title: 'credits 18 decimals exactly',
    sentence: sentences.content,
    run(session) {
      const amount = '1234567.123456789012345678'
      return expectChange(session, amount, sendAll(session, session.deposit({ amount })))
    },
  },
  {
    id: 'credit/6',
    title: 'credits a user by the memo, and another user without one',
    sentence: sentences.content,
    async run(session) {
      const { memoAccount } = session
      if (!memoAccount) return { unseen: 'Pass memoAccount, an account of a coin with memos.' }
      const paid = { ...session.deposit(), ...placeOf(memoAccount) }
      let finding: Finding
      const own = await expectChange(session, '0.5', async () => {
        finding = await expectChange(session, '0.5', sendAll(session, session.deposit(), paid), {
          account: memoAccount,
        })
      })
      return own ?? finding
    },
  },
  {
    id: 'credit/7',
    title: 'keeps a credit when the flag 0 follows the flag 1',
    run(session) {
      const deposit = session.deposit()
      return expectChange(session, '0.5', sendAll(session, deposit, { ...deposit, status: 0 }))
    },
  },
  refused(
    'genuine/1',
    'refuses altered data',
    { envelope: { member: 'data', change: altered } },
    sentences.signature,
  ),
  refused(
    'genuine/2',
    'refuses an altered signature',
    { envelope: { member: 'sign', change: altered } },
    sentences.signature,
  ),
  refused(
    'genuine/3',
    'refuses a message without a signature',
    { envelope: { member: 'sign', change: () => '' } },
    sentences.signature,
  ),
  refused('genuine/4', 'refuses the signature of another key', { otherKeys: true }, sentences.signature),
  refused(
    'genuine/5',
    'refuses the message of another merchant',
    { appId: 'demo-other-merchant' },
    sentences.envelope,
  ),
  readable(
    'reading/1',
    'credits a message whatever the order of its members',
    { plaintext: rewritten((list) => list.toReversed()) },
    false,
  ),
  readable(
    'reading/2',
    'reads a message with unknown members, or refuses it under modern',
    { plaintext: rewritten((list) => [...list, ['block_height', 800_000]]) },
    true,
  ),
  readable(
    'reading/3',
    'reads a message with numbers as strings, or refuses it under modern',
    { plaintext: quoted },
    true,
  ),
  readable(
    'reading/4',
    'credits a message that is repeated three hours after its time',
    { age: -threeHours },
    false,
  ),
]
