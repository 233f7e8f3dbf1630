import { beforeAll, describe, expect, test } from 'vitest'

import { hasBrowser, type WatchedPage } from '../../browser.ts'
import { files, pages } from '../site.ts'
import { createVisits, isReference, sizes } from './visits.ts'

// Redoc's pages load their content while the reader scrolls.
const paths = pages.map(({ path }) => `${path}.html`).filter((path) => !isReference(path))
const longest = 12_000

describe.runIf(hasBrowser)('on a phone', () => {
  const phone = { viewport: sizes.narrow } as const
  const { url, open, openWindow } = createVisits(files)
  let window: WatchedPage
  beforeAll(async () => {
    window = await openWindow(phone)
  })

  test.each(paths)('%s has at most 12,000 pixels', async (path) => {
    await window.page.goto(url(path))
    const height = await window.page.evaluate<number>('document.documentElement.scrollHeight')
    expect(height).toBeLessThanOrEqual(longest)
  })

  test.each(paths)('no table of %s breaks a word, and the page with all sections fits', async (path) => {
    const { page } = window
    await page.goto(url(path))
    await page.evaluate(`for (const fold of document.querySelectorAll('.fold')) fold.open = true`)
    for (const width of [390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: sizes.narrow.height })
      const broken = await page.evaluate(brokenWords)
      const fits = await page.evaluate('document.documentElement.scrollWidth <= innerWidth')
      expect({ width, broken, fits }).toEqual({ width, broken: [], fits: true })
    }
    await page.setViewportSize(sizes.narrow)
  })

  test('a link opens the section of its target, and the other sections stay closed', async () => {
    const { page } = await open('codes.html#v1-100008', phone)
    await expect.poll(() => page.evaluate(isInSight('v1-100008'))).toBe(true)
    expect(await page.locator('.fold[open] h2').allTextContents()).toEqual([expect.stringMatching(/^v1/)])
    await page.evaluate(`location.hash = 'v2-100005'`)
    await expect.poll(() => page.evaluate(isInSight('v2-100005'))).toBe(true)
  })

  test('the filter opens the sections with its rows', async () => {
    const { page } = await open('codes.html', phone)
    await page.fill('.filter input', '1000012')
    expect(await page.isVisible('#v1-1000012')).toBe(true)
  })

  test('a heading opens and closes its section', async () => {
    const { page } = await open('packages/client.html', phone)
    expect(await page.locator('.fold[open]').count()).toBe(0)
    await page.click('#calls')
    expect(await page.locator('.fold[open]').count()).toBe(1)
    await page.click('#calls')
    expect(await page.locator('.fold[open]').count()).toBe(0)
  })

  test('all sections are open without scripts', async () => {
    const { page } = await open('codes.html', { ...phone, javaScriptEnabled: false })
    expect(await page.locator('.fold:not([open])').count()).toBe(0)
  })
})

const isInSight = (id: string): string => `(() => {
  const { top } = document.getElementById('${id}').getBoundingClientRect()
  return document.getElementById('${id}').checkVisibility() && top >= 0 && top < innerHeight
})()`

// A word is broken if its letters are in several lines.
const brokenWords = `[...document.querySelectorAll('article table')].flatMap((table) => {
  const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT)
  const broken = []
  while (texts.nextNode()) {
    if (texts.currentNode.parentElement.closest('.away')) continue
    for (const { 0: word, index } of texts.currentNode.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const range = document.createRange()
      range.setStart(texts.currentNode, index)
      range.setEnd(texts.currentNode, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > 1) broken.push(word)
    }
  }
  return broken
})`
