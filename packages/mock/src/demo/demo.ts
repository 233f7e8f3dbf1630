import { join } from 'node:path'

import type { Party, PartyOptions, RejectionReport, UnknownMembersReport } from '@custody-wallet/encryption'

import type { WireOptions } from '../wire/app.ts'
import { writeCredentials } from './credentials.ts'
import { keptIn, type MerchantName, merchantNames, stateDirectory } from './keys.ts'
import { partyOf } from './parties.ts'

export interface DemoOptions {
  /** Folder that keeps the keys; one of this user, outside of every repository, unless given. */
  readonly directory?: string | undefined
  /** Told why a message was refused, on this side alone. */
  readonly onRejected?: ((report: RejectionReport) => unknown) | undefined
  /** Told which members of a request were ignored, on this side alone. */
  readonly onUnknownMembers?: ((report: UnknownMembersReport) => unknown) | undefined
}

/** The demo merchants of this installation: one for each shipped profile. */
export interface Demo {
  /** What makes a mock speak with them. */
  readonly wire: WireOptions
  /** The merchant's own side, as a client has it. */
  readonly merchant: (name: MerchantName, options?: PartyOptions) => Party
  /** The platform's side, as the mock has it. */
  readonly platform: (name: MerchantName, options?: PartyOptions) => Party
  /**
   * Writes keys and a `.env` for each of them; `url` is the address of the mock. Returns the folder: one for each address
   * unless it is given, so that a second mock does not overwrite the `.env` of the first.
   */
  readonly write: (url: string, directory?: string) => string
}

/**
 * The demo merchants of this installation, whose keys are made the first time. They protect nothing.
 *
 * @example
 * ```ts
 * import { mkdtempSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { createMock, demoMerchants } from '@custody-wallet/mock'
 *
 * const demo = demoMerchants({ directory: mkdtempSync(join(tmpdir(), 'mock-')) }) // leave it out to keep them
 * const mock = createMock({ wire: demo.wire })
 * const { path, query } = await demo.merchant('modern').sealRequest('getAccount', { uid: 10042, symbol: 'BTC' })
 * console.log((await mock.fetch(new Request(`http://mock${path}?${query}`))).status)
 * ```
 */
export function demoMerchants({
  directory = stateDirectory(),
  onRejected,
  onUnknownMembers,
}: DemoOptions = {}): Demo {
  const kept = keptIn(directory)
  const platform: Demo['platform'] = (name, options) => partyOf(name, kept[name], 'platform', options)
  const told = onRejected && { onRejected }
  return {
    // Loading keys takes time that not every command has use for.
    get wire() {
      const hooks = { ...told, ...(onUnknownMembers && { onUnknownMembers }) }
      const parties = merchantNames.map((name) => platform(name, hooks))
      return { parties, apiKeys: merchantNames.map((name) => kept[name].apiKey), ...told }
    },
    merchant: (name, options) => partyOf(name, kept[name], 'merchant', options),
    platform,
    write: (url, place = join(directory, 'credentials', folderNameOf(url))) => {
      writeCredentials(kept, place, url)
      return place
    },
  }
}

// Host and port, without the colons that some file systems refuse.
const folderNameOf = (url: string): string => new URL(url).host.replaceAll(/[^\w.]+/g, '-')
