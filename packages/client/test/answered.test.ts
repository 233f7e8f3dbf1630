import type { Parameters } from '@custody-wallet/types'
import { expect, test } from 'vitest'

import { plain } from '../src/plain.ts'
import { failureOf } from './support/failures.ts'
import { address } from './support/service.ts'

const deposit: Parameters['notifyDeposit'] = {
  request_id: 'dep-of-today',
  address_from: '',
  address_to: 'bc1qexampledepositaddress0000000000000000',
  txid: '4d1f0c6ba5ff54ab0a0e0c6b6f5a3b9ddc1d1cf1f7a8f52b5f0c2a7d3e9b8a10',
  amount: '0.5',
  confirm: 3,
  symbol: 'BTC',
  balance: '8',
  status: 1,
}

const answering = (data: unknown, code = 0) =>
  plain({ url: address, fetch: async () => Response.json({ code, msg: 'BTC', data }) })

const receipt = (request_id: string) => ({ data: { request_id } })

test('a deposit notification takes the answer with its own id', async () => {
  expect(await answering(receipt('dep-of-today')).notifications.deposit(deposit)).toEqual(
    receipt('dep-of-today'),
  )
})

test.each([
  [
    'another notification',
    '/data/data/request_id',
    () => answering(receipt('dep-of-monday')).notifications.deposit(deposit),
  ],
  ['no notification', '/data/data/request_id', () => answering(receipt('')).notifications.deposit(deposit)],
  [
    'another coin',
    '/data/symbol',
    () => answering({ symbol: 'ETH', count: 1 }).addresses.available({ symbol: 'BTC' }),
  ],
])('the answer to %s is rejected by its place, without its text', async (_what, pointer, call) => {
  const error = await failureOf(call())
  expect(error).toMatchObject({
    name: 'AnswerError',
    code: 'ANSWER_MISMATCHED',
    retryable: false,
    assurance: 'none',
  })
  expect(error).toMatchObject({
    context: { issues: [{ pointer, message: 'is not the one that was asked for' }] },
  })
  expect(error.message).not.toMatch(/monday|today|ETH/)
})

test('raw rejects it too', async () => {
  const { notifications } = answering(receipt('dep-of-monday'))
  expect(await failureOf(notifications.deposit.raw(deposit))).toMatchObject({ code: 'ANSWER_MISMATCHED' })
})

test('a failure says what it says, and the text of the envelope is no member of the answer', async () => {
  expect(
    await failureOf(answering({ request_id: 'other' }, 100_009).notifications.deposit(deposit)),
  ).toMatchObject({
    code: 'SERVICE_FAILED',
  })
  await answering(undefined).withdrawals.cancel({ symbol: 'BTC', trans_id: 1, msg: 'a reason' })
})
