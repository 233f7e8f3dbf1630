// Deliberate mistakes of one side, each of which the books have to show.
import { follow } from '@custody-wallet/client/workflows'

import type { Books } from './books.ts'
import { creditDeposit, tasks } from './merchant.ts'
import type { Send } from './network.ts'
import type { Office, Task } from './office.ts'
import { storesOf } from './records.ts'
import type { Mistake } from './simulate.ts'

const json = { headers: { 'content-type': 'application/json' } }

/** Replaces how the merchant posts. */
const withBooks =
  (postOf: (books: Books) => Books['post']) =>
  (office: Office): Office => {
    const { records } = office
    const books = { ...records.books, post: postOf(records.books) }
    return { ...office, records: { ...records, books } }
  }

/** Replaces some text in the answers of a call. */
const answering =
  (path: string, change: (text: string) => string) =>
  (send: Send): Send =>
  async (url, init) => {
    const answer = await send(url, init)
    return url.includes(path) ? new Response(change(await answer.text()), json) : answer
  }

const bodyOf = ({ body }: RequestInit): string => (typeof body === 'string' ? body : '')

const creditLate: Task = async ({ records, custody, life }) => {
  const { deposits: checkpoint } = storesOf(records, life)
  const seen = []
  for await (const { record } of follow(custody.deposits, { checkpoint, once: true }))
    if (record) seen.push(record)
  for (const record of seen) {
    creditDeposit(records, record)
    life.mayEnd()
  }
}

export const mistakes = {
  'the merchant credits a deposit again after a crash': {
    merchant: withBooks(({ post }) => {
      let times = 0
      return (key, posting) => post(key.startsWith('deposit') ? `${key} ${(times += 1)}` : key, posting)
    }),
  },
  'the merchant saves its checkpoint before it credits': {
    merchant: (office) => ({ ...office, tasks: { ...tasks, deposits: creditLate } }),
  },
  'the merchant keeps amounts as doubles': {
    merchant: withBooks(
      ({ post }) =>
        (key, posting) =>
          post(key, { ...posting, units: BigInt(Number(posting.units)) }),
    ),
  },
  'the merchant forgets withdrawal fees': {
    merchant: withBooks(
      ({ post }) =>
        (key, posting) =>
          posting.to === 'fees' ? undefined : post(key, posting),
    ),
  },
  'the merchant notifies a deposit under a new request_id at each attempt': {
    merchant(office) {
      let attempts = 0
      return {
        ...office,
        async notify(given) {
          attempts += 1
          const isDeposit = 'request_id' in given
          await office.notify(isDeposit ? { ...given, request_id: `${given.request_id}-${attempts}` } : given)
        },
      }
    },
  },
  'the merchant takes a lost answer for a success': {
    merchant: (office) => ({ ...office, notify: (given) => office.notify(given).catch(() => undefined) }),
  },
  'the sandbox credits notifications twice': {
    service: (send) => async (url, init) => {
      if (url.endsWith('/deposit/notify'))
        await send(url, { ...init, body: bodyOf(init).replace('"dep1-', '"dep2-') })
      return send(url, init)
    },
  },
  'the sandbox acknowledges notifications that it drops': {
    service(send) {
      let acknowledged = ''
      return async (url, init) => {
        if (!url.endsWith('/internal/notify')) return send(url, init)
        if (acknowledged !== '') return new Response(acknowledged, json)
        const answer = await send(url, init)
        const text = await answer.clone().text()
        if (/"code":"?0\b/.test(text)) acknowledged = text
        return answer
      }
    },
  },
  'the sandbox leaves out a record in the middle of a page': {
    service: answering('/syncDepositList', (text) => text.replace(/\},\{"id":\d+[^}]*\},\{/, '},{')),
  },
  'the sandbox shows the wrong last digit of an amount': {
    service: answering('/syncDepositList', (text) => text.replaceAll(/("amount":"\d+\.\d*)[1-8]"/g, '$19"')),
  },
  'the sandbox shows withdrawals as paid that were not': {
    service: answering('/withdrawList', (text) => text.replaceAll(/"status":[246]\b/g, '"status":5')),
  },
  'the sandbox shows too small a fee of a payment from an MPC wallet': {
    service: answering('/mpc/billing/withdraw_list', (text) =>
      text.replaceAll(/"real_fee":"0\.\d+"/g, '"real_fee":"0.00001"'),
    ),
  },
} as const satisfies Readonly<Record<string, Mistake>>
