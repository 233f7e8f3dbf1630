import { type IncomingMessage, request } from 'node:http'

import { describe, expect, onTestFinished, test } from 'vitest'

import { openSession, openVisit } from '../support/console.ts'
import { createControlRequest, listenForTest, token } from '../support/control.ts'
import { createTestSandbox, start } from '../support/sandbox.ts'

const getStatus = async (response: Promise<Response>): Promise<number> => (await response).status

describe('a ticket', () => {
  test('opens the console once', async () => {
    const { consoleUrl } = await listenForTest(await createTestSandbox())
    const address = consoleUrl()
    const entered = await fetch(address, { redirect: 'manual' })
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/console/'])
    expect(await getStatus(fetch(address))).toBe(401)
  })

  test('works for 60 seconds', async () => {
    let now = start
    const { consoleUrl } = await listenForTest(await createTestSandbox({ machineClock: () => now }))
    const [early, late] = [consoleUrl(), consoleUrl()]
    now = start + 59_999
    expect(await openSession(early)).not.toBe('')
    now = start + 60_000
    expect(await openSession(late)).toBe('')
  })

  test('from a control call opens the console', async () => {
    const call = await createControlRequest(await createTestSandbox())
    const made: { url: string } = await (await call('/tickets/create', {})).json()
    expect(await openSession(made.url)).not.toBe('')
  })

  test('cannot be created without a control port', async () => {
    const { control } = await createTestSandbox()
    await expect(control.tickets.create()).rejects.toThrow('call listen() first')
  })

  test('is dropped after 100 newer ones, so that memory stays bounded', async () => {
    const { consoleUrl } = await listenForTest(await createTestSandbox())
    const [first] = Array.from({ length: 101 }, consoleUrl)
    expect(await openSession(first ?? '')).toBe('')
  })

  test.each(['HEAD', 'PUT'])('is not used up by %s', async (method) => {
    const { consoleUrl } = await listenForTest(await createTestSandbox())
    const address = consoleUrl()
    expect(await getStatus(fetch(address, { method, redirect: 'manual' }))).not.toBe(303)
    expect(await openSession(address)).not.toBe('')
  })
})

describe('a session', () => {
  test('has a cookie for this port that scripts and other sites cannot read', async () => {
    const { consoleUrl, control } = await listenForTest(await createTestSandbox())
    const entered = await fetch(consoleUrl(), { redirect: 'manual' })
    const { port } = new URL(control.url)
    expect(entered.headers.get('set-cookie')).toMatch(
      new RegExp(`^custody_console_${port}=[\\w-]{43}; Path=/console/; HttpOnly; SameSite=Strict$`),
    )
  })

  test('ends after 12 hours', async () => {
    let now = start
    const { get } = await openVisit(await createTestSandbox({ machineClock: () => now }))
    now = start + 12 * 3_600_000 - 1
    expect(await getStatus(get('/console/'))).toBe(200)
    now += 1
    expect(await getStatus(get('/console/'))).toBe(401)
  })

  test.each(['/console/', '/console/live?page=/console/', '/console/snapshot', '/console/records/user'])(
    'is required for %s',
    async (path) => {
      const { get } = await openVisit()
      const response = await get(path, { cookie: '' })
      expect(response.status).toBe(401)
      expect(await response.text()).toContain('<h1>Sign in</h1>')
    },
  )
})

describe('the control token', () => {
  const enter = async (input: string, headers: Readonly<Record<string, string>> = {}, back = '') => {
    const { control } = await listenForTest(await createTestSandbox())
    return fetch(`${control.url}/console/enter`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: control.url, ...headers },
      body: new URLSearchParams({ token: input, back }),
    })
  }

  test('is what the address of the console asks for without a session', async () => {
    const { control } = await listenForTest(await createTestSandbox())
    const response = await fetch(`${control.url}/console/`)
    expect(response.status).toBe(401)
    const page = await response.text()
    expect(page).toContain('<form method="post" action="/console/enter"')
    expect(page).toMatch(/<input type="password"[^>]* name="token"/)
  })

  test('opens the console', async () => {
    const response = await enter(` ${token}\n`)
    expect([response.status, response.headers.get('set-cookie')]).toEqual([303, expect.stringContaining('HttpOnly')])
  })

  test('opens the page that was asked for', async () => {
    const { control } = await listenForTest(await createTestSandbox())
    const path = '/console/records/user?email=a*'
    const page = await (await fetch(control.url + path)).text()
    expect(page).toContain(`<input type="hidden" name="back" value="${path}"/>`)
    expect((await enter(token, {}, path)).headers.get('location')).toBe(path)
    expect((await enter(token, {}, '//attacker.test/console/')).headers.get('location')).toBe('/console/')
  })

  test.each([['another token'], [''], [`${token}x`]])('is compared in full: %j is rejected', async (input) => {
    const response = await enter(input)
    expect([response.status, response.headers.get('set-cookie')]).toEqual([401, null])
    expect(await response.text()).toContain('Wrong token.')
  })

  test('is rejected in a form over 4 KB without reading the body', async () => {
    const { control } = await listenForTest(await createTestSandbox())
    const headers = {
      origin: control.url,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': 4097,
    }
    // The body never arrives.
    const response = await new Promise<IncomingMessage>((resolve) => {
      const sent = request(`${control.url}/console/enter`, { method: 'POST', headers }, resolve)
      onTestFinished(() => void sent.destroy())
      sent.flushHeaders()
    })
    expect(response.statusCode).toBe(401)
  })

  test('is rejected in a form from another origin', async () => {
    expect((await enter(token, { origin: 'http://127.0.0.1:9' })).status).toBe(403)
  })

  test('is rejected in a URL, which browsers keep', async () => {
    const { control } = await listenForTest(await createTestSandbox())
    expect(await openSession(`${control.url}/console/enter?token=${token}`)).toBe('')
  })
})
