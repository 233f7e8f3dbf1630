// A merchant's day in the console: with the mouse, with the keyboard, and without JavaScript.
import { readFile } from 'node:fs/promises'

import type { Browser, Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import type { Sandbox } from '../../../src/index.ts'
import { hasBrowser, useSharedBrowser, type Visitor, createVisitor } from '../../support/browser.ts'
import { listenForTest } from '../../support/control.ts'
import { type Hands, useKeyboard, useMouse } from '../../support/hands.ts'
import { type Receiver, createReceiver } from '../../support/receiver.ts'
import { createClient, createTestSandbox } from '../../support/sandbox.ts'
import { serveReceiver } from '../../support/shop-port.ts'

const inputMethods = [
  { name: 'clicks', hands: useMouse, hasScript: true },
  { name: 'the keyboard', hands: useKeyboard, hasScript: true },
  { name: 'clicks and no script', hands: useMouse, hasScript: false },
] as const

interface DayFixture extends Visitor {
  readonly hands: Hands
  readonly sandbox: Sandbox
  /** Errors of the sandbox itself. */
  readonly sandboxErrors: readonly unknown[]
  readonly receiver: Receiver
  /** Fills in the form of a control call, sends it, and waits until its response is shown. */
  readonly call: (id: string, texts?: Readonly<Record<string, string>>, within?: Locator) => Promise<void>
  readonly follow: (name: RegExp | string) => Promise<void>
  readonly waitForText: (text: RegExp | string) => Promise<void>
}

async function beginDay(
  browser: Browser,
  { hands: handsOf, hasScript }: (typeof inputMethods)[number],
): Promise<DayFixture> {
  const receiver = createReceiver(() => sandbox, 'demo-modern')
  const errors: unknown[] = []
  const sandbox = await createTestSandbox({ onError: (error) => errors.push(error) })
  const visitor = await createVisitor(browser, await listenForTest(sandbox), { javaScriptEnabled: hasScript })
  const { page } = visitor
  const hands = handsOf(page)
  return {
    ...visitor,
    hands,
    sandbox,
    sandboxErrors: errors,
    receiver,
    call: (id, texts = {}, within = page.locator('main')) => send(hands, page, { id, texts, within }),
    follow: (name) => hands.press(page.getByRole('main').getByRole('link', { name }).first()),
    waitForText: (text) => page.getByRole('main').getByText(text).filter({ visible: true }).first().waitFor(),
  }
}

interface FormCall {
  readonly id: string
  readonly texts: Readonly<Record<string, string>>
  readonly within: Locator
}

async function send(hands: Hands, page: Page, { id, texts, within }: FormCall): Promise<void> {
  const form = within.locator(`form:has(> [name=call][value="${id}"])`).first()
  for (const [name, text] of Object.entries(texts)) {
    const field = form.locator(`[name="p.${name}"]`)
    const isList = await field.evaluate((element) => element.localName === 'select')
    await hands[isList ? 'choose' : 'type'](field, text)
  }
  await hands.press(form.locator('button[type=submit]'))
  expect(await page.locator('.notice').innerText()).toContain('done.')
}

/** Finds the first row that contains a text. */
const findRow = (page: Page, text: string): Locator => page.locator('tbody tr', { hasText: text }).first()

async function addCustomer({ hands, page, call, follow, waitForText }: DayFixture): Promise<void> {
  await call('users.create', { email: 'a@shop.example' })
  await waitForText('a@shop.example')
  await follow('Add addresses')
  await call('addresses.generate', { symbol: 'BTC', count: '3' })
  await hands.openPage('Users')
  await hands.press(findRow(page, 'a@shop.example').getByRole('link').first())
  await follow('Assign an address')
  await call('addresses.assign', { symbol: 'BTC' })
}

async function receivePayment({ hands, page, call, follow, waitForText }: DayFixture): Promise<void> {
  await hands.openPage('Users')
  await hands.press(findRow(page, 'a@shop.example').getByRole('link').first())
  await follow('Addresses')
  await hands.press(findRow(page, 'BTC').getByRole('link').first())
  await follow('Pay this address')
  await call('chain.pay', { amount: '2' })
  await hands.openPage('Deposits')
  await findRow(page, 'confirming').waitFor()
  await hands.openPage('Overview')
  await call('chain.mine', { blocks: '3' })
  await waitForText('credited')
  await hands.openPage('Balances')
  await findRow(page, '2').filter({ hasText: 'user' }).waitFor()
  await hands.press(findRow(page, 'user').getByRole('link').first())
  await follow('Explain this balance')
  await waitForText('Available: 2.')
}

async function payOut({ hands, page, call, follow, waitForText }: DayFixture): Promise<void> {
  await hands.openPage('Users')
  await hands.press(findRow(page, 'a@shop.example').getByRole('link').first())
  await follow('Request a withdrawal')
  await call('withdrawals.request', { symbol: 'BTC', amount: '0.5', to: 'outside', requestId: 'wd-1' })
  await hands.openPage('Withdrawals')
  await hands.press(findRow(page, 'wd-1').getByRole('link').first())
  for (const by of ['merchant', 'platform'])
    await call('withdrawals.audit', {}, page.locator(`li:has([name="p.by"][value=${by}]):has([value=approve])`))
  await call('withdrawals.pay')
  await hands.openPage('Overview')
  await call('chain.mine', { blocks: '3' })
  await hands.openPage('Withdrawals')
  await hands.press(findRow(page, 'succeeded').getByRole('link').first())
  await waitForText('Transfers')
  await waitForText('0.5 BTC')
}

async function receiveNotification({ hands, page, call, follow, waitForText, receiver }: DayFixture): Promise<void> {
  const url = await serveReceiver(receiver)
  await hands.openPage('Notifications')
  await follow(/^Set the receivers/)
  await call('merchants.update', { notificationUrls: `${url}/shop` })
  receiver.respond = () => new Response('not now', { status: 503 })
  await hands.openPage('Deposits')
  await hands.press(findRow(page, 'credited').getByRole('link').first())
  await follow('Pay this address')
  await call('chain.pay', { amount: '1' })
  await hands.openPage('Overview')
  await call('chain.mine', { blocks: '3' })
  await call('time.advance', { duration: '1s' })
  await hands.openPage('Notifications')
  await hands.press(findRow(page, 'deposit').getByRole('link').first())
  await waitForText('not now')
  receiver.respond = undefined
  await call('notifications.redeliver')
  await hands.openPage('Overview')
  await call('time.runUntilIdle')
  await hands.openPage('Notifications')
  await findRow(page, 'delivered').waitFor()
  expect(receiver.notifications).toHaveLength(1)
}

async function inspectCalls({ hands, page, call, follow, waitForText, sandbox }: DayFixture): Promise<void> {
  await hands.openPage('Actions')
  await follow('Add a fault')
  await call('faults.add', { kind: 'status', operation: 'findUser', status: '503', times: '1' })
  // The client retries the call.
  await createClient(sandbox).users.find({ email: 'a@shop.example' })
  await hands.openPage('Requests')
  await findRow(page, '503').waitFor()
  await hands.press(findRow(page, 'accepted').getByRole('link').first())
  await waitForText('The envelope, step by step')
  await waitForText('Content in plain form')
}

async function endDay({ hands, page, call, follow, waitForText }: DayFixture): Promise<void> {
  await hands.openPage('Actions')
  const download = page.waitForEvent('download')
  await follow('Download a snapshot')
  const snapshot = await readFile(await (await download).path())
  await call('scenarios.run', {}, page.locator('li', { hasText: 'first-deposit' }))
  await hands.openPage('Deposits')
  await findRow(page, '0.5').waitFor()
  await hands.openPage('Actions')
  await call('reset')
  await hands.openPage('Users')
  await findRow(page, 'a@shop.example').waitFor({ state: 'detached' })
  await hands.openPage('Actions')
  await hands.uploadFile(page.locator('#snapshot'), snapshot)
  await hands.press(page.getByRole('button', { name: 'Restore', exact: true }))
  await waitForText('done.')
  await hands.openPage('Users')
  await waitForText('a@shop.example')
  await hands.openPage('Keyboard')
  await waitForText('go to the next row')
  await hands.openPage('Actions')
  await call('reset')
}

const browser = useSharedBrowser()

describe.runIf(hasBrowser)('the console with a real browser', () => {
  test.each(inputMethods)('a merchant can work for a day with $name', async (inputMethod) => {
    const day = await beginDay(browser(), inputMethod)

    for (const part of [addCustomer, receivePayment, payOut, receiveNotification, inspectCalls, endDay]) await part(day)
    expect([...day.errors, ...day.foreignRequests, ...day.sandboxErrors]).toEqual([])
    console.log(`A day with ${inputMethod.name} takes ${day.hands.log.length} of them.`)
  })
})
