// Merchants whose deposits are written at the same time.
import type { Sandbox } from '@custody-wallet/sandbox'

import { type DataLocation, openSandbox, createUserWithAddress } from './rows.ts'

/** App ids of the merchants. */
export const shops: readonly string[] = Array.from({ length: 16 }, (_, at) => `shop-${at}`)

export const getAddress = (appId: string): string => `${appId}-address`

/** Makes the merchants, each with a user who has an address. */
export async function addShops(location: DataLocation, directory: string): Promise<void> {
  const sandbox: Sandbox = await openSandbox(location, { directory })
  for (const appId of shops) {
    await sandbox.control.merchants.create({ appId, profile: 'modern' })
    await createUserWithAddress(sandbox, appId, getAddress(appId))
  }
  await sandbox.close()
}
