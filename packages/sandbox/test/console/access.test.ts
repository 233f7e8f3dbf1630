import { type IncomingMessage, request } from 'node:http'

import { describe, expect, onTestFinished, test } from 'vitest'

import { sessionOf, visited } from '../support/console.ts'
import { controlOf, listening, token } from '../support/control.ts'
import { freshSandbox, start } from '../support/sandbox.ts'

const status = async (answer: Promise<Response>): Promise<number> => (await answer).status

describe('a ticket', () => {
  test('opens the console once', async () => {
    const { consoleUrl } = await listening(await freshSandbox())
    const address = consoleUrl()
    const entered = await fetch(address, { redirect: 'manual' })
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/console/'])
    expect(await status(fetch(address))).toBe(401)
  })

  test('works for 60 seconds', async () => {
    let now = start
    const { consoleUrl } = await listening(await freshSandbox({ machineClock: () => now }))
    const [early, late] = [consoleUrl(), consoleUrl()]
    now = start + 59_999
    expect(await sessionOf(early)).not.toBe('')
    now = start + 60_000
    expect(await sessionOf(late)).toBe('')
  })

  test('of control opens the console', async () => {
    const call = await controlOf(await freshSandbox())
    const made: { url: string } = await (await call('/tickets/create', {})).json()
    expect(await sessionOf(made.url)).not.toBe('')
  })

  test('needs a port', async () => {
    const { control } = await freshSandbox()
    await expect(control.tickets.create()).rejects.toThrow('call listen() first')
  })

  test('is used up by 100 later ones, so that they cannot fill the memory', async () => {
    const { consoleUrl } = await listening(await freshSandbox())
    const [first] = Array.from({ length: 101 }, consoleUrl)
    expect(await sessionOf(first ?? '')).toBe('')
  })

  test.each(['HEAD', 'PUT'])('is not used up by %s', async (method) => {
    const { consoleUrl } = await listening(await freshSandbox())
    const address = consoleUrl()
    expect(await status(fetch(address, { method, redirect: 'manual' }))).not.toBe(303)
    expect(await sessionOf(address)).not.toBe('')
  })
})

describe('a session', () => {
  test('has a cookie for this port only, which scripts and other sites do not get', async () => {
    const { consoleUrl, control } = await listening(await freshSandbox())
    const entered = await fetch(consoleUrl(), { redirect: 'manual' })
    const { port } = new URL(control.url)
    expect(entered.headers.get('set-cookie')).toMatch(
      new RegExp(`^custody_console_${port}=[\\w-]{43}; Path=/console/; HttpOnly; SameSite=Strict$`),
    )
  })

  test('ends after 12 hours', async () => {
    let now = start
    const { get } = await visited(await freshSandbox({ machineClock: () => now }))
    now = start + 12 * 3_600_000 - 1
    expect(await status(get('/console/'))).toBe(200)
    now += 1
    expect(await status(get('/console/'))).toBe(401)
  })

  test.each(['/console/', '/console/live?page=/console/', '/console/snapshot', '/console/records/user'])(
    '%s needs one',
    async (path) => {
      const { get } = await visited()
      const answer = await get(path, { cookie: '' })
      expect(answer.status).toBe(401)
      expect(await answer.text()).toContain('This browser has no session')
    },
  )
})

describe('the token of the control port', () => {
  const enter = async (given: string, headers: Readonly<Record<string, string>> = {}) => {
    const { control } = await listening(await freshSandbox())
    return fetch(`${control.url}/console/enter`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: control.url, ...headers },
      body: new URLSearchParams({ token: given }),
    })
  }

  test('opens the console as well', async () => {
    const answer = await enter(` ${token}\n`)
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([
      303,
      expect.stringContaining('HttpOnly'),
    ])
  })

  test.each([['another token'], [''], [`${token}x`]])('is not %j', async (given) => {
    const answer = await enter(given)
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null])
    expect(await answer.text()).toContain('This is not the token')
  })

  test('is not looked for in a form over 4 KB, whose body is not read', async () => {
    const { control } = await listening(await freshSandbox())
    const headers = {
      origin: control.url,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': 4097,
    }
    // The body never arrives.
    const answer = await new Promise<IncomingMessage>((resolve) => {
      const sent = request(`${control.url}/console/enter`, { method: 'POST', headers }, resolve)
      onTestFinished(() => void sent.destroy())
      sent.flushHeaders()
    })
    expect(answer.statusCode).toBe(401)
  })

  test('is not taken from the form of another origin', async () => {
    expect((await enter(token, { origin: 'http://127.0.0.1:9' })).status).toBe(403)
  })

  test('is not taken from an address, which browsers keep', async () => {
    const { control } = await listening(await freshSandbox())
    expect(await sessionOf(`${control.url}/console/enter?token=${token}`)).toBe('')
  })
})
