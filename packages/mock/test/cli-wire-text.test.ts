import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { createFolder, wire } from './support.ts'
import { runCommand, withState } from './terminal.ts'

describe.each(['modern', 'classic'])('wire text of %s', (merchant) => {
  const as = ['--merchant', merchant, ...withState]

  test('of a request opens to its parameters', async () => {
    const { out } = await runCommand([
      'seal',
      'registerAddresses',
      'symbol=BTC',
      'addresses=a1,b2',
      'memo=false',
      ...as,
    ])
    const result = await runCommand(['open', 'registerAddresses', ...as], out)
    expect(JSON.parse(result.out)).toEqual({ symbol: 'BTC', addresses: ['a1', 'b2'], memo: false })
  })

  test('of a query works with curl', async () => {
    const { out } = await runCommand(['seal', 'getAccount', 'uid=10042', 'symbol=BTC', ...as])
    const response = await wire.fetch(new Request(`http://mock/api/v2/account/getByUidAndSymbol?${out}`))
    const result = await runCommand(['open', 'getAccount', await response.text(), ...as])
    expect(JSON.parse(result.out)).toMatchObject({ code: '0', data: { normal_balance: '1.25' } })
  })

  test('of an envelope works with curl', async () => {
    const { out } = await runCommand(['seal', 'pullWithdrawals', 'symbol=BTC', ...as])
    const request = join(createFolder(), 'request.json')
    writeFileSync(request, out)
    const response = await wire.fetch(new Request('http://mock/api/v1/withdraw/consume', { method: 'POST', body: out }))
    const result = await runCommand(['open', 'pullWithdrawals', '--request', request, ...as], await response.text())
    expect(JSON.parse(result.out)).toMatchObject({ code: 0, data: [{ amount: '0.015' }, {}] })
  })

  test('is not sealed for invalid parameters', async () => {
    const { code, err } = await runCommand(['seal', 'getAccount', 'uid=one', ...as])
    expect([code, err]).toEqual([1, 'uid must be an integer; symbol is missing.'])
  })

  test.each([[[]], [['-']], [[' ']]])('that is empty is not opened: %j', async (text) => {
    const { code, out, err } = await runCommand(['open', 'getAccount', ...text, ...as], ' \n')
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^open got no input\. .* check that the mock is running\.$/)
  })

  test('that was corrupted is not opened', async () => {
    const { code, out, err } = await runCommand(['open', 'getAccount', 'app_id=demo-x&data=abc', ...as])
    expect([code, out, err]).toEqual([
      1,
      '',
      expect.stringMatching(/^The text cannot be decrypted or verified \(ENVELOPE_REJECTED\)/),
    ])
  })

  test('that is cut off is not opened', async () => {
    const { code, err } = await runCommand(['open', 'pullWithdrawals', '{"app_id":"demo', ...as])
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^The text cannot be decrypted or verified \(ENVELOPE_REJECTED\)/),
    ])
  })

  test('is not read from a missing file', async () => {
    const { code, err } = await runCommand(['open', 'getAccount', '--request', '/none/request.json', '{}', ...as])
    expect([code, err]).toEqual([1, '/none/request.json cannot be read (ENOENT). Check the path and its permissions.'])
  })

  test('is a complete command with --curl', async () => {
    const { out } = await runCommand(['seal', 'listNetworks', '--curl', '--url', 'http://127.0.0.1:4011', ...as])
    expect(out).toMatch(
      /^curl -sS 'http:\/\/127\.0\.0\.1:4011\/api\/mpc\/wallet\/open_coin\?app_id=demo-\w+&data=[\w.-]+'$/,
    )
    const body = await runCommand(['seal', 'pullWithdrawals', 'symbol=BTC', '--curl', ...as])
    expect(body.out).toMatch(/^curl -sS --json '\{.*\}' 'http:\/\/127\.0\.0\.1:4011\/api\/v1\/withdraw\/consume'$/)
  })
})

test('the response of modern to an envelope is not opened without its request', async () => {
  const { out } = await runCommand(['seal', 'pullWithdrawals', 'symbol=BTC', ...withState])
  const response = await wire.fetch(new Request('http://mock/api/v1/withdraw/consume', { method: 'POST', body: out }))
  const { code, err } = await runCommand(['open', 'pullWithdrawals', await response.text(), ...withState])
  expect([code, err]).toEqual([1, expect.stringContaining('--request FILE')])
})

test('an unencrypted failure points to the terminal of the mock', async () => {
  const rejection = '{"code":"100005","msg":"ENVELOPE_REJECTED"}'
  const { code, err } = await runCommand(['open', 'getAccount', rejection, '--merchant', 'classic', ...withState])
  expect([code, err]).toEqual([
    1,
    'The response is an unencrypted failure with code 100005. The terminal of the mock shows why it rejected the request.',
  ])
})
