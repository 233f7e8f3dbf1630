import type { SandboxOptions } from '../../src/index.ts'
import { createShop, type Shop } from './merchant.ts'
import { type Receiver, createReceiver } from './receiver.ts'
import { createTestSandbox } from './sandbox.ts'

/** A notification of an unknown deposit. */
export const depositNotification = {
  request_id: 'copy',
  address_to: 'address-1',
  txid: 'abc',
  amount: '1',
  confirm: 3,
  symbol: 'BTC',
  balance: '1',
  status: 1,
} as const

interface NotifiedShop extends Shop {
  readonly control: Shop['sandbox']['control']
  readonly receiver: Receiver
  /** Pays the user, and returns the txid. */
  readonly payShop: (amount: string) => Promise<string>
  /** A credited deposit. */
  readonly creditShop: (amount?: string) => Promise<void>
}

/** A merchant with a receiver in this process. */
export async function createNotifiedShop({
  appId = 'demo-modern',
  ...options
}: SandboxOptions & { readonly appId?: Shop['appId'] } = {}): Promise<NotifiedShop> {
  const receiver = createReceiver(() => sandbox, appId)
  const sandbox = await createTestSandbox({ notificationFetch: receiver.fetch, ...options })
  const { control } = sandbox
  const shop = await createShop({ appId }, sandbox)
  await control.merchants.update({ appId, notificationUrls: ['http://127.0.0.1:9/shop'] })
  const payShop = async (amount: string) => (await control.chain.pay({ symbol: 'BTC', to: shop.address, amount })).txid
  return {
    ...shop,
    control,
    receiver,
    payShop,
    async creditShop(amount = '0.5') {
      await payShop(amount)
      await control.chain.mine(3)
    },
  }
}
