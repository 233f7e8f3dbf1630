import { createParty, type Party, type SealedId } from '@custody-wallet/encryption'
import type { Parameters } from '@custody-wallet/types'
import { beforeEach, describe, expect, test } from 'vitest'

import type { MessageToOpen } from '../../src/captures/open.ts'
import type { Sandbox } from '../../src/index.ts'
import { appIds, createTestSandbox } from '../support/sandbox.ts'

let sandbox: Sandbox

beforeEach(async () => {
  sandbox = await createTestSandbox()
})

const createMerchantParty = (appId: string): Party => createParty(sandbox.merchant(appId).client.profile)

/** A sealed request as an address, or as a request line with its body. */
async function sealCall<Id extends SealedId>(
  appId: string,
  operation: Id,
  parameters: Parameters[Id],
): Promise<string> {
  const { method, path, query, body } = await createMerchantParty(appId).sealRequest(operation, parameters)
  return body === undefined ? `${method} ${path}?${query}` : `${method} ${path}\n\n${body}`
}

const openMessage = (input: MessageToOpen) => sandbox.control.messages.open(input)

const account = { uid: 10_001, symbol: 'BTC' }

describe.each(appIds)('of %s', (appId) => {
  test('a query is opened, with the call of its path and its parameters', async () => {
    const opened = await openMessage({ message: await sealCall(appId, 'getAccount', account) })
    expect(opened).toMatchObject({
      appId,
      operation: 'getAccount',
      direction: 'request',
      reader: 'platform',
      content: account,
    })
    expect(opened).not.toHaveProperty('rejection')
    expect(opened.steps.map(({ name, failed }) => [name, failed])).toEqual([
      ['Request', false],
      ['Sealed text', false],
      ['Opened and verified', false],
    ])
    expect(opened.steps.at(-1)?.text).toContain('"symbol":"BTC"')
    expect(opened.steps.at(-1)?.note).toMatch(/public key test-merchant-sig/)
  })

  test('an envelope shows the signed MD5 and the key that verifies it', async () => {
    const message = await sealCall(appId, 'pullWithdrawals', { symbol: 'BTC' })
    const { content, steps } = await openMessage({ message })
    expect(content).toEqual({ symbol: 'BTC' })
    expect(steps.map(({ name }) => name)).toEqual(['Request', 'Sealed text', 'Opened', 'MD5', 'Verified'])
    const [, , opened, md5] = steps
    expect(opened?.text).toBe('{"symbol":"BTC"}')
    expect(opened?.note).toContain('the private key test-platform-enc of the platform')
    expect(md5?.text).toBe('daf1e793ee0eaa85770bb8307e07ee55')
  })

  test('a curl command is parsed like a request', async () => {
    const { path, body = '' } = await createMerchantParty(appId).sealRequest('pullWithdrawals', {
      symbol: 'BTC',
    })
    const message = `curl -sS --json '${body}' http://127.0.0.1:4021${path}`
    expect(await openMessage({ message })).toMatchObject({
      operation: 'pullWithdrawals',
      content: { symbol: 'BTC' },
    })
  })

  test('the response to an envelope is opened with its request', async () => {
    const { path, body = '' } = await createMerchantParty(appId).sealRequest('countAvailableAddresses', {
      symbol: 'BTC',
    })
    const response = await sandbox.wire(
      new Request(`http://sandbox${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }),
    )
    const operation = 'countAvailableAddresses'
    const opened = await openMessage({ message: await response.text(), operation, appId, request: body })
    expect(opened).toMatchObject({
      reader: 'merchant',
      content: { code: 0, data: { symbol: 'BTC', count: 0 } },
    })
  })

  test('changed data fails at the step that detects it, with the next step', async () => {
    const { path, body = '' } = await createMerchantParty(appId).sealRequest('pullWithdrawals', {
      symbol: 'BTC',
    })
    const envelope: Record<string, unknown> = JSON.parse(body)
    const data = String(envelope['data'])
    const other = JSON.stringify({ ...envelope, data: data.slice(0, -8) + 'AAAAAAAA' })
    const opened = await openMessage({ message: `POST ${path}\n${other}` })
    expect(opened.steps.at(-1)).toMatchObject({
      failed: true,
      text: '',
      note: expect.stringMatching(/^rejected \(/),
    })
    expect(opened.rejection).toMatch(/^rejected \((?:unwrap|signature|json|encoding)\): /)
    expect(opened).not.toHaveProperty('content')
  })

  test('a signature for another time is rejected only if the suite covers the time', async () => {
    const { path, body = '' } = await createMerchantParty(appId).sealRequest('pullWithdrawals', {
      symbol: 'BTC',
    })
    const moved = body.replace(/"time":(\d+)/, (_all, time: string) => `"time":${Number(time) + 1}`)
    const { rejection } = await openMessage({ message: `POST ${path}\n${moved}` })
    expect(rejection === undefined).toBe(appId === 'demo-classic')
  })
})

test('the sealed response to a query of the classic merchant is opened', async () => {
  const { path, query } = await createMerchantParty('demo-classic').sealRequest('findUser', {
    email: 'a@shop.example',
  })
  const response = await sandbox.wire(new Request(`http://sandbox${path}?${query}`))
  const message = await response.text()
  const opened = await openMessage({ message, operation: 'findUser', appId: 'demo-classic' })
  expect(opened.content).toMatchObject({ code: '110065' })
  expect(opened.steps.at(-1)?.note).toContain('The public key test-platform-sig decrypts them')
})

test('the step of a plain response of the modern merchant says that TLS alone protects it', async () => {
  const message = '{"code":"0","msg":"success","data":{"uid":1,"nickname":""}}'
  const opened = await openMessage({ message, operation: 'findUser' })
  expect(opened.steps).toHaveLength(1)
  expect(opened.steps[0]?.note).toContain('Only TLS protects them')
})

test.each(appIds)('a notification to %s is opened as the merchant reads it', async (appId) => {
  const { control } = await createTestSandbox({
    notificationFetch: () => Promise.reject(new TypeError('fetch failed')),
  })
  await control.merchants.update({ appId, notificationUrls: ['http://127.0.0.1:9'] })
  const { uid } = await control.users.create({ appId })
  await control.addresses.generate({ appId, symbol: 'BTC', count: 1 })
  const { address: to } = await control.addresses.assign({ appId, uid, symbol: 'BTC' })
  await control.chain.pay({ symbol: 'BTC', to, amount: '1' })
  await control.time.runUntilIdle()
  const { log } = await control.notifications.get({ id: 1 })
  const opened = await control.messages.open({ message: log[0]?.sent ?? '', operation: 'notifyDeposit' })
  expect(opened).toMatchObject({ appId, reader: 'merchant', content: { amount: '1', address_to: to } })
})

test.each(appIds)('a notification by %s is opened as the platform reads it', async (appId) => {
  const message = await sealCall(appId, 'notifyDeposit', {
    request_id: 'deposit-1',
    address_from: 'a',
    address_to: 'b',
    txid: 't',
    amount: '1',
    confirm: 3,
    symbol: 'BTC',
    balance: '1',
    status: 1,
  })
  expect(await openMessage({ message })).toMatchObject({ reader: 'platform', content: { amount: '1' } })
  const changed = message.replace(/"data":"\w{4}/, '"data":"AAAA')
  expect(await openMessage({ message: changed })).toMatchObject({
    reader: 'merchant',
    rejection: expect.stringMatching(/^rejected/),
  })
})

test('a number beyond the precision of a double is shown as signed', async () => {
  const message = await sealCall('demo-classic', 'notifyDeposit', {
    request_id: 'deposit-1',
    address_from: 'a',
    address_to: 'b',
    txid: 't',
    amount: '0.1234567890123456789',
    confirm: 3,
    symbol: 'BTC',
    balance: '1',
    status: 1,
  })
  const { steps } = await openMessage({ message })
  expect(steps[2]?.text).toContain('"amount":0.1234567890123456789')
})

test.each([
  ['a text without a message', { message: 'nothing here' }, /^The text contains no message\. /],
  ['truncated JSON', { message: '{"app_id":"demo-modern","data":"x' }, /^The text contains no message\. /],
  ['a message without its call', { message: '{"code":0,"msg":"","data":"","sign":""}' }, /choose the call/],
  ['a call that is not sealed', { message: '{"data":"x"}', operation: 'getToken' }, /Unknown call getToken/],
  ['an unknown call', { message: '{"data":"x"}', operation: 'toString' }, /Unknown call toString/],
])('%s is an error of the caller', async (_name, input, message) => {
  await expect(openMessage(input)).rejects.toThrow(TypeError)
  await expect(openMessage(input)).rejects.toThrow(message)
})

test('an unknown merchant is named in the error', async () => {
  const message = 'GET /api/v2/user/info?app_id=other-shop&data=AAAA'
  await expect(openMessage({ message })).rejects.toThrow('There is no merchant other-shop')
})
