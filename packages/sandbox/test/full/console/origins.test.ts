// Pages of other origins, ports and names cannot use the session of a browser.
import { listenOn } from '@custody-wallet/server/core'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'

import { attacker, hasBrowser, useSharedBrowser, createVisitor } from '../../support/browser.ts'
import { listenForTest, token } from '../../support/control.ts'
import { readData } from '../../support/rows.ts'
import { createTestSandbox } from '../../support/sandbox.ts'

/** Runs in the page of an attacker. Returns what it could read. */
type Attack = (target: string) => Promise<string>

const attacks: Readonly<Record<string, Attack>> = {
  'a request': async (target) => (await fetch(`${target}/console/`)).text(),
  'a request with the cookie': async (target) => (await fetch(`${target}/console/`, { credentials: 'include' })).text(),
  'a request whose response it may not read': async (target) =>
    (await fetch(`${target}/console/`, { credentials: 'include', mode: 'no-cors' })).text(),
  'the rows as a file': async (target) =>
    (await fetch(`${target}/console/snapshot`, { credentials: 'include', mode: 'no-cors' })).text(),
  'a form by script': async (target) =>
    (
      await fetch(`${target}/console/call`, {
        method: 'POST',
        credentials: 'include',
        mode: 'no-cors',
        body: new URLSearchParams({ call: 'users.create', form: '', back: '/console/', 'p.email': 'evil@x' }),
      })
    ).text(),
  'a control call': async (target) =>
    (
      await fetch(`${target}/users/create`, {
        method: 'POST',
        credentials: 'include',
        mode: 'no-cors',
        body: '{"email":"evil@x"}',
      })
    ).text(),
  'live updates': (target) =>
    new Promise((resolve) => {
      const address = `${target}/console/live?page=/console/`
      const source = new EventSource(address, { withCredentials: true })
      source.addEventListener('message', ({ data }) => resolve(String(data)))
      source.addEventListener('error', () => resolve(''))
    }),
  'a frame': (target) =>
    new Promise((resolve) => {
      const frame = document.createElement('iframe')
      frame.src = `${target}/console/`
      frame.addEventListener('load', () => resolve(frame.contentDocument?.body.innerText ?? ''))
      document.body.append(frame)
    }),
  'a script': (target) =>
    new Promise((resolve) => {
      const script = document.createElement('script')
      script.src = `${target}/console/assets/live.js`
      script.type = 'module'
      script.addEventListener('load', () => resolve('the script ran'))
      script.addEventListener('error', () => resolve(''))
      document.body.append(script)
    }),
  'a page as a script': (target) =>
    new Promise((resolve) => {
      const script = document.createElement('script')
      script.src = `${target}/console/requests`
      script.addEventListener('load', () => resolve('the page was loaded'))
      script.addEventListener('error', () => resolve(''))
      document.body.append(script)
    }),
  'a picture': (target) =>
    new Promise((resolve) => {
      const image = new Image()
      image.addEventListener('load', () => resolve(`a picture ${image.width} wide`))
      image.addEventListener('error', () => resolve(''))
      image.src = `${target}/console/assets/mark.svg`
    }),
  'a window': async (target) => {
    const opened = open(`${target}/console/`)
    opened?.postMessage('hello', '*')
    // The document that it starts with can be read, and is empty.
    while (opened?.document.body?.innerText === '') await new Promise((resolve) => setTimeout(resolve))
    return opened?.document.body.innerText ?? ''
  },
}

/** Ways of forms, which lead away from their page. */
const encodings = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'] as const

/** Sends a form of this page as a person would, in this window. */
async function submitForm(page: Page, target: string, enctype: string): Promise<number> {
  const receivedResponse = page.waitForResponse(`${target}/console/call`)
  await page.evaluate(
    ({ action, enctype }) => {
      const form = Object.assign(document.createElement('form'), { action, enctype, method: 'post' })
      for (const [name, value] of Object.entries({ call: 'reset', form: '', back: '/console/' }))
        form.append(Object.assign(document.createElement('input'), { name, value }))
      document.body.append(form)
      form.submit()
    },
    { action: `${target}/console/call`, enctype },
  )
  await page.waitForURL(`${target}/console/call`)
  return (await receivedResponse).status()
}

interface RequestOptions {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

const own = '<!doctype html><title>attacker</title><p>attacker'

/** Starts the server of an attacker. */
async function serveOtherOrigin(): Promise<number> {
  const server = await listenOn(async () => new Response(own, { headers: { 'content-type': 'text/html' } }))
  onTestFinished(() => server.close())
  return server.port
}

const browser = useSharedBrowser()

describe.runIf(hasBrowser)('the console beside other pages', () => {
  test.each(['127.0.0.1', 'localhost', attacker])('a page of %s cannot read or change anything', async (host) => {
    const sandbox = await createTestSandbox()
    const servers = await listenForTest(sandbox)
    const { page, origin } = await createVisitor(browser(), servers)
    const before = await readData(sandbox)
    const other = `http://${host}:${await serveOtherOrigin()}`
    for (const [name, attack] of Object.entries(attacks)) {
      await page.goto(`${other}/`)
      const read = await page.evaluate(attack, origin).catch(() => '')
      expect({ name, read }).toEqual({ name, read: '' })
    }
    for (const enctype of encodings) {
      await page.goto(`${other}/`)
      expect(await submitForm(page, origin, enctype)).toBeOneOf([401, 403])
    }
    expect(await readData(sandbox)).toEqual(before)
    console.log(`${Object.keys(attacks).length + encodings.length} attacks of ${other}`)
  })

  test('a request by another name of this machine is rejected', async () => {
    const sandbox = await createTestSandbox()
    const { control } = await listenForTest(sandbox)
    const page = await browser().newPage()
    onTestFinished(() => page.close())
    const rebound = `http://${attacker}:${control.port}`
    for (const path of ['/console', '/console/', '/console/assets/live.js', '/console/enter?ticket=x'])
      expect((await page.goto(rebound + path))?.status()).toBe(421)
    const getStatus = (sent: readonly [path: string, init: RequestOptions]) =>
      page.evaluate(async ([path, init]) => (await fetch(path, init)).status, sent)
    const body = `token=${token}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await getStatus(['/console/enter', { method: 'POST', headers, body }])).toBe(421)
    expect(await getStatus(['/console/live?page=/console/', {}])).toBe(421)
    const authorization = { authorization: `Bearer ${token}` }
    expect(await getStatus(['/merchants', { headers: authorization }])).toBe(421)
  })

  test('the cookie belongs to one port, and scripts and other sites cannot read it', async () => {
    const { page, origin } = await createVisitor(browser(), await listenForTest(await createTestSandbox()))
    const [cookie, ...others] = await page.context().cookies()
    expect(others).toEqual([])
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/console/' })
    expect(cookie?.name).toContain(new URL(origin).port)
    expect(await page.evaluate(() => document.cookie)).toBe('')
  })
})
