// Ways to use a page: with the mouse, with the keyboard, and with the mouse where no script runs.
import type { FileChooser, Locator, Page } from 'playwright-core'

/** What a person does on a page. */
export interface Hands {
  /** Goes to a page of the navigation. */
  readonly openPage: (name: string) => Promise<void>
  /** Presses a button, or follows a link. */
  readonly press: (target: Locator) => Promise<void>
  /** Follows the first link of a row of a list. */
  readonly openRow: (row: Locator) => Promise<void>
  /** Types into a field that may have a text. */
  readonly type: (field: Locator, text: string) => Promise<void>
  readonly choose: (field: Locator, option: string) => Promise<void>
  /** Gives a file to a field. */
  readonly uploadFile: (field: Locator, file: Buffer) => Promise<void>
  /** What was done, as a list of keys or clicks. */
  readonly log: readonly string[]
}

const upload = async (chooser: Promise<FileChooser>, buffer: Buffer): Promise<void> =>
  (await chooser).setFiles({ name: 'sandbox.snapshot', mimeType: 'application/octet-stream', buffer })

/** An entry of the navigation; a count may follow its name. */
const findEntry = (page: Page, name: string): Locator =>
  page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: new RegExp(`^${name}\\b`) })
    .first()

/** Waits until the script of the next page has run, where a link or a button leads to one. */
async function pressAndFollow(target: Locator, follow: () => Promise<void>): Promise<void> {
  const isLeaving = await target.evaluate((element) =>
    element instanceof HTMLAnchorElement ? !element.hasAttribute('download') : element.matches('button[type=submit]'),
  )
  await Promise.all([isLeaving && target.page().waitForEvent('load'), follow()])
}

/** The mouse. Only texts are typed. */
export function useMouse(page: Page): Hands {
  const log: string[] = []
  const press = async (target: Locator): Promise<void> => {
    log.push('click')
    await pressAndFollow(target, () => target.click())
  }
  return {
    log,
    press,
    openRow: (row) => press(row.getByRole('link').first()),
    openPage: (name) => press(findEntry(page, name)),
    type: (field, text) => field.fill(text),
    choose: async (field, option) => void (await field.selectOption(option)),
    async uploadFile(field, file) {
      const chooser = page.waitForEvent('filechooser')
      await press(field)
      await upload(chooser, file)
    },
  }
}

/** Tab, Enter, Space for files, the keys of texts, and the shortcuts that `?` shows. */
export function useKeyboard(page: Page): Hands {
  const log: string[] = []
  const pressKey = async (name: string): Promise<void> => {
    log.push(name)
    await page.keyboard.press(name)
  }
  const focusTarget = async (target: Locator): Promise<void> => {
    const { length } = log
    // A new page begins with a link over its navigation.
    if (await hasFocus(page.locator('body'))) for (const name of ['Tab', 'Enter']) await pressKey(name)
    while (!(await hasFocus(target))) {
      if (log.length - length > maxTabs) throw new Error(`${maxTabs} times Tab do not reach ${String(target)}.`)
      await pressKey('Tab')
    }
  }
  return {
    log,
    async openPage(name) {
      const link = findEntry(page, name)
      const shortcut = await link.getAttribute('data-key')
      await pressAndFollow(link, async () => {
        for (const each of ['g', shortcut ?? '']) await pressKey(each)
      })
    },
    async openRow(row) {
      const link = row.getByRole('link').first()
      for (let rows = 0; !(await hasFocus(link)); rows += 1) {
        if (rows > maxRows) throw new Error(`${maxRows} times j do not reach ${String(row)}.`)
        await pressKey('j')
      }
      await pressAndFollow(link, () => pressKey('Enter'))
    },
    async press(target) {
      await focusTarget(target)
      await pressAndFollow(target, () => pressKey('Enter'))
    },
    async type(field, text) {
      await focusTarget(field)
      await pressKey('ControlOrMeta+a')
      log.push(`"${text}"`)
      await page.keyboard.type(text)
    },
    async choose(field, option) {
      await focusTarget(field)
      log.push(`"${option}"`)
      await page.keyboard.type(option)
    },
    async uploadFile(field, file) {
      await focusTarget(field)
      const chooser = page.waitForEvent('filechooser')
      await pressKey('Space')
      await upload(chooser, file)
    },
  }
}

const maxTabs = 250
const maxRows = 60

const hasFocus = (target: Locator): Promise<boolean> => target.evaluate((element) => element === document.activeElement)
