// A browser and a served site for the tests of a file.
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'

import { launched, served, type Watched, watched } from '../../browser.ts'
import type { Files } from '../../site.ts'

type Options = BrowserContextOptions

export interface Visits {
  readonly url: (path: string) => string
  /** A window that the caller closes, or that stays until the last test. */
  readonly newWindow: (options?: Options) => Promise<Watched>
  /** Opens a page in a window of its own, until the test ends. */
  readonly open: (path: string, options?: Options) => Promise<Watched>
}

export function visits(files: Files): Visits {
  let browser: Browser
  let site: Awaited<ReturnType<typeof served>>
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launched(), served(files)])
  })
  afterAll(async () => {
    await browser.close()
    await site[Symbol.asyncDispose]()
  })
  const newWindow = (options: Options = {}): Promise<Watched> =>
    watched(browser, site.url, { viewport: sizes.wide, ...options })
  return {
    url: (path) => site.url + path,
    newWindow,
    async open(path, options) {
      const window = await newWindow(options)
      onTestFinished(() => window.page.context().close())
      await window.page.goto(site.url + path)
      return window
    },
  }
}

export const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const

export const themes = ['light', 'dark'] as const

export const isReference = (path: string): boolean => /^(?:reference|wire)\./.test(path)
