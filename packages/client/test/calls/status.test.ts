// Status lines of a server, over real sockets.
import { afterEach, describe, expect, test } from 'vitest'

import type { CallReport } from '../../src/index.ts'
import { createPlainClient } from '../../src/plain.ts'
import { catchFailure } from '../support/failures.ts'
import { createClient } from '../support/service.ts'
import { startServer } from '../support/status-server.ts'

const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

async function createClientAt(line: string) {
  const { address, requests, close } = await startServer(line)
  closers.push(close)
  const reports: CallReport[] = []
  const options = { attempts: 1, onCall: (report: CallReport) => reports.push(report) }
  const urls = { openPlatform: address, base: address, v1: address }
  const custody = createClient('modern', { urls, fetch: undefined, ...options })
  return { custody, front: createPlainClient({ url: address, ...options }), requests, reports }
}

test.each(['pull', 'register'])('on HTTP 421 a POST (%s) leaves once, whole, and counts as one', async (name) => {
  const { custody, requests, reports } = await createClientAt('421 Misdirected Request')
  const { withdrawals, addresses } = custody
  const call =
    name === 'pull'
      ? withdrawals.pull({ symbol: 'BTC' })
      : addresses.register({ symbol: 'BTC', addresses: ['bc1q'], memo: false })
  expect(await catchFailure(call)).toMatchObject({ code: 'HTTP_STATUS', context: { status: 421 } })
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatch(/\r\n\r\n\{"app_id":.*\}$/)
  expect(requests[0]).toMatch(/content-length: \d+/)
  expect(reports).toMatchObject([{ attempt: 1, outcome: 'HTTP_STATUS' }])
})

const lookup = { uid: 10_042, symbol: 'BTC' }

describe.each(['503 п', '500 é中', '404 ', '600 Odd', '700 Odd', '999 п'])('the line "%s"', (line) => {
  const failed = { code: 'HTTP_STATUS', context: { status: Number(line.slice(0, 3)) } }

  test('ends a call with its status', async () => {
    const { custody, front } = await createClientAt(line)
    expect(await catchFailure(custody.accounts.get(lookup))).toMatchObject(failed)
    expect(await catchFailure(custody.withdrawals.pull({ symbol: 'BTC' }))).toMatchObject(failed)
    expect(await catchFailure(custody.token.get())).toMatchObject(failed)
    expect(await catchFailure(front.accounts.get(lookup))).toMatchObject(failed)
  })

  test('ends a call by fetch with the status or an error of the client', async () => {
    const { custody } = await createClientAt(line)
    const call = custody.fetch('/api/v2/account/getByUidAndSymbol?uid=10042&symbol=BTC')
    const met = await call.then(
      ({ status }) => ({ code: 'HTTP_STATUS', context: { status } }),
      async (error: unknown) => catchFailure(Promise.reject(error)),
    )
    expect(met).toMatchObject(failed)
  })
})
