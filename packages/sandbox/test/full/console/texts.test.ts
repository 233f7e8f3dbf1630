// Markup in texts of callers is escaped everywhere in the console, also by automatic updates.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import type { Sandbox } from '../../../src/index.ts'
import { recordKinds } from '../../../src/records/kinds.ts'
import { listNames } from '../../../src/states/table.ts'
import { hasBrowser, useSharedBrowser, type Visitor, createVisitor } from '../../support/browser.ts'
import { listenForTest } from '../../support/control.ts'
import { useMouse } from '../../support/hands.ts'
import { createTestSandbox } from '../../support/sandbox.ts'
import { serveReceiver } from '../../support/shop-port.ts'

/** Each of them sets a name of the page where it runs as markup, in an attribute, in a script or after a decoding. */
const attacks = [
  '<script>hit=1</script>',
  '<img src=x onerror=hit=1>',
  '"><svg onload=hit=1>',
  "'><details open ontoggle=hit=1>",
  '</script><script>hit=1</script>',
  '</textarea></title></style><img src=x onerror=hit=1>',
  '&lt;img src=x onerror=hit=1&gt;',
  'javascript:hit=1',
  '"autofocus onfocus=hit=1 x="',
  '<template><img src=x onerror=hit=1></template>',
  '<math><mtext><table><mglyph><style><img src=x onerror=hit=1>',
  '\\u003cimg src=x onerror=hit=1\\u003e',
] as const

const everything = attacks.join(' ')

const paths = [
  '/',
  ...listNames(recordKinds).map((kind) => `/records/${kind}`),
  '/requests',
  '/notifications',
  '/actions',
] as const

/** Fields that a caller can fill. The response is an error if the sandbox rejects the text. */
type FillText = (sandbox: Sandbox, text: string) => Promise<unknown>

const shop = { appId: 'demo-modern' } as const

const callPlain = async ({ plain: respond }: Sandbox, path: string, init: RequestInit = {}): Promise<unknown> =>
  respond(new Request(`http://sandbox${path}`, init))

const fields: Readonly<Record<string, FillText>> = {
  nickname: ({ control }, nickname) => control.users.create({ ...shop, nickname }),
  email: ({ control }, email) => control.users.create({ ...shop, email }),
  country: ({ control }, country) => control.users.create({ ...shop, country, mobile: '1' }),
  mobile: ({ control }, mobile) => control.users.create({ ...shop, country: '86', mobile }),
  symbol: ({ control }, symbol) => control.coins.create({ symbol, network: 'Bitcoin', decimals: 8 }),
  'contract of a coin': ({ control }, contractAddress) =>
    control.coins.create({ symbol: 'XSS', network: 'Bitcoin', decimals: 8, contractAddress }),
  'app_id of a merchant': ({ control }, appId) => control.merchants.create({ appId, profile: 'modern' }),
  'addresses of a merchant': ({ control }, address) => control.merchants.update({ ...shop, addresses: [address] }),
  'notification url': ({ control }, text) =>
    control.merchants.update({
      ...shop,
      notificationUrls: [`http://127.0.0.1:9/${encodeURIComponent(text)}?${text}`],
    }),
  address: (sandbox, address) =>
    callPlain(sandbox, '/api/v1/address/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ symbol: 'BTC', addresses: [address], memo: false }),
    }),
  'sender and memo of a payment': ({ control }, text) =>
    control.chain.pay({ symbol: 'XRP', to: text, amount: '1', memo: text, from: text }),
  'request id and receiver of a withdrawal': async ({ control }, text) =>
    control.withdrawals.request({
      ...shop,
      uid: await createRichUser(control),
      symbol: 'BTC',
      amount: '1',
      to: text,
      requestId: text,
    }),
  'reason of a failure': async ({ control }, reason) => {
    const uid = await createRichUser(control)
    const { id } = await control.withdrawals.request({ ...shop, uid, symbol: 'BTC', amount: '1', to: 'x' })
    for (const by of ['merchant', 'platform'] as const) await control.withdrawals.audit({ id, by, decision: 'approve' })
    return control.withdrawals.fail({ id, reason })
  },
  'MPC withdrawal': async ({ control }, text) => {
    await control.mpc.fund({ ...shop, wallet: 7, symbol: 'BTC', amount: '9' })
    return control.mpcWithdrawals.request({
      ...shop,
      wallet: 7,
      symbol: 'BTC',
      amount: '1',
      to: text,
      memo: text,
      requestId: text,
    })
  },
  stake: async ({ control }, text) => {
    await control.mpc.fund({ ...shop, wallet: 7, symbol: 'BTC', amount: '9' })
    return control.stakes.stake({
      ...shop,
      wallet: 7,
      symbol: 'BTC',
      amount: '1',
      requestId: text,
      fpKey: text,
      remark: text,
    })
  },
  delegation: async ({ control }, text) => {
    await control.mpc.fund({ ...shop, wallet: 7, symbol: 'TRX', amount: '900' })
    return control.delegations.create({
      ...shop,
      wallet: 7,
      symbol: 'TRX',
      to: text,
      net: 9,
      requestId: text,
    })
  },
  'fault of a scenario': ({ control }, name) => control.scenarios.run({ name }),
  'path of a request': (sandbox, text) =>
    callPlain(sandbox, `/${encodeURIComponent(text)}/${text.replaceAll(/[?#]/g, '')}`),
  'query of a request': (sandbox, text) => callPlain(sandbox, `/api/v2/user/info?email=${text}&${text}=1`),
  'body of a request': (sandbox, body) => callPlain(sandbox, '/api/v1/address/register', { method: 'POST', body }),
  'headers of a request': (sandbox, text) =>
    callPlain(sandbox, '/api/v2/user/info', {
      headers: { 'x-request-id': text, 'app-id': text, prefer: text },
    }),
  'sealed request': ({ wire }, text) =>
    wire(
      new Request(
        `http://sandbox/api/v2/user/info?app_id=${encodeURIComponent(text)}&data=${encodeURIComponent(text)}`,
      ),
    ),
}

