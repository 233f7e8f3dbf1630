import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { hasBrowser, launchBrowser, type WatchedPage, openWatchedPage } from '../../../docs/browser.ts'
import { readBinaries } from '../../../docs/output/binaries.ts'
import { createSite } from '../../../docs/site.ts'
import type { Site } from '../../site.ts'
import { type Running, startAll } from '../../start.ts'

async function buildSite(): Promise<Site> {
  const files = await createSite()
  const texts = [...files].map(([name, text]) => [`/${name}`, Buffer.from(text)] as const)
  return new Map([...texts, ...[...(await readBinaries())].map(([name, bytes]) => [`/${name}`, bytes] as const)])
}

describe.runIf(hasBrowser)('the form of a call', () => {
  const state = mkdtempSync(join(tmpdir(), 'serve-'))
  let running: Running
  let browser: Awaited<ReturnType<typeof launchBrowser>>
  beforeAll(async () => {
    running = await startAll({ host: '127.0.0.1', port: 0, state }, await buildSite())
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await running.close()
    rmSync(state, { recursive: true })
  })

  async function openCall(call: string, query = ''): Promise<WatchedPage> {
    const { docs } = running.addresses
    const found = await openWatchedPage(browser, docs)
    await found.page.goto(`${docs}/calls/${call}.html${query}`)
    return found
  }

  async function sendForm(page: WatchedPage['page']): Promise<unknown> {
    await page.click('.try [type="submit"]')
    await page.waitForSelector('.try .result pre >> nth=1')
    return JSON.parse((await page.textContent('.try .result pre >> nth=1')) ?? '')
  }

  test('gets the example of the mock for its parameters', async () => {
    const { page, outside, problems } = await openCall('getAccount')
    expect(await sendForm(page)).toMatchObject({ code: '0', data: { normal_balance: '1.25' } })
    const { plain } = running.addresses.mock
    expect(outside.map((url) => new URL(url).origin)).toEqual([plain])
    expect(problems).toEqual([])
    expect(await page.textContent('.try .result pre')).toContain(`GET ${plain}/api/v2/account/`)
  })

  test('is shared as a link, which fills in its fields, and copied as curl and TypeScript', async () => {
    const { page, problems } = await openCall('getAccount')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copy = async (name: string): Promise<string> => {
      await page.click(`[data-copy="${name}"]`)
      return page.evaluate('navigator.clipboard.readText()')
    }
    await page.selectOption('[name="_server"]', { index: 1 })
    await page.fill('[name="uid"]', '10042')
    await page.fill('[name="symbol"]', 'ETH')
    await page.selectOption('[name="_prefer"]', 'code=503')
    const { plain, control } = running.addresses.sandbox
    expect(await copy('curl')).toBe(
      `curl -H 'Prefer: code=503' '${plain}/api/v2/account/getByUidAndSymbol?uid=10042&symbol=ETH'`,
    )
    expect(await copy('typescript')).toContain('await custody.accounts.get({"uid":10042,"symbol":"ETH"})')
    await page.goto(await copy('link'))
    expect(await page.inputValue('[name="uid"]')).toBe('10042')
    expect(await page.inputValue('[name="symbol"]')).toBe('ETH')
    expect(await page.inputValue('[name="_prefer"]')).toBe('code=503')
    await page.selectOption('[name="_prefer"]', '')
    await sendForm(page)
    expect(await page.getAttribute('.try .result a', 'href')).toBe(
      `${control.url}/console/requests?operation=getAccount`,
    )
    expect(problems.filter((problem) => !problem.includes('503'))).toEqual([])
  })

  test.each(['?_prefer=example=gone', '?_server=mock&_prefer=fault=lost', '?utm_source=mail'])(
    'keeps its fields with the link %s',
    async (query) => {
      const { page, problems } = await openCall('getAccount', query)
      expect([await page.inputValue('[name="uid"]'), await page.inputValue('[name="_prefer"]')]).toEqual(['10042', ''])
      await page.selectOption('[name="_server"]', { index: 1 })
      expect(problems).toEqual([])
    },
  )

  test('gets the requested failure of the mock', async () => {
    const { page } = await openCall('findUser')
    await page.selectOption('[name="_example"]', { label: 'By e-mail address and mobile number' })
    await page.selectOption('[name="_prefer"]', 'code=110065')
    expect(await sendForm(page)).toMatchObject({ code: '110065' })
  })

  test('changes the state of the sandbox and reads it back', async () => {
    const { page: push } = await openCall('registerAddresses')
    await push.selectOption('[name="_server"]', { index: 1 })
    await push.fill('[name="addresses"]', 'try-1, try-2')
    expect(await sendForm(push)).toMatchObject({ code: 0 })
    const { page: count } = await openCall('countAvailableAddresses')
    await count.selectOption('[name="_server"]', { index: 1 })
    expect(await sendForm(count)).toMatchObject({ code: 0, data: {} })
    expect(JSON.stringify(await sendForm(count))).toContain('2')
  })

  test('offers the examples of the mock only for the mock', async () => {
    const { page } = await openCall('getAccount')
    await page.selectOption('[name="_prefer"]', 'example=failure')
    await page.selectOption('[name="_server"]', { index: 1 })
    expect(await page.inputValue('[name="_prefer"]')).toBe('')
    expect(await page.isDisabled('optgroup[data-for="mock"]')).toBe(true)
    expect(await sendForm(page)).toMatchObject({ code: '0' })
  })

  test('can request faults that only the sandbox has', async () => {
    const { page } = await openCall('getAccount')
    expect(await page.isDisabled('optgroup[data-for="sandbox"]')).toBe(true)
    await page.selectOption('[name="_server"]', { index: 1 })
    await page.selectOption('[name="_prefer"]', 'fault=lost')
    await page.click('.try [type="submit"]')
    const { plain } = running.addresses.sandbox
    await page.waitForSelector(`text=No response from ${plain}.`)
  })

  test('sends the credential of the token call', async () => {
    const { page } = await openCall('getToken')
    expect(await sendForm(page)).toMatchObject({ code: 0 })
  })

  test('shows the message of the server for a wrong value', async () => {
    const { page } = await openCall('getAccount')
    await page.fill('[name="uid"]', 'many')
    expect(JSON.stringify(await sendForm(page))).toContain('uid')
  })

  test('cannot call other servers', async () => {
    const { page } = await openCall('getAccount')
    const { url } = running.addresses.sandbox.control
    expect(await page.evaluate(`fetch(${JSON.stringify(url)}).then(() => 'succeeded', () => 'rejected')`)).toBe(
      'rejected',
    )
  })
})
