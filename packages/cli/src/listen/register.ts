import type { Control } from '../control.ts'
import { readField } from '../json-values.ts'
import type { Screen } from '../screen.ts'

export interface Registration {
  /** Removes the address and keeps the others. */
  readonly remove: () => Promise<void>
}

interface ListenerOptions {
  readonly appId: string
  readonly url: string
  readonly control: Control
}

/** Adds an address to those that get the notifications of a merchant. */
export async function register({ appId, url, control }: ListenerOptions, screen: Screen): Promise<Registration> {
  const readAddresses = async (): Promise<readonly string[]> =>
    findAddresses(await control.call('/merchants/list'), appId)
  const update = (notificationUrls: readonly string[]) => control.call('/merchants/update', { appId, notificationUrls })
  await update([...new Set([...(await readAddresses()), url])])
  return {
    async remove() {
      try {
        await update((await readAddresses()).filter((each) => each !== url))
      } catch {
        screen.warn(`The sandbox at ${control.url} did not respond, so it may still send notifications to ${url}.`)
      }
    },
  }
}

function findAddresses(merchants: unknown, appId: string): readonly string[] {
  const merchant = Array.isArray(merchants)
    ? merchants.find((each: unknown) => readField(each, 'appId') === appId)
    : undefined
  const urls = readField(merchant, 'notificationUrls')
  return Array.isArray(urls) ? urls.map(String) : []
}
