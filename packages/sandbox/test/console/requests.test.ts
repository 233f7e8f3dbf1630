import { exec } from 'node:child_process'
import { promisify } from 'node:util'

import { createParty } from '@custody-wallet/encryption'
import { describe, expect, test } from 'vitest'

import { openVisit, type Visit } from '../support/console.ts'
import { appIds } from '../support/sandbox.ts'

const run = promisify(exec)

/** Texts of the commands of a page, by their titles. */
const readCopies = (html: string): ReadonlyMap<string, string> =>
  new Map(
    [...html.matchAll(/<pre[^>]* aria-label="([^"]+)"><code>([^<]*)<\/code><\/pre>/g)].map(
      ([, title = '', text = '']) => [title, decodeHtml(text)],
    ),
  )

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const decodeHtml = (html: string): string => html.replaceAll(/&(\w+|#39);/g, (all, name) => entities[name] ?? all)

/** Sends a request to a port, and returns the page of it in the log. */
async function logRequest({ page, servers }: Visit, view: 'plain' | 'wire', init: RequestInit & { path: string }) {
  await fetch(servers[view].url + init.path, init)
  const list = await page('/console/requests')
  const [, newest = ''] = /\/console\/requests\/(\d+)"/.exec(list) ?? []
  return page(`/console/requests/${newest}`)
}

const sealCall = async ({ sandbox }: Visit, appId: string) =>
  createParty(sandbox.merchant(appId).client.profile).sealRequest('findUser', { email: 'a@shop.example' })

describe.each(appIds)('a sealed request of %s', (appId) => {
  test('is shown as received, in plain form and step by step', async () => {
    const visit = await openVisit()
    const { path, query } = await sealCall(visit, appId)
    const html = await logRequest(visit, 'wire', { path: `${path}?${query}` })
    expect(html).toContain(`GET ${path}?app_id=${appId}&amp;data=`)
    expect(decodeHtml(html)).toContain('"email": "a@shop.example"')
    expect(html).toContain('<h2>The request, step by step</h2>')
    expect(html).toContain('<h2>The response, step by step</h2>')
    expect(html.match(/>Accepted</g)).toHaveLength(2)
  })

  test('can be sent again with the commands on its page', async () => {
    const visit = await openVisit()
    const { path, query } = await sealCall(visit, appId)
    const copies = readCopies(await logRequest(visit, 'wire', { path: `${path}?${query}` }))
    const again = await run(`${copies.get('curl: the same bytes')} -sS`)
    // With classic, the response is sealed.
    expect(again.stdout).toMatch(appId === 'demo-modern' ? /"code":"110065"/ : /^\{"data":"[\w-]+"\}$/)
    const plain = await run(`${copies.get('curl: the same call in plain form')} -sS`)
    expect(JSON.parse(plain.stdout)).toMatchObject({ code: '110065' })
    expect(copies.get('TypeScript')).toContain('await custody.users.find({\n  "email": "a@shop.example"\n})')
  })
})

test('a rejected request shows the reason and the step that failed', async () => {
  const visit = await openVisit()
  const { path } = await sealCall(visit, 'demo-modern')
  const html = await logRequest(visit, 'wire', {
    path: `${path}?app_id=demo-modern&data=AAAA.BBBB.CCCC.DDDD.EEEE`,
  })
  expect(html).toContain('The sandbox rejected the message')
  expect(decodeHtml(html)).toContain('"code": "100005"')
  expect(html).toContain('names demo-modern, without proof')
  expect(html).toMatch(/Failed: <\/span>Opened and verified<\/h3><p>Rejected \(\w+\): /)
})

test('a plain request with a body can be sent again', async () => {
  const visit = await openVisit()
  const body = JSON.stringify({ symbol: 'BTC', addresses: ["it's one"], memo: false })
  const html = await logRequest(visit, 'plain', {
    path: '/api/v1/address/register',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'app-id': 'demo-classic' },
    body,
  })
  const copies = readCopies(html)
  expect([...copies.keys()]).not.toContain('curl: the same call in plain form')
  const { stdout } = await run(`${copies.get('curl: the same bytes')} -sS`)
  expect(JSON.parse(stdout)).toMatchObject({ code: 0 })
  const [twice] = await visit.sandbox.control.requests.list({ before: 99, limit: 1 })
  expect(twice).toMatchObject({ appId: 'demo-classic', repeat: 'identical' })
  expect(copies.get('TypeScript')).toContain(`"headers":{"App-Id":"demo-classic"}`)
})

test.each([
  ['accepted', 'Accepted'],
  ['rejected', 'Rejected'],
  ['unread', 'Not read'],
])('the list can be limited to %s requests', async (outcome, text) => {
  const visit = await openVisit()
  const { url } = visit.servers.plain
  await fetch(`${url}/api/v1/address/available`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"symbol":"BTC"}',
  })
  await fetch(`${url}/api/v2/user/info?email=a@shop.example`)
  await fetch(`${url}/api/v2/user/info`)
  const html = await visit.page(`/console/requests?outcome=${outcome}`)
  expect(html.match(/data-row="request \d+"/g)).toHaveLength(1)
  expect(html).toContain(`</svg>${text}</span>`)
})
