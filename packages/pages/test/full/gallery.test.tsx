import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readFont, readScript, readStyleSheet } from '../../src/files.ts'
import { Gallery } from '../../src/gallery/gallery.tsx'
import { render } from '../render.ts'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src data:"
const [style, script, font] = await Promise.all([readStyleSheet(), readScript(), readFont()])
const page = await render(<Gallery styles="/pages.css" script="/pages.js" />)
const files: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
  '/': ['text/html; charset=utf-8', `<!doctype html>${page}`],
  '/pages.css': ['text/css', style],
  '/pages.js': ['text/javascript', script],
  '/inter.woff2': ['font/woff2', font],
}

const server = createServer((request, response) => {
  const [type, body] = files[request.url ?? ''] ?? ['text/plain', '']
  response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(body)
})

interface Finding {
  readonly id: string
  readonly nodes: readonly string[]
}

const findViolations = (visited: Page): Promise<readonly Finding[]> =>
  visited.evaluate<readonly Finding[]>(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) })))',
  )

describe.runIf(existsSync(executablePath))('the gallery', () => {
  let browser: Browser
  let url: string
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  })
  afterAll(async () => {
    await browser.close()
    server.close()
  })

  async function visit(width: number, colorScheme: 'light' | 'dark', javaScriptEnabled = true): Promise<Page> {
    const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme, javaScriptEnabled })
    const visited = await context.newPage()
    if (javaScriptEnabled) await visited.addInitScript(axe.source)
    await visited.goto(url)
    return visited
  }

  describe.each([1440, 390])('%i px wide', (width) => {
    test.each(['light', 'dark'] as const)(
      'has no violation of axe in %s mode, and does not scroll sideways',
      async (mode) => {
        const visited = await visit(width, mode)
        expect(await findViolations(visited)).toEqual([])
        expect(await visited.evaluate<number>('document.documentElement.scrollWidth')).toBe(width)
      },
    )
  })

  test('loads its own font', async () => {
    const visited = await visit(1440, 'light')
    expect(
      await visited.evaluate<string>(`document.fonts.load('14px "Inter Variable"').then(([{ status }]) => status)`),
    ).toBe('loaded')
  })

  test('opens and closes its menu on a small screen without script', async () => {
    const visited = await visit(390, 'light', false)
    const navigation = visited.locator('nav[aria-label=Pages]')
    expect(await navigation.isVisible()).toBe(false)
    await visited.getByRole('button', { name: 'Menu', exact: true }).click()
    expect(await navigation.isVisible()).toBe(true)
    await visited.keyboard.press('Escape')
    expect(await navigation.isVisible()).toBe(false)
  })

  test('closes the menu after a link to a part of the page', async () => {
    const visited = await visit(390, 'light')
    await visited.getByRole('button', { name: 'Menu', exact: true }).click()
    const navigation = visited.locator('nav[aria-label=Pages]')
    await navigation.getByRole('link').first().click()
    expect(await navigation.isVisible()).toBe(false)
  })

  test('keeps a tab open when it is chosen again', async () => {
    const visited = await visit(1440, 'light')
    const tab = visited.locator('.ui-tabs summary', { hasText: 'Failure' })
    await tab.focus()
    for (const _press of ['first', 'second']) await visited.keyboard.press('Enter')
    expect(await visited.getByText('The parameters are invalid').isVisible()).toBe(true)
  })

  test('shows all lines of a folded code block without script', async () => {
    const visited = await visit(1440, 'light', false)
    await visited.locator('.ui-tabs summary', { hasText: 'Failure' }).click()
    const code = visited.locator('.ui-code.folded pre')
    const measure = () => code.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
    expect(await measure()).toBeGreaterThan(0)
    await visited.getByText('Show all lines').click()
    expect(await measure()).toBe(0)
  })

  test('asks before a destructive action without script', async () => {
    const visited = await visit(1440, 'light', false)
    await visited.getByRole('button', { name: 'Reset the sandbox' }).click()
    const dialog = visited.getByRole('dialog', { name: 'Reset the sandbox?' })
    expect(await dialog.isVisible()).toBe(true)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await dialog.isVisible()).toBe(false)
  })

  test('closes a menu by Escape and gives the focus back', async () => {
    const visited = await visit(1440, 'light')
    const summary = visited.locator('summary[aria-label="More actions"]')
    await summary.click()
    await visited.keyboard.press('Tab')
    await visited.keyboard.press('Escape')
    expect(await visited.getByText('Reorganize the block').isVisible()).toBe(false)
    expect(await summary.evaluate((element) => element.matches(':focus'))).toBe(true)
  })

  test('keeps the chosen theme', async () => {
    const visited = await visit(1440, 'light')
    await visited.getByRole('button', { name: 'Change the theme' }).click()
    await visited.reload()
    expect(await visited.evaluate<string>('getComputedStyle(document.documentElement).colorScheme')).toBe('dark')
  })

  test('copies code', async () => {
    const visited = await visit(1440, 'light')
    await visited.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await visited.getByRole('button', { name: 'Copy Request' }).click()
    await visited.waitForSelector('[data-copied]')
    expect(await visited.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^curl -X POST/)
  })
})
