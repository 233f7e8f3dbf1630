// The site in a real browser: Debian's Chromium (`apt-get install chromium`, or CHROMIUM=/path/to/it).
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'

import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core'

import type { Files } from './site.ts'

export const executablePath: string = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

export const hasBrowser: boolean = existsSync(executablePath)

const types: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  json: 'application/json',
  md: 'text/markdown',
  svg: 'image/svg+xml',
}

/** Serves the site on loopback below a path, like a host with several sites. */
export async function served(
  files: Files,
  below = '/some/where/',
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://127.0.0.1')
    const file = pathname.startsWith(below) ? pathname.slice(below.length).replace(/^$/, 'index.html') : ''
    const text = files.get(file)
    const type = types[file.split('.').at(-1) ?? ''] ?? 'text/plain'
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': `${type}; charset=utf-8` }).end(text)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.')
  return {
    url: `http://127.0.0.1:${address.port}${below}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** A page, its requests to other hosts, and its errors. */
export interface Watched {
  readonly page: Page
  readonly outside: readonly string[]
  readonly complaints: readonly string[]
}

/** Long enough for a busy machine. */
const patience = 120_000

export async function launched(): Promise<Browser> {
  if (!hasBrowser)
    throw new Error(`Chromium is missing at ${executablePath}: install it, or set CHROMIUM to its path.`)
  return chromium.launch({ executablePath, args: ['--no-sandbox'] })
}

/** A new page that records requests to other hosts, errors and violations of the policy. */
export async function watched(
  browser: Browser,
  own: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  page.setDefaultTimeout(patience)
  const outside: string[] = []
  const complaints: string[] = []
  const { origin } = new URL(own)
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:') && !url.startsWith('blob:'))
      outside.push(url)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return { page, outside, complaints }
}
