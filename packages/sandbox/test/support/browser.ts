// The console in Debian's Chromium: `apt-get install chromium`, or CHROMIUM=/path/to/it.
import { existsSync } from 'node:fs'

import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import type { SandboxServers } from '../../src/index.ts'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const isInstalled = existsSync(executablePath)
const installHint = `No Chromium at ${executablePath}: \`apt-get install chromium\`, or name another in CHROMIUM.`

/** Names of other hosts that lead to this machine, as an attacker's own DNS can respond. */
export const attacker = 'attacker.test'
const args = ['--no-sandbox', `--host-resolver-rules=MAP ${attacker} 127.0.0.1`]

/** Whether tests have a browser. A machine without one skips them, and CI fails. */
export const hasBrowser: boolean = isInstalled
if (!isInstalled) console.warn(`\nSKIPPED: the console in a browser. ${installHint}\n`)

/** The browser of a file, from its first test to its last. */
export function useSharedBrowser(): () => Browser {
  let browser: Browser | undefined
  test.runIf(process.env['CI'] === 'true')('CI has a browser', () => {
    expect(isInstalled ? '' : installHint).toBe('')
  })
  beforeAll(async () => {
    if (isInstalled) browser = await chromium.launch({ executablePath, args })
  })
  afterAll(() => browser?.close())
  return () => {
    if (browser) return browser
    throw new Error('The browser starts with the first test.')
  }
}

/** A person at a browser of their own, with a session. */
export interface Visitor {
  readonly page: Page
  /** Scheme, host and port of the console. */
  readonly origin: string
  /** Opens a page below `/console`. */
  readonly open: (path: string) => Promise<void>
  /** Requests to other hosts. */
  readonly foreignRequests: readonly string[]
  /** Errors of scripts, violations of the policy, and files that did not load. */
  readonly errors: readonly string[]
}

const timeout = 120_000

export type VisitorOptions = BrowserContextOptions & {
  /** Whether a session begins; it does unless this is false. */
  readonly hasSession?: boolean
}

/** Opens the console with a ticket. The browser forgets the visit with the test. */
export async function createVisitor(
  browser: Browser,
  { consoleUrl, control }: SandboxServers,
  { hasSession = true, ...options }: VisitorOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(timeout)
  // From the beginning, because a key that opens the dialog could otherwise arrive first.
  page.on('filechooser', () => undefined)
  const { foreignRequests, errors } = watchPage(page, control.url)
  if (hasSession) await page.goto(consoleUrl())
  return {
    page,
    origin: control.url,
    foreignRequests,
    errors,
    async open(path) {
      await page.goto(`${control.url}/console${path}`)
    },
  }
}

/** Collects what a page asks of other hosts, and everything that it reports as an error. */
function watchPage(page: Page, ownOrigin: string): Pick<Visitor, 'errors' | 'foreignRequests'> {
  const foreignRequests: string[] = []
  const errors: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${ownOrigin}/`)) foreignRequests.push(request.url())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    // A page that responds 401 or 404 is no error of the page.
    const isOwnStatus = message.location().url === page.url() && /status of 40[14]/.test(message.text())
    if (message.type() === 'error' && !isOwnStatus) errors.push(message.text())
  })
  return { foreignRequests, errors }
}