type SandboxControl = Sandbox['control']

async function createRichUser({ addresses, chain, users }: SandboxControl): Promise<number> {
  const { uid } = await users.create({ ...shop })
  await addresses.generate({ ...shop, symbol: 'BTC', count: 1 })
  const { address } = await addresses.assign({ ...shop, uid, symbol: 'BTC' })
  await chain.pay({ symbol: 'BTC', to: address, amount: '5' })
  await chain.mine(3)
  return uid
}

/** Sends a notification to a receiver that responds with a text. */
async function serveText(sandbox: Sandbox, text: string): Promise<void> {
  const { control } = sandbox
  const url = await serveReceiver({
    fetch: async () => new Response(text, { headers: { 'content-type': 'text/html' } }),
  })
  await control.merchants.update({ ...shop, notificationUrls: [`${url}/${encodeURIComponent(text)}`] })
  await createRichUser(control)
  await control.time.advance('1s')
}

/** Defines the variable that attacks set, before any script of a page runs. */
const addCanary = (page: Page): Promise<unknown> => page.addInitScript('globalThis.hit = 0')

const isCanaryHit = (page: Page): Promise<unknown> => page.evaluate('globalThis.hit')

/** Waits until the live content has replaced the page once. */
const waitForUpdate = (page: Page): Promise<unknown> =>
  page.waitForResponse((response) => response.url().includes('/console/live'))

async function openPage(visitor: Visitor): Promise<Page> {
  await addCanary(visitor.page)
  return visitor.page
}

const browser = useSharedBrowser()

describe.runIf(hasBrowser)('the console escapes texts of attackers', () => {
  test('on every page and in automatic updates', async () => {
    const sandbox = await createTestSandbox()
    const visitor = await createVisitor(browser(), await listenForTest(sandbox))
    const page = await openPage(visitor)
    const rejected: string[] = []
    for (const [name, fill] of Object.entries(fields)) {
      // Open before the text arrives.
      const live = waitForUpdate(page)
      await visitor.open('/')
      await live
      for (const text of [everything, ...attacks])
        await fill(sandbox, text).catch(() => rejected.push(`${name}: ${text}`))
      expect([name, await isCanaryHit(page)]).toEqual([name, 0])
    }
    await serveText(sandbox, everything)
    const { shown, seen } = await visitAllLinks(visitor)
    console.log(
      `${attacks.length + 1} texts in ${Object.keys(fields).length} fields; ${rejected.length} rejected, ${shown} pages, ${seen} texts seen.`,
    )
    expect(seen).toBeGreaterThan(100)
    expect(visitor.errors).toEqual([])
    expect(visitor.foreignRequests).toEqual([])
  })

  test('in the fields of forms', async () => {
    const visitor = await createVisitor(browser(), await listenForTest(await createTestSandbox()))
    const page = await openPage(visitor)
    const { press } = useMouse(page)
    for (const text of attacks) {
      await visitor.open('/message')
      await page.locator('#message').fill(text)
      await press(page.getByRole('button', { name: 'Open', exact: true }))
      await page.getByRole('alert').waitFor()
      expect(await page.locator('#message').inputValue()).toBe(text)
      await visitor.open(`/actions/chain.pay?to=${encodeURIComponent(text)}&memo=${encodeURIComponent(text)}`)
      expect(await page.locator('[name="p.to"]').inputValue()).toBe(text)
      await page.locator('[name="p.symbol"]').fill(text)
      await page.locator('[name="p.amount"]').fill(text)
      await press(page.locator('main form.call-form button[type=submit]').first())
      await page.locator('.ui-notice.stop').waitFor()
      await visitor.open(`/records/user?email=${encodeURIComponent(text)}&before=${encodeURIComponent(text)}`)
      expect(await page.locator('#filter-email').inputValue()).toBe(text)
      expect(await isCanaryHit(page)).toBe(0)
    }
    expect(visitor.errors).toEqual([])
  })
})

/** Opens every list, and some records that it links to. Returns how many pages and attacks were seen as text. */
async function visitAllLinks({ page, origin }: Visitor): Promise<{ shown: number; seen: number }> {
  const left = new Set(paths.map((path) => `${origin}/console${path}`))
  let [shown, seen] = [0, 0]
  for (const url of left) {
    const live = waitForUpdate(page)
    await page.goto(url)
    await live
    expect([url, await isCanaryHit(page)]).toEqual([url, 0])
    const text = await page.locator('main').innerText()
    seen += text.split('hit=1').length - 1
    shown += 1
    const links = await page
      .locator('main tr[data-row] a')
      .evaluateAll((anchors) => anchors.map((anchor) => (anchor instanceof HTMLAnchorElement ? anchor.href : '')))
    for (const each of [...links.slice(0, mostLinks), ...links.slice(-mostLinks)]) left.add(each)
  }
  return { shown, seen }
}

// The oldest record of each field has all attacks.
const mostLinks = 3
