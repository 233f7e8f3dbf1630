import { expect, test } from 'vitest'

import { detect } from '../../src/detect/index.ts'
import { listKeys, getPairs, sealBlocks } from '../support/envelopes.ts'
import { appId, shortText } from '../support/grid.ts'

const pairs = getPairs(2048)
// The base64 of one in 230 blocks has no plus sign.
const bytes = Array.from({ length: 20 }, (_, spaces) =>
  sealBlocks(shortText + ' '.repeat(spaces), 'PKCS#1 type 1', 234, pairs),
).find((each) => each.toString('base64').includes('+'))
if (!bytes) throw new TypeError('No message has a plus sign.')
const [data, url] = [bytes.toString('base64'), bytes.toString('base64url')]
const body = JSON.stringify({ app_id: appId, data })
const path = '/api/v2/billing/syncDepositList'
const address = `https://api.custody.example${path}?app_id=${appId}&data=${url}`

const createHar = (entry: object): string => JSON.stringify({ log: { version: '1.2', entries: [entry] } })
const createContent = (text: string, encoding?: string) => ({ mimeType: 'application/json', text, encoding })

const captures: Readonly<Record<string, string>> = {
  'a JSON body': body,
  'a JSON body with line breaks': JSON.stringify({ app_id: appId, data }, undefined, 2),
  'JSON in a string of JSON': JSON.stringify(body),
  'JSON in a field of JSON': JSON.stringify({ level: 'info', request: { path, body } }),
  'a query string': `app_id=${appId}&data=${encodeURIComponent(data)}`,
  'a query string that is encoded twice': `app_id=${appId}&data=${encodeURIComponent(encodeURIComponent(data))}`,
  'an address': address,
  'a form whose plus signs became spaces': `app_id=${appId}&data=${data.replaceAll('+', ' ')}`,
  'a curl line with an address': `curl -s -H 'Access-Token: abc' '${address}'`,
  'a curl line with a body': `$ curl -X POST https://api.custody.example${path} \\\n  -H "Content-Type: application/json" \\\n  -d '${body}'`,
  'a curl line with a quoted body': `curl --data-raw "${body.replaceAll('"', String.raw`\"`)}" https://api.custody.example${path}`,
  'a curl line with fields': `curl -G https://api.custody.example${path} --data-urlencode app_id=${appId} --data-urlencode 'data=${url}'`,
  'a HAR with a body': createHar({
    request: { method: 'POST', url: `https://x.example${path}`, postData: { text: body } },
  }),
  'a HAR with an address': createHar({ request: { method: 'GET', url: address } }),
  'a HAR with fields of a form': createHar({
    request: {
      url: `https://x.example${path}`,
      postData: {
        params: [
          { name: 'app_id', value: appId },
          { name: 'data', value: data },
        ],
      },
    },
  }),
  'a HAR with a response': createHar({
    request: { url: `https://x.example${path}` },
    response: { content: createContent(body) },
  }),
  'a HAR with a response in base64': createHar({
    request: { url: `https://x.example${path}` },
    response: { content: createContent(Buffer.from(body).toString('base64'), 'base64') },
  }),
  'a log line with JSON': `2026-11-23T10:00:00Z INFO POST ${path} body=${body} took=12ms`,
  'a log line with escaped JSON': `2026-11-23 INFO "POST ${path}" "${body.replaceAll('"', String.raw`\"`)}"`,
  'a log line with an address': `10.0.0.1 - - "GET ${path}?app_id=${appId}&data=${url} HTTP/1.1" 200 512`,
  'a log line with pairs': `INFO call=${path} app_id=${appId} data=${url} status=200`,
  'an HTTP request': `POST ${path} HTTP/1.1\r\nHost: x.example\r\nAccess-Token: abc\r\n\r\n${body}`,
  'the text of data alone': `${data}\n`,
  'the text of data in lines': data.replaceAll(/.{76}/g, '$&\r\n'),
}

test.each(Object.entries(captures))('finds the message in %s', (_name, captured) => {
  const { findings } = detect(captured, listKeys(pairs))
  expect(findings).toMatchObject([{ fits: true, data: { padding: { kind: 'type1' }, key: { owner: 'peer' } } }])
})

test.each([
  'an address',
  'a curl line with a body',
  'a HAR with an address',
  'a log line with pairs',
  'an HTTP request',
])('finds the path in %s', (name) => {
  expect(detect(captures[name] ?? '', listKeys(pairs)).findings).toMatchObject([{ path, calls: ['deposits.sync'] }])
})

test.each([
  ['a form whose plus signs became spaces', 'spaces instead of +'],
  ['a query string', 'percent-encoded'],
  ['the text of data in lines', 'line breaks'],
])('reports the changes in transit of %s', (name, carriage) => {
  const [finding] = detect(captures[name] ?? '', listKeys(pairs)).findings
  expect(finding).toMatchObject({ data: { carriage: [carriage] } })
})

test('finds every message of a HAR, and names its entry', () => {
  const request = { url: `https://x.example${path}`, postData: { text: body } }
  const entries = [{ request, response: { content: createContent(body) } }, { request }]
  const { findings } = detect(JSON.stringify({ log: { entries } }), listKeys(pairs))
  expect(findings.map(({ where }) => where)).toEqual(['entry 1, request', 'entry 1, response', 'entry 2, request'])
})

const line = '{"level":"info","text":"no message {\\"at\\": 1}"}\n'

test.each([
  ['many lines without a message', line.repeat(3000)],
  ['a line that is cut off', `${line}{"app_id":"1","text":"a\n`],
  ['many lines that are cut off', '{"text":"{\\"a\n'.repeat(3000)],
])('finds both messages of a log with %s between them', (_what, between) => {
  const message = JSON.stringify({ path, request: body })
  const { findings } = detect(`${message}\n${between}${message}\n${line}`, listKeys(pairs))
  expect(findings.map(({ fits, where }) => [fits, where])).toEqual([
    [true, 'JSON in a string'],
    [true, 'JSON in a string'],
  ])
})

const token = 'canary-7f3a'

test.each([
  `curl -H 'Access-Token: ${token}' '${address.slice(0, -4)}'`,
  `{"headers":{"Api-Key":"${token}"},"app_id":"1","data":"${url}","sign":"${token}"}`.replace(
    `"sign":"${token}"`,
    '"sign":"AAAA"',
  ),
  createHar({
    request: {
      url: `${address.slice(0, -4)}&access_token=${token}`,
      headers: [{ name: 'Access-Token', value: token }],
    },
  }),
  JSON.stringify({
    app_id: appId,
    data: sealBlocks(`{"access_token":"${token}"`, 'PKCS#1 type 1', 234, pairs).toString('base64'),
  }),
  `Authorization: Bearer ${token}\r\n\r\n${body.slice(0, 80)}"}`,
])('masks credentials of a capture (%#)', (captured) => {
  const report = JSON.stringify(detect(captured, listKeys(pairs)))
  expect(report).not.toContain(token)
  expect(report).not.toContain(Buffer.from(token).toString('hex'))
})
