import { describe, expect, test } from 'vitest'

import { openSession, useSharedVisit } from '../support/console.ts'
import { createControlRequest, listenForTest } from '../support/control.ts'
import { getStatusWith } from '../support/hosts.ts'
import { createTestSandbox } from '../support/sandbox.ts'

const getVisit = useSharedVisit()

/** HTTP status of the overview. */
function getOverviewStatus(headers: Readonly<Record<string, string>>): Promise<number> {
  const { origin, cookie } = getVisit()
  return getStatusWith(`${origin}/console/`, { cookie, ...headers })
}

describe('the console responds', () => {
  test.each([
    ['127.0.0.1', 200],
    ['localhost', 200],
    ['[::1]', 200],
    ['attacker.test', 421],
    ['127.0.0.1.attacker.test', 421],
    ['localhost.attacker.test', 421],
    ['192.168.1.20', 421],
    ['0.0.0.0', 421],
  ])('to the host %s with HTTP %s', async (name, status) => {
    expect(await getOverviewStatus({ host: `${name}:${new URL(getVisit().origin).port}` })).toBe(status)
  })

  test.each([
    ['cross-site', 'cors', 403],
    ['same-site', 'cors', 403],
    ['same-site', 'no-cors', 403],
    ['same-site', 'navigate', 200],
    ['none', 'navigate', 200],
    ['same-origin', 'cors', 200],
  ])('to a %s request by %s with HTTP %s', async (site, mode, status) => {
    expect(await getOverviewStatus({ 'sec-fetch-site': site, 'sec-fetch-mode': mode })).toBe(status)
  })
})

test('a console for other machines responds to its allowed names and IP addresses, and no others', async () => {
  const servers = await listenForTest(await createTestSandbox(), {
    controlHost: '0.0.0.0',
    allowedHosts: ['Sandbox', 'console.shop.example'],
  })
  const cookie = await openSession(servers.consoleUrl())
  const getStatus = async (host: string) =>
    getStatusWith(`${servers.control.url}/console/`, { cookie, host: `${host}:${servers.control.port}` })
  const accepted = ['localhost', 'sandbox', 'console.shop.example', '192.168.1.20', '[::1]']
  const foreign = ['attacker.test', 'sandbox.attacker.test', 'shop.example', 'other.shop.example']
  expect(await Promise.all(accepted.map(getStatus))).toEqual(accepted.map(() => 200))
  expect(await Promise.all(foreign.map(getStatus))).toEqual(foreign.map(() => 421))
})

describe('a form is rejected', () => {
  const user = { call: 'users.create', 'p.email': 'a@shop.example', back: '/console/' }

  test.each([
    ['from another port', { origin: 'http://127.0.0.1:9' }],
    ['from the same port by another name', { origin: 'http://localhost:9' }],
    ['from a page without an origin', { origin: 'null' }],
    ['from a program without the header', { origin: '' }],
  ])('%s', async (_name, headers) => {
    const { post, sandbox } = getVisit()
    expect((await post('/console/call', user, headers)).status).toBe(403)
    expect(await sandbox.control.records.list({ kind: 'user', email: 'a@shop.example' })).toEqual([])
  })

  test.each([
    ['without the token of the session', { form: '' }],
    ['with the token of another session', { form: 'x'.repeat(43) }],
  ])('%s', async (_name, fields) => {
    const { post, sandbox } = getVisit()
    const response = await post('/console/call', { ...user, ...fields })
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('Reload its page')])
    expect(await sandbox.control.records.list({ kind: 'user', email: 'a@shop.example' })).toEqual([])
  })

  test('without a session', async () => {
    const { post } = getVisit()
    expect((await post('/console/call', user, { cookie: '' })).status).toBe(401)
  })

  test('that is longer than 1 MB', async () => {
    const { post } = getVisit()
    const response = await post('/console/call', { ...user, 'p.nickname': 'x'.repeat(2 ** 20) })
    expect([response.status, await response.text()]).toEqual([
      413,
      'The form is too large. The limit is 1 MB, or 1 GB for a snapshot.\n',
    ])
  })

  test('with an unknown path', async () => {
    const { post } = getVisit()
    expect((await post('/console/nothing', {})).status).toBe(404)
    expect((await post('/console/toString', {})).status).toBe(404)
  })

  test('by the control port, whatever cookie it has', async () => {
    const { origin, cookie, sandbox } = getVisit()
    const response = await fetch(`${origin}/users/create`, {
      method: 'POST',
      headers: { origin, cookie, 'content-type': 'application/json' },
      body: '{"email":"a@shop.example"}',
    })
    expect(response.status).toBe(403)
    expect(await sandbox.control.records.list({ kind: 'user', email: 'a@shop.example' })).toEqual([])
  })
})

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

test.each([
  '/console/',
  '/console/nothing',
  '/console/assets/live.js',
  '/console/assets/console.css',
  '/console/enter?ticket=late',
  '/console/records/user/0',
])('%s has a policy against inline code and other origins', async (path) => {
  const { get } = getVisit()
  const { headers } = await get(path)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
})

test('a browser keeps an asset until its content changes', async () => {
  const { get, page } = getVisit()
  const [path = ''] = /\/console\/assets\/[\w-]+\/console\.css/.exec(await page('/console/')) ?? []
  const getCache = async (each: string) => (await get(each)).headers.get('cache-control')
  expect(await getCache(path)).toBe('private, max-age=31536000, immutable')
  expect(await getCache(path.replace('assets/', 'assets/of-another-version/'))).toBe('no-store')
})

test('the pages contain nothing that the policy forbids', async () => {
  const { page } = getVisit()
  for (const path of ['/console/', '/console/actions', '/console/message', '/console/actions/chain.pay']) {
    const html = await page(path)
    expect(html).not.toMatch(
      / style=| on\w+=|<style|<script(?!(?: type="module")? src="\/console\/assets\/[\w-]+\/\w+\.js")/,
    )
    expect(html).not.toMatch(/ (?:src|href|action)="(?!\/console\/|#)/)
  }
})

test('a cookie set by another port does not end the session', async () => {
  const { cookie } = getVisit()
  const [name] = cookie.split('=')
  expect(await getOverviewStatus({ cookie: `${name}=of-another-port; ${cookie}; ${name}=` })).toBe(200)
  expect(await getOverviewStatus({ cookie: `${name}=of-another-port` })).toBe(401)
})

test('a form redirects only to paths of the console, in one line', async () => {
  const { post } = getVisit()
  const getLocation = async (back: string): Promise<string | null> =>
    (await post('/console/merchant', { appId: 'demo-modern', back })).headers.get('location')
  expect(await getLocation('/console/\r\nset-cookie: a=b')).toBe('/console/set-cookie:%20a=b')
  expect(await getLocation('/console/records/user?email=é\u0416*')).toBe('/console/records/user?email=%C3%A9%D0%96*')
  expect(await getLocation('/console/..//attacker.test/')).toBe('/console/')
})

test('a form with a path of another host redirects to the overview', async () => {
  const { post } = getVisit()
  for (const back of ['//attacker.test/', 'http://attacker.test/console/', '/\\attacker.test', '']) {
    const response = await post('/console/merchant', { appId: 'demo-classic', back })
    expect(response.headers.get('location')).toBe('/console/')
  }
})

test('programs can make control calls while the console is mounted', async () => {
  const sandbox = await createTestSandbox()
  const call = await createControlRequest(sandbox)
  expect((await call('/calls/list')).status).toBe(200)
})
