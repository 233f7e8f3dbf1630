// Ten jobs in the console: with the mouse, with the keyboard, and without JavaScript. The table says what each needs at
// least; the console may need two more.
import type { Browser, Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import type { Sandbox } from '../../../src/index.ts'
import { hasBrowser, useSharedBrowser, type Visitor, createVisitor } from '../../support/browser.ts'
import { listenForTest } from '../../support/control.ts'
import { type Hands, useKeyboard, useMouse } from '../../support/hands.ts'
import { type Receiver, createReceiver } from '../../support/receiver.ts'
import { createClient, createTestSandbox } from '../../support/sandbox.ts'
import { serveReceiver } from '../../support/shop-port.ts'

interface Desk extends Visitor {
  readonly hands: Hands
  readonly sandbox: Sandbox
  /** Errors of the sandbox itself. */
  readonly sandboxErrors: readonly unknown[]
  readonly receiver: Receiver
  /** Fills in the form of a control call, and sends it. */
  readonly call: (id: string, texts?: Readonly<Record<string, string>>) => Promise<void>
  /** Opens a link of the content. */
  readonly follow: (name: RegExp | string) => Promise<void>
  /** Opens the first record of a list whose row contains a text. */
  readonly openRow: (text: string) => Promise<void>
  readonly waitForText: (text: RegExp | string) => Promise<void>
}

interface Job {
  readonly name: string
  /** Smallest numbers of clicks, and of presses of Tab. */
  readonly clicks: number
  readonly tabs: number
  readonly run: (desk: Desk) => Promise<void>
}

const jobs: readonly Job[] = [
  {
    name: 'create a user',
    clicks: 3,
    tabs: 5,
    async run({ hands, follow, call, waitForText }) {
      await hands.openPage('Users')
      await follow('Create a user')
      await call('users.create', { email: 'a@shop.example' })
      await waitForText('Created user')
    },
  },
  {
    name: 'assign an address',
    clicks: 6,
    tabs: 8,
    async run({ hands, follow, openRow, call, waitForText }) {
      await hands.openPage('Addresses')
      await follow('Add addresses')
      await call('addresses.generate', { symbol: 'BTC', count: '3' })
      await hands.openPage('Users')
      await openRow('a@shop.example')
      await follow('Assign an address')
      await call('addresses.assign', { symbol: 'BTC' })
      await waitForText('Assigned the BTC address')
    },
  },
  {
    name: 'pay an address',
    clicks: 3,
    tabs: 7,
    async run({ hands, follow, call, sandbox, waitForText }) {
      const [address] = await sandbox.control.records.list({ kind: 'address', symbol: 'BTC', uid: 10_003 })
      await hands.openPage('Deposits')
      await follow('Pay an address')
      await call('chain.pay', { symbol: 'BTC', to: String(address?.values['address']), amount: '2' })
      await waitForText('Paid 2 BTC')
    },
  },
  {
    name: 'see the credit',
    clicks: 3,
    tabs: 4,
    async run({ hands, call, waitForText, openRow }) {
      await hands.openPage('Overview')
      await call('chain.mine')
      await waitForText('is credited')
      await hands.openPage('Deposits')
      await openRow('2')
      await waitForText('Final: nothing happens automatically.')
    },
  },
  {
    name: 'reorganize a chain',
    clicks: 3,
    tabs: 7,
    async run({ hands, page, call, waitForText }) {
      await hands.openPage('Chain and clock')
      await hands.press(page.getByRole('row', { name: /^Bitcoin/ }).getByRole('link', { name: 'Reorganize' }))
      await call('chain.reorg', { depth: '20', shortage: 'shortage' })
      await waitForText('Removed 20 blocks')
    },
  },
  {
    name: 'hold and release a deposit',
    clicks: 4,
    tabs: 11,
    async run({ hands, openRow, call, waitForText }) {
      await hands.openPage('Deposits')
      await openRow('Confirming')
      await call('deposits.hold')
      await waitForText('Held: nothing happens until you release it.')
      await call('deposits.release')
      await waitForText('Credited')
    },
  },
  {
    name: 'request and pay a withdrawal',
    clicks: 7,
    tabs: 24,
    async run({ hands, follow, openRow, call, page, sandbox, waitForText }) {
      await sandbox.control.chain.mine(20)
      await hands.openPage('Withdrawals')
      await follow('Request a withdrawal')
      await call('withdrawals.request', { uid: '10003', symbol: 'BTC', amount: '0.5', to: 'outside' })
      await hands.openPage('Withdrawals')
      await openRow('0.5')
      for (const by of ['merchant', 'platform'])
        await hands.press(page.getByRole('button', { name: `Approve as ${by}` }))
      await call('withdrawals.pay')
      await waitForText('Succeeded after')
    },
  },
  {
    name: 'open a message',
    clicks: 2,
    tabs: 6,
    async run({ hands, page, sandbox, waitForText }) {
      await createClient(sandbox).users.find({ email: 'a@shop.example' })
      const [logged] = await sandbox.control.requests.list({ limit: 1 })
      const { method, path, query } = logged?.request ?? { method: '', path: '', query: '' }
      await hands.openPage('Open a message')
      await hands.type(page.getByLabel('Message', { exact: true }), `${method} ${path}?${query}`)
      await hands.press(page.getByRole('button', { name: 'Open', exact: true }))
      await waitForText('Content in plain form')
    },
  },
  {
    name: 'replay a notification',
    clicks: 2,
    tabs: 7,
    async run({ hands, sandbox, receiver, page, waitForText }) {
      const url = await serveReceiver(receiver)
      receiver.respond = () => new Response('not now', { status: 503 })
      await sandbox.control.merchants.update({ appId: 'demo-modern', notificationUrls: [`${url}/shop`] })
      await sandbox.control.notifications.send({ deposits: [1] })
      await sandbox.control.time.runUntilIdle()
      receiver.respond = undefined
      await hands.openPage('Notifications')
      await hands.press(page.getByRole('row', { name: /Given up/ }).getByRole('button', { name: 'Redeliver' }))
      await waitForText('is sent again')
      await sandbox.control.time.runUntilIdle()
      expect(receiver.notifications).toHaveLength(1)
    },
  },
  {
    name: 'inject and clear a fault',
    clicks: 4,
    tabs: 12,
    async run({ hands, follow, call, sandbox, waitForText }) {
      await hands.openPage('Faults')
      await follow('Status')
      await call('faults.add', { operation: 'findUser', times: '1' })
      await waitForText('Added fault')
      // The client retries the call.
      await createClient(sandbox).users.find({ email: 'a@shop.example' })
      await hands.openPage('Faults')
      await call('faults.remove')
      await waitForText('No active faults.')
    },
  },
]

const inputMethods = [
  { name: 'clicks', hands: useMouse, hasScript: true, counted: 'clicks' },
  { name: 'the keyboard', hands: useKeyboard, hasScript: true, counted: 'tabs' },
  { name: 'clicks and no script', hands: useMouse, hasScript: false, counted: 'clicks' },
] as const

type InputMethod = (typeof inputMethods)[number]

const isCounted = { clicks: (entry: string) => entry === 'click', tabs: (entry: string) => entry === 'Tab' } as const

async function sitDown(browser: Browser, { hands: createHands, hasScript }: InputMethod): Promise<Desk> {
  const receiver = createReceiver(() => sandbox, 'demo-modern')
  const errors: unknown[] = []
  const sandbox = await createTestSandbox({ onError: (error) => errors.push(error) })
  const visitor = await createVisitor(browser, await listenForTest(sandbox), { javaScriptEnabled: hasScript })
  const { page } = visitor
  const hands = createHands(page)
  const main = page.getByRole('main')
  return {
    ...visitor,
    hands,
    sandbox,
    sandboxErrors: errors,
    receiver,
    call: (id, texts = {}) => send(hands, page, id, texts),
    follow: (name) => hands.press(main.getByRole('link', { name, exact: typeof name === 'string' }).first()),
    openRow: (text) => hands.openRow(page.locator('tbody tr', { hasText: text }).first()),
    waitForText: (text) => main.getByText(text).filter({ visible: true }).first().waitFor(),
  }
}

async function send(hands: Hands, page: Page, id: string, texts: Readonly<Record<string, string>>): Promise<void> {
  const form: Locator = page.locator(`main form:has(> [name=call][value="${id}"])`).first()
  for (const [name, text] of Object.entries(texts)) {
    const field = form.locator(`[name="p.${name}"]`)
    const isList = await field.evaluate((element) => element.localName === 'select')
    await hands[isList ? 'choose' : 'type'](field, text)
  }
  const opener = form.locator('button[aria-haspopup=dialog]')
  if ((await opener.count()) > 0) await hands.press(opener)
  await hands.press(form.locator('button[type=submit]'))
}

const browser = useSharedBrowser()

describe.runIf(hasBrowser)('the console with a real browser', () => {
  test.each(inputMethods)('does ten jobs with $name, in at most two more than each needs', async (inputMethod) => {
    const { counted } = inputMethod
    const desk = await sitDown(browser(), inputMethod)
    const needed: Record<string, number> = {}
    for (const { name, run } of jobs) {
      const before = desk.hands.log.length
      await run(desk)
      needed[name] = desk.hands.log.slice(before).filter(isCounted[counted]).length
    }
    console.log(counted, needed)
    const excessive = jobs.filter(({ name, [counted]: least }) => (needed[name] ?? 0) > least + 2)
    expect(excessive.map(({ name }) => `${name}: ${needed[name]}`)).toEqual([])
    expect([...desk.errors, ...desk.foreignRequests, ...desk.sandboxErrors]).toEqual([])
  })
})
