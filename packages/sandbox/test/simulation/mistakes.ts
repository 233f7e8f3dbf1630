// Deliberate errors of one side, which the books must show.
import { follow } from '@custody-wallet/client/workflows'

import type { Books } from './books.ts'
import { creditDeposit, tasks } from './merchant.ts'
import type { Send } from './network.ts'
import type { Office, Task } from './office.ts'
import { createStores } from './records.ts'
import type { Mistake } from './simulate.ts'

const json = { headers: { 'content-type': 'application/json' } }

/** Replaces the postings of the merchant. */
const createBooksMistake =
  (createPost: (books: Books) => Books['post']) =>
  (office: Office): Office => {
    const { records } = office
    const books = { ...records.books, post: createPost(records.books) }
    return { ...office, records: { ...records, books } }
  }

/** Replaces some text in the responses of a call. */
const createResponseMistake =
  (path: string, change: (text: string) => string) =>
  (send: Send): Send =>
  async (url, init) => {
    const response = await send(url, init)
    return url.includes(path) ? new Response(change(await response.text()), json) : response
  }

const readBodyText = ({ body }: RequestInit): string => (typeof body === 'string' ? body : '')

const creditLate: Task = async ({ records, custody, life }) => {
  const { deposits: checkpoint } = createStores(records, life)
  const seen = []
  for await (const { record } of follow(custody.deposits, { checkpoint, once: true })) if (record) seen.push(record)
  for (const record of seen) {
    creditDeposit(records, record)
    life.mayEnd()
  }
}

export const mistakes = {
  'the merchant credits a deposit again after a crash': {
    merchant: createBooksMistake(({ post }) => {
      let times = 0
      return (key, posting) => post(key.startsWith('deposit') ? `${key} ${(times += 1)}` : key, posting)
    }),
  },
  'the merchant saves its checkpoint before it credits': {
    merchant: (office) => ({ ...office, tasks: { ...tasks, deposits: creditLate } }),
  },
  'the merchant keeps amounts as doubles': {
    merchant: createBooksMistake(
      ({ post }) =>
        (key, posting) =>
          post(key, { ...posting, units: BigInt(Number(posting.units)) }),
    ),
  },
  'the merchant forgets withdrawal fees': {
    merchant: createBooksMistake(
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
        async notify(input) {
          attempts += 1
          const isDeposit = 'request_id' in input
          await office.notify(isDeposit ? { ...input, request_id: `${input.request_id}-${attempts}` } : input)
        },
      }
    },
  },
  'the merchant takes a lost response for a success': {
    merchant: (office) => ({ ...office, notify: (input) => office.notify(input).catch(() => undefined) }),
  },
  'the sandbox credits notifications twice': {
    service: (send) => async (url, init) => {
      if (url.endsWith('/deposit/notify'))
        await send(url, { ...init, body: readBodyText(init).replace('"dep1-', '"dep2-') })
      return send(url, init)
    },
  },
  'the sandbox acknowledges notifications that it drops': {
    service(send) {
      let acknowledged = ''
      return async (url, init) => {
        if (!url.endsWith('/internal/notify')) return send(url, init)
        if (acknowledged !== '') return new Response(acknowledged, json)
        const response = await send(url, init)
        const text = await response.clone().text()
        if (/"code":"?0\b/.test(text)) acknowledged = text
        return response
      }
    },
  },
  'the sandbox leaves out a record in the middle of a page': {
    service: createResponseMistake('/syncDepositList', (text) => text.replace(/\},\{"id":\d+[^}]*\},\{/, '},{')),
  },
  'the sandbox shows the wrong last digit of an amount': {
    service: createResponseMistake('/syncDepositList', (text) =>
      text.replaceAll(/("amount":"\d+\.\d*)[1-8]"/g, '$19"'),
    ),
  },
  'the sandbox shows withdrawals as paid that were not': {
    service: createResponseMistake('/withdrawList', (text) => text.replaceAll(/"status":[246]\b/g, '"status":5')),
  },
  'the sandbox shows too small a fee of a payment from an MPC wallet': {
    service: createResponseMistake('/mpc/billing/withdraw_list', (text) =>
      text.replaceAll(/"real_fee":"0\.\d+"/g, '"real_fee":"0.00001"'),
    ),
  },
} as const satisfies Readonly<Record<string, Mistake>>
