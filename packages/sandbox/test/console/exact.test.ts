import { exec } from 'node:child_process'
import { promisify } from 'node:util'

import { describe, expect, test } from 'vitest'

import { listCopies, formatControlCurl } from '../../src/console/commands.ts'
import { indentJson } from '../../src/console/exact.ts'
import { parseParameters } from '../../src/console/forms.ts'
import { openVisit } from '../support/console.ts'

const run = promisify(exec)

describe('a logged body', () => {
  test.each(['{"a":[1,{"b":{}},[]],"c":"\\"{,"}', '[[1],[2,{"d":null}]]', '[]', '5', '"x"'])(
    '%s is indented',
    (text) => {
      expect(indentJson(text)).toBe(JSON.stringify(JSON.parse(text), undefined, 2))
    },
  )

  test('keeps every digit and duplicate names', () => {
    expect(indentJson('{"amount":0.12345678901234567890,"a":1.0,"a":1e2}')).toBe(
      '{\n  "amount": 0.12345678901234567890,\n  "a": 1.0,\n  "a": 1e2\n}',
    )
  })

  test('of nested brackets stays small', () => {
    const depth = 2000
    expect(indentJson('['.repeat(depth) + ']'.repeat(depth)).length).toBeLessThan(100 * depth)
  })

  test('is shown unchanged on its page', async () => {
    const { page, servers } = await openVisit()
    await fetch(`${servers.plain.url}/api/v1/address/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"amount":0.12345678901234567890}',
    })
    expect(await page('/console/requests/1')).toMatch(/As received<[^]*: 0\.12345678901234567890\n\}<\/code>/)
  })
})

test.each(['{"amount":0.12345678901234567890}', '{"amount":1e999}', '{"a":[9007199254740993]}'])(
  'a form with the number in %s, which would be rounded, is not sent',
  (overrides) => {
    expect(parseParameters('notifications.send', { overrides }).mistakes[0]?.text).toMatch(/would be rounded/)
  },
)

test('the page of a record shows long texts in full, because addresses may differ only in the middle', async () => {
  const { page, sandbox } = await openVisit()
  const { control } = sandbox
  await control.addresses.generate({ symbol: 'ETH', count: 1 })
  const { uid } = await control.users.create({})
  const { address } = await control.addresses.assign({ uid, symbol: 'ETH' })
  await control.chain.pay({ symbol: 'ETH', to: address, amount: '1' })
  expect(await page('/console/records/deposit/1')).toContain(`<code>${address}</code>`)
})

const places = { plain: 'http://127.0.0.1:1', wire: 'http://127.0.0.1:2' }

/** Commands of a logged request with a body, by their titles. */
function listCommands(body: string, query = ''): Readonly<Record<string, string>> {
  const logged = {
    id: 1,
    requestId: 'a',
    outcome: 'unread',
    time: 0,
    view: 'wire',
    operation: 'registerAddresses',
    status: 400,
    duration: 1,
    request: { method: 'POST', path: '/api', query, body },
    parameters: { symbol: body },
  } as const
  return Object.fromEntries(listCopies(logged, places).map(({ title, text }) => [title, text]))
}

const getCommand = (body: string, query?: string): string => listCommands(body, query)['curl: the same bytes'] ?? ''

describe.each(['/bin/sh', '/bin/bash'])('the command of a hostile request, in %s', (shell) => {
  const splitWords = async (command: string): Promise<readonly string[]> => {
    const { stdout } = await run(command.replace('curl', String.raw`printf '%s\0'`), { shell })
    return stdout.split('\0').slice(0, -1)
  }

  test.each([
    'it\'s $(id) `id` \\ "x"\n\r\t',
    "\u001B[201~\nrm -rf \\ '",
    '\u0007\u0085é€',
    "\u0007'; echo injected #",
  ])('has %j as one word, without control characters', async (body) => {
    const { 'curl: the same bytes': bytes = '', 'curl: the same call in plain form': call = '' } = listCommands(body)
    expect(await splitWords(bytes)).toContain(body)
    const json = (await splitWords(call)).find((word) => word.startsWith('{'))
    expect(JSON.parse(json ?? '')).toEqual({ symbol: body })
    const control = formatControlCurl(places.plain, 'chain.pay', { memo: body })
    expect(JSON.parse((await splitWords(control)).at(-2) ?? '')).toEqual({ memo: body })
    for (const command of [bytes, call, control]) expect(command).not.toMatch(/(?!\n)\p{Cc}/u)
  })

  test('makes one request and reads no file', async () => {
    expect(await splitWords(getCommand('@/etc/hostname', 'x=[1-9]'))).toEqual([
      '-g',
      '-H',
      'Content-Type: application/json',
      '--data-raw',
      '@/etc/hostname',
      'http://127.0.0.1:2/api?x=[1-9]',
    ])
  })
})

test('a body with NUL, which shells cannot pass, has no command with the same bytes', () => {
  expect(Object.keys(listCommands('a\0b'))).toEqual(['curl: the same call in plain form', 'TypeScript'])
})
