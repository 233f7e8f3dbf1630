import { setTimeout as wait } from 'node:timers/promises'

import { type Case, expectChange, isAccepted, sendAll, sentences } from './case.ts'
import { creditCases } from './credit-cases.ts'
import type { Delivery } from './delivery.ts'
import { forgeryCases } from './forgery-cases.ts'
import { keyCases } from './key-cases.ts'

/** Times at which a case kills the receiver, as fractions of the duration of a genuine message. */
const killTimes = [0, 0.3, 0.6, 0.9]

export const cases: readonly Case[] = [
  {
    id: 'response/1',
    title: 'signs its response to a deposit',
    sentence: sentences.signedResponse,
    async run(session) {
      const { outcome, summary } = await session.send(session.deposit())
      return outcome === 'signed' ? undefined : { problem: summary }
    },
  },
  {
    id: 'response/2',
    title: 'returns the request_id in its response',
    sentence: sentences.response,
    async run(session) {
      const { outcome, summary, fault } = await session.send(session.deposit())
      if (outcome !== 'signed') return { obstacle: summary }
      return fault === undefined ? undefined : { problem: fault }
    },
  },
  {
    id: 'response/3',
    title: 'responds to an internal notification',
    sentence: sentences.emptyResponse,
    async run(session) {
      const delivery = await session.send(session.internal())
      if (!isAccepted(delivery)) return { problem: delivery.summary }
      return delivery.fault === undefined ? undefined : { problem: delivery.fault }
    },
  },
  {
    id: 'once/1',
    title: 'credits a deposit once if it arrives twice, and responds both times',
    sentence: sentences.requestId,
    async run(session) {
      const deposit = session.deposit()
      let second: Delivery | undefined
      const finding = await expectChange(session, '0.5', async () => {
        await session.send(deposit)
        second = await session.send(deposit)
      })
      if (finding) return finding
      return second && !isAccepted(second) ? { problem: `the second response: ${second.summary}` } : undefined
    },
  },
  {
    id: 'once/2',
    title: 'credits a deposit once if it arrives 20 times at the same time',
    sentence: sentences.requestId,
    run(session) {
      const deposit = session.deposit()
      const copies = Array.from({ length: 20 }, () => deposit)
      return expectChange(session, '0.5', () => Promise.all(copies.map((copy) => session.send(copy))))
    },
  },
  {
    id: 'once/3',
    title: 'credits a deposit once if the sender breaks the connection and retries',
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
    title: 'credits a deposit once if it is killed between effect and response',
    sentence: sentences.requestId,
    async run(session) {
      const { restart } = session
      if (!restart) return { obstacle: 'Set --restart to a command that kills and restarts the receiver.' }
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
    title: 'credits a deposit once if its confirmations and balance change',
    sentence: sentences.requestId,
    run(session) {
      const deposit = session.deposit()
      return expectChange(session, '0.5', sendAll(session, deposit, { ...deposit, confirm: 60, balance: '13' }))
    },
  },
  {
    id: 'once/6',
    title: 'holds a known deposit with another request_id instead of crediting it again',
    run(session) {
      const deposit = session.deposit()
      const other = { ...deposit, request_id: `${deposit.request_id}-again` }
      return expectChange(session, '0.5', sendAll(session, deposit, other))
    },
  },
  {
    id: 'once/7',
    title: 'deducts the fee of an internal notification once if it arrives twice',
    run(session) {
      const internal = session.internal()
      return expectChange(session, internal.fee, sendAll(session, internal, internal), { what: 'deducted' })
    },
  },
  ...creditCases,
  ...keyCases,
  ...forgeryCases,
]
