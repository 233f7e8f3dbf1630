import type { Sandbox } from '../../src/index.ts'
import { createClient } from './sandbox.ts'

/** A user with the deposit address `address-1` for BTC. */
export async function createUser(sandbox: Sandbox): Promise<number> {
  const { uid } = await sandbox.control.users.create({ email: 'a@shop.example' })
  await createClient(sandbox).addresses.register({ symbol: 'BTC', addresses: ['address-1'], memo: false })
  await createClient(sandbox).accounts.get({ uid, symbol: 'BTC' })
  return uid
}

export const payment = { symbol: 'BTC', to: 'address-1', amount: '0.5' }
