// The site in a browser. Screenshots for people go to reports/screens.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'

import { executablePath, hasBrowser, type WatchedPage } from '../../browser.ts'
import { buildDocs } from '../../site.ts'
import { readSiteFile, files, pages } from '../site.ts'
import { faintTexts } from './contrast.ts'
import { isReference, sizes, themes, createVisits } from './visits.ts'

const how = `No Chromium at ${executablePath}: \`apt-get install chromium\`, or name another in CHROMIUM.`
if (!hasBrowser) console.warn(`\nSKIPPED: the site in a browser. ${how}\n`)

test.runIf(process.env['CI'] === 'true')('CI has a browser', () => {
  expect(hasBrowser ? 'a browser' : how).toBe('a browser')
})

const screens = join(import.meta.dirname, '../../reports/screens')

describe.runIf(hasBrowser)('in a browser', () => {
  const { url, openWindow: newWindow, open } = createVisits(files)

  // One window for each size, because a new one starts a process and compiles every script again.
  const windows = new Map<string, WatchedPage>()
  beforeAll(async () => {
    mkdirSync(screens, { recursive: true })
    for (const [size, viewport] of Object.entries(sizes)) windows.set(size, await newWindow({ viewport }))
  })

  async function goTo({ page, outside, problems }: WatchedPage, path: string): Promise<WatchedPage> {
    const [requests, errors] = [outside.length, problems.length]
    // Without another page in between, a link into the open page does not load it again.
    if (path.includes('#')) await page.goto('about:blank')
    await page.goto(url(path))
    await waitForDrawing(page, path)
    return { page, outside: outside.slice(requests), problems: problems.slice(errors) }
  }

  async function waitForDrawing(page: Page, path: string): Promise<void> {
    if (!isReference(path)) return
    await page.waitForSelector('#redoc h1, #redoc h2')
    expect(await page.locator('text="No page at this address"').count()).toBe(0)
    // Polls from outside, because waiting inside the page needs eval, which the policy of the site forbids.
    await expect.poll(() => page.evaluate(headingInSight)).toBe(true)
  }

  const paths = pages.map(({ path }) => `${path}.html`)

  test.each(paths)('%s makes no requests to other hosts, keeps the policy and fits any screen', async (path) => {
    for (const [size, window] of windows) {
      const { page, outside, problems } = await goTo(window, path)
      const fits = await page.evaluate('document.documentElement.scrollWidth <= innerWidth')
      const overlapping = [
        ...(await page.evaluate<string[]>(textsBeyondBoxes)),
        ...(await page.evaluate<string[]>(labelsOverTexts)),
      ]
      expect({ size, outside, complaints: problems, isFitting: fits, overlapping }).toEqual({
        size,
        outside: [],
        complaints: [],
        isFitting: true,
        overlapping: [],
      })
    }
  })

  const shown = {
    home: 'index.html',
    hour: 'first-hour.html',
    states: 'states.html',
    codes: 'codes.html',
    envelope: 'envelope.html',
    token: 'reference.html#operation/getToken',
    v2: 'reference.html#operation/getAccount',
    mpc: 'reference.html#operation/listMpcWithdrawals',
    v1: 'reference.html#operation/pullWithdrawals',
    call: 'calls/pullWithdrawals.html',
  }

  test.each(Object.entries(shown))(
    '%s has a screenshot and enough contrast, in light and dark mode',
    async (name, path) => {
      for (const [size, window] of windows)
        for (const colorScheme of themes) {
          await window.page.emulateMedia({ colorScheme })
          const { page } = await goTo(window, path)
          expect(await page.evaluate(faintTexts)).toEqual([])
          await page.evaluate(idle)
          const shot = await page.screenshot({ path: join(screens, `${name}-${size}-${colorScheme}.png`) })
          expect(shot.length).toBeGreaterThan(20_000)
        }
    },
  )

  test('a diagram of states has its natural size, and scrolls within the text on a phone', async () => {
    for (const window of windows.values()) {
      const { page } = await goTo(window, 'states.html#withdrawal-status')
      const { scale, share } = await page.evaluate<{ scale: number; share: number }>(pictureSize)
      expect(scale).toBe(1)
      expect(share).toBeLessThanOrEqual(1)
    }
  })

  test('the filter of codes keeps rows with all words, and Escape shows all rows', async () => {
    const { page } = await open('codes.html')
    const rows = page.locator('article tbody tr:visible')
    const all = await rows.count()
    await page.fill('.filter input', 'signature v')
    expect(await rows.count()).toBeLessThan(all)
    await page.fill('.filter input', '1000012')
    expect(await rows.allTextContents()).toEqual([expect.stringContaining("request_id and txid don't match")])
    expect(await page.textContent('.filter [role=status]')).toBe(`1 of ${all} rows`)
    expect(await page.isVisible('h2#v1')).toBe(true)
    expect(await page.isVisible('h2#v2')).toBe(false)
    await page.press('.filter input', 'Escape')
    expect(await rows.count()).toBe(all)
  })

  test('without scripts, all codes are visible and the filter is absent', async () => {
    const { page } = await open('codes.html', { javaScriptEnabled: false })
    expect(await page.isVisible('#v1-1000012')).toBe(true)
    expect(await page.locator('.filter').count()).toBe(0)
  })

  test.each(['index.html', 'states.html', 'calls/getAccount.html'])(
    'the keyboard reaches everything on %s',
    async (path) => {
      const { page } = await open(path)
      const stops = await page.evaluate<number>(
        `[...document.querySelectorAll(${JSON.stringify(stopSelector)})].filter((stop) => stop.tabIndex >= 0 && stop.checkVisibility()).length`,
      )
      const reached = new Set<string>()
      for (let stop = 0; stop < stops; stop += 1) {
        await page.keyboard.press('Tab')
        reached.add(await page.evaluate<string>(focusedPlace))
      }
      expect(reached.size).toBe(stops)
      expect([...reached][0]).toContain('Skip to content')
      expect([...reached].filter((place) => place.endsWith('none'))).toEqual([])
    },
  )

  test('search finds a call from the keyboard and goes there', async () => {
    const { page } = await open('states.html')
    await page.keyboard.press('/')
    await page.keyboard.type('pull pending withdrawals')
    await page.waitForSelector('#_found a')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/calls\/pullWithdrawals\.html/)
    expect(await page.textContent('h1')).toContain('Pull pending withdrawals')
  })

  test.each(['/', 'Control+k'])('%s opens the search; results have groups and marks', async (key) => {
    const { page } = await open('states.html')
    await page.keyboard.press(key)
    expect(await page.evaluate(`document.activeElement.type`)).toBe('search')
    await page.keyboard.type('cancel withdrawal')
    await page.getByRole('group', { name: 'Calls' }).getByRole('link').first().waitFor()
    expect(await page.locator('#_found [role=group]').count()).toBeGreaterThan(1)
    const marks = await page.locator('#_found mark').allTextContents()
    expect(marks).toContain('Cancel')
    for (const mark of marks) expect(mark).toMatch(/cancel|withdraw/i)
  })

  test('search shows the number of results, finds words with typing errors, and closes with Escape', async () => {
    const { page } = await open('states.html')
    await page.keyboard.press('/')
    await page.keyboard.type('webhok retry')
    await page.waitForSelector('#_found a')
    expect(await page.textContent('.search [role=status]')).toMatch(/^\d results$/)
    await page.keyboard.press('Escape')
    expect(await page.isVisible('#_found')).toBe(false)
    await page.fill('.search input', 'qwxyzqwxyz')
    await page.waitForSelector('#_found p')
    expect(await page.textContent('.search [role=status]')).toBe('0 results')
  })

  test('search goes to the entry of a code with Enter', async () => {
    const { page } = await open('calls/getAccount.html')
    await page.fill('.search input', '100005')
    await page.waitForSelector('#_found a')
    await page.press('.search input', 'Enter')
    await page.waitForURL(/codes\.html#v2-100005$/)
    expect(await page.isVisible('#v2-100005')).toBe(true)
  })

  test('the selected color mode stays on the next page and in the reference', async () => {
    const { page } = await open('index.html', { colorScheme: 'light' })
    await page.click('.theme')
    const ground = 'getComputedStyle(document.body).backgroundColor'
    const dark = await page.evaluate<string>(ground)
    expect(dark).not.toBe('rgb(255, 255, 255)')
    for (const path of ['codes.html', 'reference.html']) {
      await page.goto(url(path))
      await page.waitForSelector('h2')
      expect(await page.evaluate(`document.documentElement.classList.contains('dark')`)).toBe(true)
    }
  })

  test('a deep link leads to its operation, with a sample and our mark in the footer', async () => {
    const { page } = await open('reference.html#operation/pullWithdrawals')
    await page.waitForSelector('text=custody.withdrawals.pull')
    const logo = `document.querySelector('img[alt="redocly logo"]')`
    expect(await page.evaluate(`${logo}.decode().then(() => ${logo}.naturalWidth)`)).toBeGreaterThan(0)
    await page.waitForURL(/#\/withdrawals\/pullwithdrawals$/)
    await page.locator('#redoc :is(h1, h2)', { hasText: 'Pull pending withdrawals' }).first().waitFor()
  })

  test('the button of the header changes the mode of the reference', async () => {
    const { page } = await open('reference.html', { colorScheme: 'light' })
    await waitForDrawing(page, 'reference.html')
    const readColor = () => page.evaluate(`getComputedStyle(document.querySelector('#redoc h1, #redoc h2')).color`)
    const before = await readColor()
    await page.click('.theme')
    await expect.poll(readColor).not.toBe(before)
    expect(await page.locator('[data-testid="color-mode-switcher"]:visible').count()).toBe(0)
  })

  test('the search of the site is the only one of the reference', async () => {
    const { page, outside, problems } = await open('reference.html')
    await waitForDrawing(page, 'reference.html')
    await page.keyboard.press('Control+k')
    await page.locator('.search input:focus').waitFor()
    await page.keyboard.type('balance')
    await page.waitForSelector('#_found a')
    expect(await page.locator('[data-testid^="search-"]:visible').count()).toBe(0)
    expect({ outside, complaints: problems }).toEqual({ outside: [], complaints: [] })
  })

  test('on a small screen a button opens the list of pages', async () => {
    const { page } = await open('index.html', { viewport: sizes.narrow })
    expect(await page.isVisible('#_pages')).toBe(false)
    await page.click('.menu')
    expect(await page.isVisible('#_pages a >> nth=3')).toBe(true)
  })

  test('without scripts, all text and the list of pages are visible', async () => {
    const { page } = await open('states.html', { javaScriptEnabled: false, viewport: sizes.narrow })
    expect(await page.locator('#_pages a').first().isVisible()).toBe(true)
    expect(await page.locator('figure svg:visible').first().isVisible()).toBe(true)
  })

  test('pages work as files without a server', async () => {
    const folder = pathToFileURL(`${join(import.meta.dirname, '../../reports/site')}/`)
    await buildDocs(folder)
    const { page, problems } = await newWindow()
    await page.goto(new URL('reference.html', folder).href)
    await page.waitForSelector('#redoc h1')
    await page.goto(new URL('index.html', folder).href)
    await page.fill('.search input', 'balance')
    await page.waitForSelector('#_found a')
    expect(problems).toEqual([])
  })

  test('the home page loads few files', async () => {
    const { page } = await open('index.html')
    const loaded = await page.evaluate<number>(`performance.getEntriesByType('resource').length`)
    // With the font, and at most one picture.
    expect(loaded).toBeLessThanOrEqual(8)
    expect(Buffer.byteLength(readSiteFile('index.html'))).toBeLessThan(30_000)
  })
})

// Redoc scrolls to the target of a link once everything above it has its height.
const headingInSight = `[...document.querySelectorAll('#redoc :is(h1, h2)')].some((heading) => {
  const { top, bottom } = heading.getBoundingClientRect()
  return heading.textContent.length > 3 && top >= 0 && bottom < innerHeight
})`

const idle = `new Promise((done) => requestIdleCallback(() => requestAnimationFrame(() => requestAnimationFrame(done))))`

const stopSelector = 'a[href], button, input, pre[tabindex], select, summary'

// Identifies the focused element, and whether its focus is visible.
const focusedPlace = `(() => {
  const { activeElement: at } = document
  const index = [...document.querySelectorAll('*')].indexOf(at)
  return [index, at.textContent.slice(0, 20), getComputedStyle(at).outlineStyle].join(' ')
})()`

// Scale of a diagram, and the width of its region relative to the text.
const pictureSize = `(() => {
  const svg = [...document.querySelectorAll('figure svg')].find((each) => each.checkVisibility())
  const { width } = svg.getBoundingClientRect()
  return { scale: width / svg.viewBox.baseVal.width, share: svg.parentElement.clientWidth / svg.closest('article').clientWidth }
})()`

const textsBeyondBoxes = `[...document.querySelectorAll('figure svg')].filter((svg) => svg.checkVisibility()).flatMap((svg) => {
  const wide = svg.viewBox.baseVal.width
  const boxes = [...svg.querySelectorAll('rect')].map((rect) => rect.getBBox())
  return [...svg.querySelectorAll('text')].filter((text) => {
    const { x, y, width, height } = text.getBBox()
    const around = boxes.filter((box) => box.x <= x + 1 && x <= box.x + box.width && box.y <= y + height / 2 && y + height / 2 <= box.y + box.height)
    return x + width > wide || around.some((box) => x + width > box.x + box.width || y + height > box.y + box.height + 1)
  }).map((text) => text.textContent)
})`

// A label is a pseudo element, so its box is measured with a text in its place.
const labelsOverTexts = `[...document.querySelectorAll('article td[data-head]:not([data-head=""])')].flatMap((cell) => {
  if (!cell.checkVisibility()) return []
  const content = cell.firstElementChild
  const label = document.createElement('span')
  const style = getComputedStyle(cell, '::before')
  if (style.content === 'none') return []
  label.textContent = cell.dataset.head
  label.style.cssText = 'display:block;font-size:' + style.fontSize + ';line-height:' + style.lineHeight
  label.style.width = style.width
  document.body.append(label)
  const { height } = label.getBoundingClientRect()
  label.remove()
  const box = cell.getBoundingClientRect()
  const fits = content.getBoundingClientRect().left >= box.left + parseFloat(style.width) && box.height + 1 >= height
  return fits ? [] : [cell.dataset.head + ': ' + cell.textContent.slice(0, 30)]
})`
