// A page of another website and the plain port, in a real browser.
import { listenOn } from '@custody-wallet/server/core'
import { operations } from '@custody-wallet/types/operations'
import { describe, expect, onTestFinished, test } from 'vitest'

import type { Sandbox } from '../../src/index.ts'
import { attacker, hasBrowser, useSharedBrowser } from '../support/browser.ts'
import { listenForTest } from '../support/control.ts'
import { readData } from '../support/rows.ts'
import { createTestSandbox } from '../support/sandbox.ts'

const account = `${operations.getAccount.path}?uid=10001&symbol=BTC`
const registration = {
  path: operations.registerAddresses.path,
  body: '{"symbol":"BTC","addresses":["of-a-page"],"memo":false}',
}

/** Requests that a page tries. Ends when the browser has a response. */
type Attempt = (target: { readonly url: string; readonly post: string; readonly body: string }) => Promise<void>

const attempts: Readonly<Record<string, Attempt>> = {
  'a request': async ({ url }) => void (await fetch(url)),
  'a request whose response it may not read': async ({ url }) => void (await fetch(url, { mode: 'no-cors' })),
  'a request with JSON': async ({ post, body }) => {
    const headers = { 'content-type': 'application/json' }
    await fetch(post, { method: 'POST', headers, body })
  },
  'a picture': ({ url }) =>
    new Promise((resolve) => {
      const image = new Image()
      image.addEventListener('error', () => resolve())
      image.src = url
    }),
  'a frame': ({ url }) =>
    new Promise((resolve) => {
      const frame = document.createElement('iframe')
      frame.addEventListener('load', () => resolve())
      frame.src = url
      document.body.append(frame)
    }),
}

/** Serves a page and returns its port. */
async function serveOtherOrigin(): Promise<number> {
  const page = '<!doctype html><title>page</title>'
  const server = await listenOn(async () => new Response(page, { headers: { 'content-type': 'text/html' } }))
  onTestFinished(() => server.close())
  return server.port
}

async function serveWithAddresses(): Promise<{ readonly sandbox: Sandbox; readonly url: string }> {
  const sandbox = await createTestSandbox()
  await sandbox.control.addresses.generate({ symbol: 'BTC', count: 1 })
  const { plain } = await listenForTest(sandbox)
  return { sandbox, url: plain.url }
}

const browser = useSharedBrowser()

describe.runIf(hasBrowser)('the plain port in a browser', () => {
  test('a page of another website changes nothing', async () => {
    const { sandbox, url } = await serveWithAddresses()
    const before = await readData(sandbox)
    const page = await browser().newPage()
    onTestFinished(() => page.close())
    const other = `http://${attacker}:${await serveOtherOrigin()}/`
    const target = { url: url + account, post: url + registration.path, body: registration.body }
    for (const [name, attempt] of Object.entries(attempts)) {
      await page.goto(other)
      await page.evaluate(attempt, target).catch(() => {})
      expect({ name, rows: await readData(sandbox) }).toEqual({ name, rows: before })
    }
    await page.goto(other)
    const link = page.waitForResponse(target.url)
    await page.evaluate((address) => location.assign(address), target.url)
    await page.waitForURL(target.url)
    expect((await link).status()).toBe(403)
    const rebound = url.replace('127.0.0.1', attacker)
    expect((await page.goto(rebound + account))?.status()).toBe(421)
    expect(await readData(sandbox)).toEqual(before)
  })

  test('a local front end can make every call', async () => {
    const { url } = await serveWithAddresses()
    const page = await browser().newPage()
    onTestFinished(() => page.close())
    for (const host of ['localhost', '127.0.0.1']) {
      await page.goto(`http://${host}:${await serveOtherOrigin()}/`)
      const statuses = await page.evaluate(
        async ({ address, post, body }) => {
          const headers = { 'content-type': 'application/json' }
          const responses = [await fetch(address), await fetch(post, { method: 'POST', headers, body })]
          return responses.map(({ status }) => status)
        },
        { address: url + account, post: url + registration.path, body: registration.body },
      )
      expect(statuses).toEqual([200, 200])
    }
  })
})
