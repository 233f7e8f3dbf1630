// Ways to use a page: with the mouse, with the keyboard, and with the mouse where no script runs.
import type { FileChooser, Locator, Page } from 'playwright-core'

/** What a person does on a page. */
export interface Hands {
  /** Goes to a page of the navigation. */
  readonly go: (name: string) => Promise<void>
  /** Presses a button, or follows a link. */
  readonly press: (target: Locator) => Promise<void>
  /** Types into a field that may have a text. */
  readonly type: (field: Locator, text: string) => Promise<void>
  readonly choose: (field: Locator, option: string) => Promise<void>
  /** Gives a file to a field. */
  readonly give: (field: Locator, file: Buffer) => Promise<void>
  /** What was done, as a list of keys or clicks. */
  readonly done: readonly string[]
}

const upload = async (chooser: Promise<FileChooser>, buffer: Buffer): Promise<void> =>
  (await chooser).setFiles({ name: 'sandbox.snapshot', mimeType: 'application/octet-stream', buffer })

const entry = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Pages' }).getByText(name, { exact: true })

/** Waits until the script of the next page has run, where a link or a button leads to one. */
async function followed(target: Locator, follow: () => Promise<void>): Promise<void> {
  const isLeaving = await target.evaluate((element) =>
    element instanceof HTMLAnchorElement
      ? !element.hasAttribute('download')
      : element.matches('button[type=submit]'),
  )
  await Promise.all([isLeaving && target.page().waitForEvent('load'), follow()])
}

/** The mouse. Only texts are typed. */
export function mouse(page: Page): Hands {
  const done: string[] = []
  const press = async (target: Locator): Promise<void> => {
    done.push('click')
    await followed(target, () => target.click())
  }
  return {
    done,
    press,
    go: (name) => press(entry(page, name)),
    type: (field, text) => field.fill(text),
    choose: async (field, option) => void (await field.selectOption(option)),
    async give(field, file) {
      const chooser = page.waitForEvent('filechooser')
      await press(field)
      await upload(chooser, file)
    },
  }
}

/** Tab, Enter, Space for files, the keys of texts, and the shortcuts that `?` shows. */
export function keyboard(page: Page): Hands {
  const done: string[] = []
  const key = async (name: string): Promise<void> => {
    done.push(name)
    await page.keyboard.press(name)
  }
  const reach = async (target: Locator): Promise<void> => {
    const { length } = done
    // A new page begins with a link over its navigation.
    if (await hasFocus(page.locator('body'))) for (const name of ['Tab', 'Enter']) await key(name)
    while (!(await hasFocus(target))) {
      if (done.length - length > most) throw new Error(`${most} times Tab do not reach ${String(target)}.`)
      await key('Tab')
    }
  }
  return {
    done,
    async go(name) {
      const link = entry(page, name)
      const shortcut = await link.getAttribute('data-key')
      const keys = name === 'Keyboard' ? ['?'] : ['g', shortcut ?? '']
      await followed(link, async () => {
        for (const each of keys) await key(each)
      })
    },
    async press(target) {
      await reach(target)
      await followed(target, () => key('Enter'))
    },
    async type(field, text) {
      await reach(field)
      await key('ControlOrMeta+a')
      done.push(`"${text}"`)
      await page.keyboard.type(text)
    },
    async choose(field, option) {
      await reach(field)
      done.push(`"${option}"`)
      await page.keyboard.type(option)
    },
    async give(field, file) {
      await reach(field)
      const chooser = page.waitForEvent('filechooser')
      await key('Space')
      await upload(chooser, file)
    },
  }
}

const most = 250

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement)
