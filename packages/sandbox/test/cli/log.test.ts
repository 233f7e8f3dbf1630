// What the program writes to its log, in both formats.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import { createCustodyFromEnv, type Environment } from '@custody-wallet/client/env'
import { describe, expect, onTestFinished, test } from 'vitest'

import { createSandbox } from '../../src/index.ts'
import { createFolder, memoryOptions, runProgram, startProgram, stateOptions } from '../support/terminal.ts'

const controlToken = 'canary-token-of-the-control-port'
const [email, mobile] = ['canary-mail@shop.example', '4915550007731']
const address = 'bc1qcanaryaddress0000000000000000000000000'
const traceId = '0af7651916cd43dd8448eb211c80319c'
const headers = {
  'content-type': 'application/json',
  traceparent: `00-${traceId}-b7ad6b7169203331-01`,
  'x-request-id': 'request-of-test',
}

type Line = Readonly<Record<string, unknown>>

interface Output {
  /** All lines after the start. */
  readonly lines: readonly string[]
  readonly secrets: readonly string[]
}

/** Runs the program, and sends it personal data, credentials and control characters in every place of a request. */
async function record(format: 'json' | 'text'): Promise<Output> {
  const options = [...memoryOptions, '--credentials', createFolder(), '--log', format, '--verbose']
  const program = await startProgram(options, { CUSTODY_CONTROL_TOKEN: controlToken })
  const { out, err, plain, wire } = program
  const started = out.join('\n')
  const [control = ''] = /http:\/\/[\w.]+:\d+(?=  control:|","data|","credentials)/.exec(started) ?? []
  const [folder = ''] = /\S+folder-\w+/.exec(started.replaceAll('"', ' ')) ?? []
  const env: Environment = parseEnv(readFileSync(join(folder, 'modern', '.env'), 'utf8'))
  const custody = createCustodyFromEnv(env, { attempts: 1 })
  const post = (url: string, body: unknown, more: Record<string, string> = {}): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { ...headers, ...more },
    })
  const authorization = `Bearer ${controlToken}`
  await post(`${control}/users/create`, { email, mobile, country: '49' }, { authorization })
  await post(`${control}/users/create`, { email, canary: email }, { authorization })
  await post(`${plain}/api/v1/address/register`, { symbol: 'BTC', addresses: [address], memo: false })
  await fetch(`${plain}/api/v2/account/getByUidAndSymbol?uid=10001&symbol=BTC`, { headers })
  await fetch(`${plain}/api/v2/user/info?email=${email}`, { headers: { ...headers, 'app-id': 'canary-app' } })
  await fetch(`${plain}/api/v2/user/info?email=${email}%1b[2J`, { headers })
  await fetch(`${plain}/${email}/%1b%0a?${address}`, {
    headers: { 'x-request-id': 'canary@id', traceparent: `00-${email}` },
  })
  await post(`${plain}/api/v1/deposit/notify`, `{"address_to":"${address}`)
  await post(`${plain}/api/v1/deposit/notify`, { address_to: address, txid: email, amount: 'canary-amount' })
  await fetch(`${wire}/api/mpc/wallet/open_coin?app_id=canary-app%1b&data=${email}`, { headers })
  await fetch(`${wire}/api/mpc/wallet/open_coin?app_id=demo-modern&data=canary.b`, { headers })
  await custody.accounts.get({ uid: 10001, symbol: 'BTC' })
  await custody.users.find({ email }).catch(() => undefined)
  const token = await custody.accessToken()
  await program.end()
  const { CUSTODY_API_KEY: apiKey = '', ...others } = env
  const keyLines = Object.values(others).flatMap((value = '') => value.match(/[\w+/]{40,}/g) ?? [])
  return {
    lines: [...out, ...err].join('\n').slice(started.length).split('\n').filter(Boolean),
    secrets: ['canary', email, mobile, address, controlToken, apiKey, token, ...keyLines],
  }
}

describe.each(['json', 'text'] as const)('the log in %s', (format) => {
  let output: Promise<Output> | undefined
  const readOutput = (): Promise<Output> => (output ??= record(format))

  test('has a line for every call, and for every rejection', async () => {
    const { lines } = await readOutput()
    const pattern = format === 'json' ? /"event":"(call|rejected)"/ : /^(?:plain|wire) |^Rejected /
    expect(lines.filter((line) => pattern.test(line)).length).toBeGreaterThanOrEqual(14)
  })

  test('has no keys, tokens, contents, personal data or addresses', async () => {
    const { lines, secrets } = await readOutput()
    expect(secrets.every((secret) => secret.length > 5)).toBe(true)
    expect(lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([])
  })

  test('has no control characters', async () => {
    const { lines } = await readOutput()
    expect(lines.filter((line) => /\p{C}/u.test(line))).toEqual([])
  })
})

test('a line of JSON has the facts of its call', async () => {
  const { out, plain } = await startProgram(memoryOptions, { CUSTODY_LOG: 'json' })
  const start = { level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/) }
  expect(JSON.parse(out.join())).toEqual({
    ...start,
    event: 'started',
    plain,
    wire: expect.any(String),
    control: expect.any(String),
    credentials: expect.any(String),
  })
  await fetch(`${plain}/api/v2/account/getByUidAndSymbol?uid=10001&symbol=BTC`, { headers })
  expect(JSON.parse(out.at(-1) ?? '')).toEqual({
    ...start,
    event: 'call',
    view: 'plain',
    operation: 'getAccount',
    app_id: 'demo-modern',
    status: 200,
    code: '0',
    duration: expect.any(Number),
    request_id: 'request-of-test',
    trace_id: traceId,
  })
})

test('the log in JSON has the rejections and the end of the program', async () => {
  const { out, err, wire, end } = await startProgram([...memoryOptions, '--log', 'json'])
  await fetch(`${wire}/api/mpc/wallet/open_coin?app_id=demo-modern&data=a.b`)
  await end()
  const lines: readonly Line[] = out.map((line) => JSON.parse(line))
  expect(lines.map(({ event }) => event)).toEqual(['started', 'rejected', 'call', 'stopping', 'stopped'])
  expect(lines[1]).toMatchObject({ level: 'warn', operation: 'listNetworks', reason: expect.any(String) })
  expect(err).toEqual([])
})

test('an error of the data is in the log, in both formats', async () => {
  const data = join(createFolder(), 'sandbox.db')
  const sandbox = await createSandbox({ data })
  await sandbox.close()
  const readLog = async (...options: readonly string[]) => {
    const { out, err, plain, end } = await startProgram([
      '--port',
      '0',
      '--data',
      data,
      '--read-only',
      ...stateOptions,
      ...options,
    ])
    onTestFinished(async () => void (await end()))
    await fetch(`${plain}/api/v1/address/register`, {
      method: 'POST',
      body: JSON.stringify({ symbol: 'BTC', addresses: [address], memo: false }),
      headers,
    })
    await end()
    return [...out, ...err].join('\n')
  }
  expect(await readLog()).toMatch(/^Failed: .*read-only/m)
  expect(await readLog('--log', 'json')).toMatch(/"level":"error","event":"failed","error":"\w+".*read-only/)
})

test('another format is rejected', async () => {
  expect(await runProgram(memoryOptions, { CUSTODY_LOG: 'xml' })).toMatchObject({
    code: 2,
    err: 'CUSTODY_LOG must be text or json, not xml. See --help for all commands and options.',
  })
})
