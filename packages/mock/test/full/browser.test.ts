// A page of another origin in Debian's Chromium: `apt-get install chromium`, or CHROMIUM=/path/to/it.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { listenOn } from '@custody-wallet/server/core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createMock } from '../../src/index.ts'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const isInstalled = existsSync(executablePath)
const how = `No Chromium at ${executablePath}: \`apt-get install chromium\`, or name another in CHROMIUM.`
if (!isInstalled) console.warn(`\nSKIPPED: a browser calling the mock. ${how}\n`)

test.runIf(process.env['CI'] === 'true')('CI has a browser', () => {
  expect(isInstalled ? '' : how).toBe('')
})

const code = `
import { isCustodyError, createPlainClient } from '@custody-wallet/client/plain'
const url = new URLSearchParams(location.search).get('mock')
const front = (prefer) => createPlainClient({ url, ...(prefer && { headers: { prefer } }) })
const fail = async (call) => {
  try {
    return { value: await call() }
  } catch (error) {
    return { custody: isCustodyError(error), name: error.name, code: error.code, message: error.message, context: error.context }
  }
}
Object.assign(globalThis, { front, fail })
`

/** The client as a bundler gives it to a browser. */
async function bundleClient(): Promise<string> {
  const input = fileURLToPath(new URL('entry.js', import.meta.url))
  const entry = {
    name: 'entry',
    load: (id: string) => (id === input ? code : undefined),
    resolveId: (id: string) => (id === input ? id : undefined),
  }
  await using bundle = await rolldown({ input, plugins: [entry], platform: 'browser' })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  return output[0].code
}

describe.runIf(isInstalled)('a page of another origin', () => {
  const mock = createMock()
  const closers: (() => Promise<unknown>)[] = [() => mock.close()]
  let page: Page
  let url = ''
  const problems: string[] = []

  beforeAll(async () => {
    const script = await bundleClient()
    const site = await listenOn(async ({ url: at }) =>
      at.endsWith('/page.js')
        ? new Response(script, { headers: { 'content-type': 'text/javascript' } })
        : new Response('<!doctype html><script type="module" src="/page.js"></script>', {
            headers: { 'content-type': 'text/html' },
          }),
    )
    url = (await mock.listen()).url
    const browser: Browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
    closers.push(
      () => site.close(),
      () => browser.close(),
    )
    page = await browser.newPage()
    page.setDefaultTimeout(600_000)
    page.on('console', (message) => problems.push(message.text()))
    await page.goto(`${site.url}/?mock=${encodeURIComponent(url)}`)
    await page.waitForFunction('globalThis.front')
  })

  afterAll(async () => {
    for (const close of closers.toReversed()) await close()
  })

  test('gets typed data, by a query and by a body', async () => {
    expect(await page.evaluate(`front().accounts.get({ uid: 10042, symbol: 'BTC' })`)).toMatchObject({
      normal_balance: '1.25',
    })
    expect(await page.evaluate(`front().withdrawals.pull({ symbol: 'BTC' })`)).toHaveLength(2)
    expect(await page.evaluate(`front().withdrawals.list({ ids: ['wd-1', 'wd-2'] })`)).toHaveLength(2)
  })

  test('gets a readable error of the service', async () => {
    const failed = `fail(() => front('code=110065').accounts.get({ uid: 10042, symbol: 'BTC' }))`
    expect(await page.evaluate(failed)).toMatchObject({
      custody: true,
      code: 'SERVICE_FAILED',
      context: { serviceCode: '110065', meaning: 'The user does not exist' },
    })
  })

  test('gets a readable error of the transport', async () => {
    const failed = `fail(() => front('code=503').staking.details({ ids: ['5021'] }))`
    expect(await page.evaluate(failed)).toMatchObject({
      custody: true,
      code: 'HTTP_STATUS',
      context: { status: 503 },
    })
  })

  test('reads the errors of an invalid request from the problem', async () => {
    const read = `fetch('${url}/api/v2/user/info?emial=a@b.example').then(async (response) => [response.status, (await response.json()).detail])`
    expect(await page.evaluate(read)).toEqual([422, expect.stringContaining('did you mean email?')])
  })

  test('reads which preference was applied', async () => {
    const read = `fetch('${url}/api/mpc/wallet/open_coin', { headers: { prefer: 'example=empty' } }).then((response) => response.headers.get('preference-applied'))`
    expect(await page.evaluate(read)).toBe('example=empty')
  })

  test('logs no errors about origins or policies', () => {
    expect(problems.filter((text) => /CORS|blocked|origin|policy/i.test(text))).toEqual([])
  })
})
