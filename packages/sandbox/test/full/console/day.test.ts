// A merchant's day in the console: with clicks only, with the keyboard only, and without script.
import { readFile } from 'node:fs/promises'

import type { Browser, Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import type { Sandbox } from '../../../src/index.ts'
import { hasBrowser, sharedBrowser, type Visitor, visitorOf } from '../../support/browser.ts'
import { listening } from '../../support/control.ts'
import { type Hands, keyboard, mouse } from '../../support/hands.ts'
import { type Receiver, receiverOf } from '../../support/receiver.ts'
import { clientOf, freshSandbox } from '../../support/sandbox.ts'
import { servedReceiver } from '../../support/shop-port.ts'

const ways = [
  { name: 'clicks', hands: mouse, script: true },
  { name: 'the keyboard', hands: keyboard, script: true },
  { name: 'clicks and no script', hands: mouse, script: false },
] as const

/** A merchant at work. */
interface Day extends Visitor {
  readonly hands: Hands
  readonly sandbox: Sandbox
  /** Errors of the sandbox itself. */
  readonly errors: readonly unknown[]
  readonly receiver: Receiver
  /** Fills in the form of a control call, sends it, and waits until its answer is shown. */
  readonly call: (id: string, texts?: Readonly<Record<string, string>>, within?: Locator) => Promise<void>
  readonly follow: (name: RegExp | string) => Promise<void>
  readonly sees: (text: RegExp | string) => Promise<void>
}

async function begun(browser: Browser, { hands: handsOf, script }: (typeof ways)[number]): Promise<Day> {
  const receiver = receiverOf(() => sandbox, 'demo-modern')
  const errors: unknown[] = []
  const sandbox = await freshSandbox({ onError: (error) => errors.push(error) })
  const visitor = await visitorOf(browser, await listening(sandbox), { javaScriptEnabled: script })
  const { page } = visitor
  const hands = handsOf(page)
  return {
    ...visitor,
    hands,
    sandbox,
    errors,
    receiver,
    call: (id, texts = {}, within = page.locator('main')) => send(hands, page, { id, texts, within }),
    follow: (name) => hands.press(page.getByRole('main').getByRole('link', { name }).first()),
    sees: (text) => page.getByRole('main').getByText(text).filter({ visible: true }).first().waitFor(),
  }
}

interface Sent {
  readonly id: string
  readonly texts: Readonly<Record<string, string>>
  readonly within: Locator
}

async function send(hands: Hands, page: Page, { id, texts, within }: Sent): Promise<void> {
  const form = within.locator(`form:has(> [name=call][value="${id}"])`).first()
  for (const [name, text] of Object.entries(texts)) {
    const field = form.locator(`[name="p.${name}"]`)
    const isList = await field.evaluate((element) => element.localName === 'select')
    await hands[isList ? 'choose' : 'type'](field, text)
  }
  await hands.press(form.locator('button[type=submit]'))
  expect(await page.locator('.notice').innerText()).toContain('done.')
}

/** A row of the table that has a text. */
const row = (page: Page, text: string): Locator => page.locator('tbody tr', { hasText: text }).first()

async function takesACustomer({ hands, page, call, follow, sees }: Day): Promise<void> {
  await call('users.create', { email: 'a@shop.example' })
  await sees('a@shop.example')
  await follow('Add addresses')
  await call('addresses.generate', { symbol: 'BTC', count: '3' })
  await hands.go('Users')
  await hands.press(row(page, 'a@shop.example').getByRole('link').first())
  await follow('Assign an address')
  await call('addresses.assign', { symbol: 'BTC' })
}

async function isPaid({ hands, page, call, follow, sees }: Day): Promise<void> {
  await hands.go('Users')
  await hands.press(row(page, 'a@shop.example').getByRole('link').first())
  await follow('Addresses')
  await hands.press(row(page, 'BTC').getByRole('link').first())
  await follow('Pay in')
  await call('chain.pay', { amount: '2' })
  await hands.go('Deposits')
  await row(page, 'confirming').waitFor()
  await hands.go('Overview')
  await call('chain.mine', { blocks: '3' })
  await sees('credited')
  await hands.go('Balances')
  await row(page, '2').filter({ hasText: 'user' }).waitFor()
  await hands.press(row(page, 'user').getByRole('link').first())
  await follow('Explain this balance')
  await sees('Available: 2.')
}

async function paysOut({ hands, page, call, follow, sees }: Day): Promise<void> {
  await hands.go('Users')
  await hands.press(row(page, 'a@shop.example').getByRole('link').first())
  await follow('Request a withdrawal')
  await call('withdrawals.request', { symbol: 'BTC', amount: '0.5', to: 'outside', requestId: 'wd-1' })
  await hands.go('Withdrawals')
  await hands.press(row(page, 'wd-1').getByRole('link').first())
  for (const by of ['merchant', 'platform'])
    await call(
      'withdrawals.audit',
      {},
      page.locator(`li:has([name="p.by"][value=${by}]):has([value=approve])`),
    )
  await call('withdrawals.pay')
  await hands.go('Overview')
  await call('chain.mine', { blocks: '3' })
  await hands.go('Withdrawals')
  await hands.press(row(page, 'succeeded').getByRole('link').first())
  await sees('Transfers that explain its amounts')
  await sees('0.5 BTC')
}

async function isTold({ hands, page, call, follow, sees, receiver }: Day): Promise<void> {
  const url = await servedReceiver(receiver)
  await hands.go('Notifications')
  await follow(/^Set the receivers/)
  await call('merchants.update', { notificationUrls: `${url}/shop` })
  receiver.answer = () => new Response('not now', { status: 503 })
  await hands.go('Deposits')
  await hands.press(row(page, 'credited').getByRole('link').first())
  await follow('Pay in')
  await call('chain.pay', { amount: '1' })
  await hands.go('Overview')
  await call('chain.mine', { blocks: '3' })
  await call('time.advance', { duration: '1s' })
  await hands.go('Notifications')
  await hands.press(row(page, 'deposit').getByRole('link').first())
  await sees('not now')
  receiver.answer = undefined
  await call('notifications.redeliver')
  await hands.go('Overview')
  await call('time.runUntilIdle')
  await hands.go('Notifications')
  await row(page, 'delivered').waitFor()
  expect(receiver.received).toHaveLength(1)
}

async function looksAtCalls({ hands, page, call, follow, sees, sandbox }: Day): Promise<void> {
  await hands.go('Actions')
  await follow('Add a fault')
  await call('faults.add', { kind: 'status', operation: 'findUser', status: '503', times: '1' })
  // The client repeats the call.
  await clientOf(sandbox).users.find({ email: 'a@shop.example' })
  await hands.go('Requests')
  await row(page, '503').waitFor()
  await hands.press(row(page, 'accepted').getByRole('link').first())
  await sees('The envelope, step by step')
  await sees('Content in plain form')
}

async function endsTheDay({ hands, page, call, follow, sees }: Day): Promise<void> {
  await hands.go('Actions')
  const download = page.waitForEvent('download')
  await follow('Download a snapshot')
  const snapshot = await readFile(await (await download).path())
  await call('scenarios.run', {}, page.locator('li', { hasText: 'first-deposit' }))
  await hands.go('Deposits')
  await row(page, '0.5').waitFor()
  await hands.go('Actions')
  await call('reset')
  await hands.go('Users')
  await row(page, 'a@shop.example').waitFor({ state: 'detached' })
  await hands.go('Actions')
  await hands.give(page.locator('#snapshot'), snapshot)
  await hands.press(page.getByRole('button', { name: 'Restore it' }))
  await sees('done.')
  await hands.go('Users')
  await sees('a@shop.example')
  await hands.go('Keyboard')
  await sees('goes to the next row')
  await hands.go('Actions')
  await call('reset')
}

const browser = sharedBrowser()

describe.runIf(hasBrowser)('the console with a real browser', () => {
  test.each(ways)("a merchant's day is done with $name", async (way) => {
    const day = await begun(browser(), way)

    for (const part of [takesACustomer, isPaid, paysOut, isTold, looksAtCalls, endsTheDay]) await part(day)
    expect([...day.complaints, ...day.outside, ...day.errors]).toEqual([])
    console.log(`A day with ${way.name} takes ${day.hands.done.length} of them.`)
  })
})
