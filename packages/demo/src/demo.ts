import { join } from 'node:path'

import type { Party, PartyOptions, RejectionReport, UnknownFieldsReport } from '@custody-wallet/encryption'

import { writeCredentials } from './credentials.ts'
import { loadDemoKeys, type MerchantName, merchantNames, getStateDirectory } from './keys.ts'
import { createDemoParty } from './parties.ts'

export interface DemoOptions {
  /** Folder with the keys; the state folder of this user unless given. */
  readonly directory?: string | undefined
  /** Called with the reason why a message was rejected, which the sender does not get. */
  readonly onRejected?: ((report: RejectionReport) => unknown) | undefined
  /** Called with the unknown fields of a request, which are ignored. */
  readonly onUnknownFields?: ((report: UnknownFieldsReport) => unknown) | undefined
}

/** The platform's side of the demo merchants, and the credentials of the token call. */
export interface DemoWire {
  readonly parties: readonly Party[]
  readonly apiKeys: readonly string[]
  readonly onRejected?: (report: RejectionReport) => unknown
}

/** The demo merchants of this installation, one for each profile. */
export interface Demo {
  /** The `wire` option of a mock. */
  readonly wire: DemoWire
  /** The merchant's side, as in a client. */
  readonly merchant: (name: MerchantName, options?: PartyOptions) => Party
  /** The platform's side, as in the mock. */
  readonly platform: (name: MerchantName, options?: PartyOptions) => Party
  /**
   * Writes keys and a `.env` file for each merchant and returns the folder. `url` is the address of the mock. By default,
   * each address has its own folder, so a second mock does not overwrite the `.env` file of the first.
   */
  readonly write: (url: string, directory?: string) => string
}

/**
 * Loads the demo merchants of this installation. The first call creates their keys, which protect nothing.
 *
 * @example
 * ```ts
 * import { mkdtempSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { loadDemoMerchants } from '@custody-wallet/demo'
 *
 * const demo = loadDemoMerchants({ directory: mkdtempSync(join(tmpdir(), 'demo-')) }) // leave it out to keep them
 * const { path, query } = await demo.merchant('modern').sealRequest('getAccount', { uid: 10042, symbol: 'BTC' })
 * console.log(path, query)
 * ```
 */
export function loadDemoMerchants({
  directory = getStateDirectory(),
  onRejected,
  onUnknownFields,
}: DemoOptions = {}): Demo {
  const keys = loadDemoKeys(directory)
  const createPlatform: Demo['platform'] = (name, options) => createDemoParty(name, keys[name], 'platform', options)
  const rejection = onRejected && { onRejected }
  return {
    // A getter, because loading keys takes time and some commands do not need them.
    get wire() {
      const hooks = { ...rejection, ...(onUnknownFields && { onUnknownFields }) }
      const parties = merchantNames.map((name) => createPlatform(name, hooks))
      return { parties, apiKeys: merchantNames.map((name) => keys[name].apiKey), ...rejection }
    },
    merchant: (name, options) => createDemoParty(name, keys[name], 'merchant', options),
    platform: createPlatform,
    write: (url, folder = join(directory, 'credentials', toFolderName(url))) => {
      writeCredentials(keys, folder, url)
      return folder
    },
  }
}

// Replaces colons, which some file systems do not allow.
const toFolderName = (url: string): string => new URL(url).host.replaceAll(/[^\w.]+/g, '-')
