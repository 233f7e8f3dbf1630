import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'

import { launchBrowser, serveSite, type WatchedPage, openWatchedPage } from '../../browser.ts'
import type { Files } from '../../page.ts'

type Options = BrowserContextOptions

export interface Visits {
  readonly url: (path: string) => string
  /** Opens a window, which is closed by the caller or after the last test. */
  readonly openWindow: (options?: Options) => Promise<WatchedPage>
  /** Opens a page in its own window until the test ends. */
  readonly open: (path: string, options?: Options) => Promise<WatchedPage>
}

export function createVisits(files: Files): Visits {
  let browser: Browser
  let site: Awaited<ReturnType<typeof serveSite>>
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launchBrowser(), serveSite(files)])
  })
  afterAll(async () => {
    await browser.close()
    await site[Symbol.asyncDispose]()
  })
  const openWindow = (options: Options = {}): Promise<WatchedPage> =>
    openWatchedPage(browser, site.url, { viewport: sizes.wide, ...options })
  return {
    url: (path) => site.url + path,
    openWindow,
    async open(path, options) {
      const window = await openWindow(options)
      onTestFinished(() => window.page.context().close())
      await window.page.goto(site.url + path)
      return window
    },
  }
}

export const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const

export const themes = ['light', 'dark'] as const

export const isReference = (path: string): boolean => /^(?:reference|wire)\./.test(path)
