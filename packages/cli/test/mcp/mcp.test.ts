import { operations } from '@custody-wallet/types/operations'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { runCustodyHere, program, startService, type Service } from '../support/custody.ts'

// The usual limit of a request is a minute.
const patient = { timeout: 600_000 }

let here: Service
let assistant: Client
beforeAll(async () => {
  here = await startService()
  assistant = await connectClient(['--url', here.servers.plain.url], here.env)
})
afterAll(async () => {
  await assistant.close()
  await here.close()
})

async function connectClient(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const given = Object.entries(env).map(([name, value = '']) => [name, value])
  const options = { args: [program, 'mcp', ...args], env: Object.fromEntries(given) }
  await client.connect(new StdioClientTransport({ command: process.execPath, ...options }), patient)
  return client
}

interface ToolResult {
  readonly text: string
  readonly isError: boolean
}

async function callTool(name: string, given: Record<string, unknown> = {}, client = assistant): Promise<ToolResult> {
  const { content, isError = false } = await client.callTool({ name, arguments: given }, patient)
  const [first] = content
  return { text: first?.type === 'text' ? first.text : '', isError }
}

const callToolForValue = async (name: string, given: Record<string, unknown> = {}): Promise<unknown> => {
  const { text, isError } = await callTool(name, given)
  expect([isError, text]).toEqual([false, text])
  return text.startsWith('Done') ? undefined : JSON.parse(text)
}

