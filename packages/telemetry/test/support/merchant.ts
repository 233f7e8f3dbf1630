// A merchant with a sandbox and a receiver in this process.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createCustody, type Custody, type CustodyOptions } from '@custody-wallet/client'
import { createReceiver } from '@custody-wallet/receiver'
import { createSandbox, type Sandbox } from '@custody-wallet/sandbox'
import { memoryForTests } from '@custody-wallet/store/sqlite'

import { putDemoKeys } from '../../../demo/test/support/demo-keys.ts'

export interface Merchant extends AsyncDisposable {
  readonly sandbox: Sandbox
  readonly custody: Custody
}

export const appId = 'demo-modern'

/** Creates a merchant whose receiver gets the notifications of the sandbox. */
export async function createMerchant(options: Partial<CustodyOptions> = {}): Promise<Merchant> {
  const directory = mkdtempSync(join(tmpdir(), 'telemetry-'))
  putDemoKeys(directory)
  const sandbox: Sandbox = await createSandbox({
    directory,
    notificationFetch: async (url, init) => receiver.fetch(new Request(url, init)),
  })
  const { client } = sandbox.merchant(appId)
  const receiver = createReceiver({
    profile: client.profile,
    store: memoryForTests(),
    onDeposit: async () => undefined,
    onInternal: async () => undefined,
    onConflict: async () => undefined,
  })
  await sandbox.control.merchants.update({ appId, notificationUrls: ['http://127.0.0.1/'] })
  return {
    sandbox,
    custody: createCustody({ ...client, ...options }),
    async [Symbol.asyncDispose]() {
      await sandbox.close()
      rmSync(directory, { recursive: true })
    },
  }
}
