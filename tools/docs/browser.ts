// The site in Chromium (`apt-get install chromium`, or set CHROMIUM to its path).
import { existsSync } from 'node:fs'

import { listenOn } from '@custody-wallet/server/core'
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core'

import { readBinaries } from './output/binaries.ts'
import type { Files } from './page.ts'

export const executablePath: string = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

export const hasBrowser: boolean = existsSync(executablePath)

const types: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  json: 'application/json',
  md: 'text/markdown',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  woff2: 'font/woff2',
}

/** Serves the site below a path, like a host with several sites. */
export async function serveSite(
  files: Files,
  below = '/some/where/',
): Promise<AsyncDisposable & { readonly url: string }> {
  const contents = new Map<string, string | Uint8Array<ArrayBuffer>>([...files, ...(await readBinaries())])
  const { url, close } = await listenOn(
    async (request) => {
      const { pathname } = new URL(request.url)
      const file = pathname.startsWith(below) ? pathname.slice(below.length) || 'index.html' : ''
      const content = contents.get(file)
      const type = types[file.split('.').at(-1) ?? ''] ?? 'text/plain'
      const headers = { 'content-type': `${type}; charset=utf-8` }
      return new Response(content ?? null, { status: content === undefined ? 404 : 200, headers })
    },
    { grace: 0 },
  )
  return { url: `${url}${below}`, [Symbol.asyncDispose]: close }
}

/** A page, its requests to other hosts, and its errors. */
export interface WatchedPage {
  readonly page: Page
  readonly outside: readonly string[]
  readonly problems: readonly string[]
}

/** Long enough for a busy machine. */
const timeout = 600_000

export async function launchBrowser(): Promise<Browser> {
  if (!hasBrowser) throw new Error(`Chromium is missing at ${executablePath}: install it, or set CHROMIUM to its path.`)
  return chromium.launch({ executablePath, args: ['--no-sandbox'] })
}

/** Opens a page that records requests to other hosts, errors and violations of the policy. */
export async function openWatchedPage(
  browser: Browser,
  own: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  page.setDefaultTimeout(timeout)
  const outside: string[] = []
  const problems: string[] = []
  const { origin } = new URL(own)
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:') && !url.startsWith('blob:')) outside.push(url)
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  return { page, outside, problems }
}