describe('custody mcp', () => {
  test('lists its tools and marks those that only read', async () => {
    const { tools } = await assistant.listTools()
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['search_docs', true],
      ['read_doc', true],
      ['call', false],
      ['list_control_calls', true],
      ['control_sandbox', false],
    ])
  })

  test.each([
    ['deposit credited twice', 'guides/notifications'],
    ['private key rotation', 'guides/key-rotation'],
    ['pull withdrawals', 'calls/withdrawals.pull'],
    ['100005', 'codes/v2'],
    ['max_id paging', 'guides/sync-and-paging'],
    ['pagination', 'guides/sync-and-paging'],
  ])('finds %s', async (query, id) => {
    const found = await callToolForValue('search_docs', { query })
    expect(found).toContainEqual(expect.objectContaining({ id }))
  })

  test('reads a guide, whose links name other documents', async () => {
    const { text } = await callTool('read_doc', { id: 'guides/getting-started' })
    expect(text).toMatch(/^# Getting started\n/)
    const links = [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, link = '']) => link)
    expect(links).toContain('guides/sync-and-paging')
    for (const id of links) expect(await callTool('read_doc', { id })).toMatchObject({ isError: false })
  })

  test('reads what to do about a code', async () => {
    const { text } = await callTool('read_doc', { id: 'codes/v2' })
    expect(text).toMatch(/^- 110088: .*Likely cause: .*What to do: .*Retry: never\.$/m)
  })

  test.each([
    ['accounts.get', ['uid', 'symbol'], ['uid', 'symbol']],
    ['users.find', ['email', 'mobile', 'country'], []],
    ['token.get', [], []],
  ])('lists the parameters of %s', async (name, properties, required) => {
    const { text } = await callTool('read_doc', { id: `calls/${name}` })
    const schema: unknown = JSON.parse(/## Parameters\n\n```json\n([^]*?)\n```/.exec(text)?.[1] ?? '')
    expect(schema).toMatchObject({ type: 'object', required })
    expect(Object.keys(Object(schema).properties)).toEqual(properties)
  })

  test('reports that no document has the words', async () => {
    expect(await callTool('search_docs', { query: 'zzz' })).toEqual({
      isError: true,
      text: expect.stringContaining('guides/getting-started'),
    })
  })

  test('has a document per call with its schemas', async () => {
    for (const { name, path } of Object.values(operations)) {
      const { text, isError } = await callTool('read_doc', { id: `calls/${name}` })
      expect([name, isError]).toEqual([name, false])
      expect(text).toContain(path)
      expect(text).not.toContain('$ref')
    }
  })

  test('runs a deposit from the address to the balance', async () => {
    const callControl = (call: string, parameters: object = {}) =>
      callToolForValue('control_sandbox', { call, parameters })
    const user = await callControl('users.create', { email: 'mcp@shop.example' })
    const { uid } = Object(user)
    await callToolForValue('call', {
      call: 'addresses.register',
      parameters: { symbol: 'BTC', addresses: ['mcp-address'], memo: false },
    })
    const account = await callToolForValue('call', {
      call: 'accounts.get',
      parameters: { uid, symbol: 'BTC' },
    })
    await callControl('chain.pay', { symbol: 'BTC', to: Object(account).deposit_address, amount: '0.5' })
    await callControl('chain.mine', { blocks: 3 })
    expect(await callToolForValue('call', { call: 'accounts.get', parameters: { uid, symbol: 'BTC' } })).toMatchObject({
      normal_balance: '0.5',
    })
    expect(await callControl('requests.list', { operation: 'registerAddresses' })).toHaveLength(1)
  })

  test('lists the control calls, except those with credentials or bytes', async () => {
    const calls = await callToolForValue('list_control_calls')
    expect(calls).toContainEqual(
      expect.objectContaining({ id: 'chain.mine', method: 'POST', parameters: expect.any(Object) }),
    )
    expect(JSON.stringify(calls)).not.toMatch(/"(?:merchants\.create|snapshot|restore)"/)
    expect(JSON.stringify(calls)).not.toContain('rotateApiKey')
  })

  test('never changes an Api-Key, whose new value it would show', async () => {
    const callControl = (parameters: object) =>
      callTool('control_sandbox', {
        call: 'merchants.update',
        parameters: { appId: 'demo-modern', ...parameters },
      })
    for (const rotateApiKey of [true, false])
      expect(await callControl({ rotateApiKey })).toEqual({
        isError: true,
        text: expect.stringMatching(/^rotateApiKey .*control port/),
      })
    const key = ['call', 'token.get', ...here.demo('modern')]
    expect(await runCustodyHere(key, { env: here.env })).toMatchObject({ code: 0 })
    expect(JSON.parse((await callControl({ payer: 'merchant' })).text)).toMatchObject({ payer: 'merchant' })
  })

  test('gets no token from the plain view', async () => {
    const { text, isError } = await callTool('call', { call: 'token.get' })
    expect([isError, text]).toEqual([true, expect.any(String)])
  })

  test.each([
    ['an unknown tool argument', 'search_docs', { query: 'a', more: 1 }, /additional/],
    ['a missing tool argument', 'search_docs', {}, /query/],
    ['an unknown document', 'read_doc', { id: 'guides/notification' }, /Did you mean guides\/notifications\?/],
    ['an unknown call', 'call', { call: 'account.get' }, /Did you mean accounts.get\?/],
    ['wrong parameters', 'call', { call: 'accounts.get', parameters: { uid: 'a' } }, /uid/],
    ['an unknown control call', 'control_sandbox', { call: 'chain.mines' }, /Did you mean chain.mine\?/],
    ['a control call with credentials', 'control_sandbox', { call: 'merchants.create' }, /^Unknown control call/],
    ['wrong control parameters', 'control_sandbox', { call: 'chain.mine', parameters: { blocks: 0 } }, /blocks/],
  ])('explains %s', async (_name, tool, given, message) => {
    const { text, isError } = await callTool(tool, given)
    expect([isError, text]).toEqual([true, expect.stringMatching(message)])
    expect(text).not.toMatch(/ at .+:\d+/)
  })

  test('makes plain calls, but never sends the token of a sandbox to another machine', async () => {
    const callControl = ['--control', 'https://control.example']
    const client = await connectClient(['--url', here.servers.plain.url, ...callControl], here.env)
    const pool = { call: 'addresses.available', parameters: { symbol: 'BTC' } }
    expect(JSON.parse((await callTool('call', pool, client)).text)).toMatchObject({ symbol: 'BTC' })
    expect(await callTool('list_control_calls', {}, client)).toEqual({
      isError: true,
      text: expect.stringContaining('must be a URL of this machine'),
    })
    await client.close()
  })

  test.each([
    ['an address of another machine', ['--url', 'https://custody.example'], /URL of this machine/],
    ['no address', ['--url', 'none'], /URL of this machine/],
    ['an address with a password', ['--url', 'http://a:b@127.0.0.1:4020'], /URL of this machine/],
    ['an address with a path', ['--url', 'http://127.0.0.1:4020/a?b'], /URL of this machine/],
    ['a merchant that no header can carry', ['--merchant', 'a\nb'], /must be an app_id/],
    ['an argument', ['more'], /Remove more/],
  ])('rejects %s', async (_name, args, message) => {
    const { code, err } = await runCustodyHere(['mcp', ...args])
    expect([code, err]).toEqual([2, expect.stringMatching(message)])
  })
})
