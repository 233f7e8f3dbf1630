// What pictures are taken of: docs, mock and sandbox, and a browser.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Browser, chromium, type Page } from 'playwright-core'

import type { RunningServices } from '../serve/banner.ts'
import { readSite } from '../serve/site.ts'
import { startAll } from '../serve/start.ts'

/** What a control call creates. */
interface Created {
  readonly url?: string
}

/** Makes a control call, and warns if it fails. */
export async function callControl(
  { control }: RunningServices['sandbox'],
  name: string,
  parameters: object,
): Promise<Created> {
  const response = await fetch(`${control.url}/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${control.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
  })
  if (!response.ok) console.warn(`${name} failed: ${await response.text()}`)
  return response.ok ? JSON.parse(await response.text()) : {}
}

/** Signs in with a new ticket: each works once. */
export async function signIn(page: Page, sandbox: RunningServices['sandbox']): Promise<void> {
  const ticket = await callControl(sandbox, 'tickets/create', {})
  if (ticket.url !== undefined) await page.goto(ticket.url)
}

/** Starts everything with a browser, and ends it after the work. */
export async function withServices(
  work: (browser: Browser, addresses: RunningServices) => Promise<void>,
): Promise<void> {
  const state = mkdtempSync(join(tmpdir(), 'pictures-'))
  const site = readSite(new URL('../../dist/docs/', import.meta.url))
  const { addresses, close } = await startAll({ host: '127.0.0.1', port: 0, state }, site)
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    await work(browser, addresses)
  } finally {
    await browser.close()
    await close()
    rmSync(state, { recursive: true })
  }
}
