import type { SandboxOptions } from '../../src/index.ts'
import { shopOf, type Shop } from './merchant.ts'
import { type Receiver, receiverOf } from './receiver.ts'
import { freshSandbox } from './sandbox.ts'

/** A notification of a deposit that no record has. */
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

interface Notified extends Shop {
  readonly control: Shop['sandbox']['control']
  readonly receiver: Receiver
  /** Pays the user, and returns the txid. */
  readonly pay: (amount: string) => Promise<string>
  /** A credited deposit. */
  readonly credit: (amount?: string) => Promise<void>
}

/** A merchant with a receiver in this process. */
export async function notified({
  appId = 'demo-modern',
  ...options
}: SandboxOptions & { readonly appId?: Shop['appId'] } = {}): Promise<Notified> {
  const receiver = receiverOf(() => sandbox, appId)
  const sandbox = await freshSandbox({ notificationFetch: receiver.fetch, ...options })
  const { control } = sandbox
  const shop = await shopOf({ appId }, sandbox)
  await control.merchants.update({ appId, notificationUrls: ['http://127.0.0.1:9/shop'] })
  const pay = async (amount: string) =>
    (await control.chain.pay({ symbol: 'BTC', to: shop.address, amount })).txid
  return {
    ...shop,
    control,
    receiver,
    pay,
    async credit(amount = '0.5') {
      await pay(amount)
      await control.chain.mine(3)
    },
  }
}
