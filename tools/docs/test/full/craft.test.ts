import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { hasBrowser } from '../../browser.ts'
import { files } from '../site.ts'
import { createVisits } from './visits.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

describe.runIf(hasBrowser)('a page', () => {
  const { url, open } = createVisits(files)

  const getShownTab = (page: Page): Promise<string | null> =>
    page.textContent('.tabs[data-name="samples"] [aria-selected="true"]')

  test('shows one sample at a time; arrow keys select another, and the next page remembers it', async () => {
    const { page } = await open('calls/getAccount.html')
    expect(await page.locator('.tabs[data-name="samples"] pre:visible').count()).toBe(1)
    await page.focus('[role="tab"]')
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
    expect(await getShownTab(page)).toBe('Python')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Python')
    expect(await page.locator('[role="tablist"]').first().locator('[tabindex="0"]').count()).toBe(1)
    await page.goto(url('calls/findUser.html'))
    expect(await getShownTab(page)).toBe('Python')
    expect(await page.isVisible('pre.php')).toBe(false)
    expect(await page.isVisible('pre.python')).toBe(true)
  })

  test('opens the tab that a link names', async () => {
    const { page } = await open('calls/getAccount.html#curl-sealed')
    expect(await getShownTab(page)).toBe('curl, sealed')
  })

  test('shows all samples without a script', async () => {
    const { page } = await open('calls/getAccount.html', { javaScriptEnabled: false })
    expect(await page.locator('.tabs[data-name="samples"] pre:visible').count()).toBe(8)
    expect(await page.isVisible('h3#python')).toBe(true)
  })

  test('shows samples but no form without a server', async () => {
    const { page } = await open('calls/getAccount.html')
    expect([await page.isVisible('form.try'), await page.isVisible('.try-hint')]).toEqual([false, true])
  })

  test.each(['calls/getAccount.html', 'envelope.html', 'limits.html'])(
    'prints %s on white, in the wide layout, with all samples and steps',
    async (path) => {
      const { page } = await open(path, { colorScheme: 'dark', viewport: { width: 720, height: 1020 } })
      await page.emulateMedia({ media: 'print' })
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
      expect(await page.evaluate(`getComputedStyle(document.querySelector('article td')).display`)).toBe('table-cell')
      expect(await page.evaluate(hiddenOnPaper)).toEqual([])
    },
  )

  test.each(['index.html', 'calls/getAccount.html', 'codes.html', 'packages/client.html'])(
    'prints %s without menus and buttons, and with the addresses of links',
    async (path) => {
      const { page } = await open(path)
      await page.emulateMedia({ media: 'print' })
      expect(await page.evaluate(controlsOnPaper)).toEqual([])
      expect(await page.evaluate(linksWithoutAddress)).toEqual([])
    },
  )

  test('has the text before the list of pages in the document, and the list at the left', async () => {
    const { page } = await open('limits.html')
    expect(await page.evaluate(followsText)).toBe(true)
    const [text, list] = [await page.locator('main').boundingBox(), await page.locator('#_pages').boundingBox()]
    expect(list?.x).toBeLessThan(text?.x ?? 0)
    expect(list?.y).toBe(text?.y)
  })

  test('marks its entry in the list of pages, and the section in sight in its contents', async () => {
    const { page } = await open('guides/limits.html')
    const current = page.locator('.contents [aria-current="location"]')
    expect(await page.locator('#_pages [aria-current="page"]').allTextContents()).toEqual(['Limits'])
    expect(await current.allTextContents()).toEqual(['Per call'])
    for (const name of ['Rate limits', 'What has no limit', 'URL length']) {
      await page.locator('.contents').getByRole('link', { name }).click()
      await expect.poll(() => current.allTextContents()).toEqual([name])
    }
    await page.keyboard.press('Control+Home')
    await expect.poll(() => current.allTextContents()).toEqual(['Per call'])
  })

  test('has a visible copy button before each code block', async () => {
    const { page } = await open('calls/getAccount.html', phone)
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.copy')).opacity`)).toBe('1')
    expect(await page.evaluate(`document.querySelector('.copy').nextElementSibling.tagName`)).toBe('PRE')
  })

  test('closes its menu with Escape and focuses the button', async () => {
    const { page } = await open('limits.html', phone)
    await page.click('.menu')
    expect(await page.getAttribute('.menu', 'aria-expanded')).toBe('true')
    expect(await page.evaluate('document.activeElement.ariaCurrent')).toBe('page')
    await page.keyboard.press('Escape')
    expect([await page.isVisible('#_pages'), await page.getAttribute('.menu', 'aria-expanded')]).toEqual([
      false,
      'false',
    ])
    expect(await page.evaluate('document.activeElement.className')).toBe('menu')
  })

  test.each(['calls/cancelWithdrawal.html', 'downloads.html'])(
    'scrolls the list of pages to its own entry: %s',
    async (path) => {
      const { page } = await open(path, { viewport: { width: 1440, height: 700 } })
      const box = await page.locator('#_pages [aria-current]').boundingBox()
      expect(box?.y).toBeGreaterThan(56)
      expect(box?.y).toBeLessThan(680)
      expect(await page.evaluate('scrollY')).toBe(0)
    },
  )

  test('with messages on the wire is at most six screens long while steps are closed', async () => {
    const { page } = await open('envelope.html', { viewport: { width: 1440, height: 900 } })
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(6 * 900)
    await page.click('.steps summary')
    expect(await page.isVisible('.steps .inside pre')).toBe(true)
  })
})

const hiddenOnPaper = `[...document.querySelectorAll('.tabs pre, .steps pre')]
  .filter((code) => !code.checkVisibility({ contentVisibilityAuto: true }) || code.getBoundingClientRect().height === 0)
  .map((code) => code.textContent.slice(0, 40))`

const followsText = `document.querySelector('main').compareDocumentPosition(document.querySelector('#_pages')) === Node.DOCUMENT_POSITION_FOLLOWING`

const controlsOnPaper = `[...document.querySelectorAll('nav, button, input, select, .skip, .search')]
  .filter((control) => control.checkVisibility() && control.getBoundingClientRect().height > 0)
  .map((control) => control.outerHTML.slice(0, 60))`

const linksWithoutAddress = `[...document.querySelectorAll('article a[href^="http"]')]
  .filter((link) => !getComputedStyle(link, '::after').content.includes(link.getAttribute('href')))
  .map((link) => link.href)`
