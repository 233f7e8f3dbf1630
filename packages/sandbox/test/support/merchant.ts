// A merchant with a user who has a deposit address.
import type { Custody, Resources } from '@custody-wallet/client'

import type { Sandbox, SandboxOptions } from '../../src/index.ts'
import { createDesk } from './plain.ts'
import { type appIds, createClient, createTestSandbox } from './sandbox.ts'

export interface Shop {
  readonly sandbox: Sandbox
  readonly custody: Custody
  /** Its client of the plain view. */
  readonly desk: Resources
  readonly appId: (typeof appIds)[number]
  readonly uid: number
  readonly address: string
  readonly getAvailable: (symbol?: string) => Promise<string>
}

export async function createShop(
  {
    appId = 'demo-modern',
    symbol = 'BTC',
    ...options
  }: SandboxOptions & {
    readonly appId?: Shop['appId']
    readonly symbol?: string
  } = {},
  sandbox?: Sandbox,
): Promise<Shop> {
  const ownSandbox = sandbox ?? (await createTestSandbox(options))
  const [custody, desk] = [createClient(ownSandbox, appId), createDesk(ownSandbox, appId)]
  const memo = symbol === 'XRP'
  await desk.addresses.register({ symbol, addresses: [`${appId}-${symbol}-1`], memo })
  const { uid } = await ownSandbox.control.users.create({ appId })
  const { deposit_address: address } = await desk.accounts.get({ uid, symbol })
  const getAvailable = async (coin = symbol) => (await desk.accounts.get({ uid, symbol: coin })).normal_balance
  return { sandbox: ownSandbox, custody, desk, appId, uid, address, getAvailable }
}

/** Lists the deposits of a merchant. */
export const listDeposits = ({ desk }: Pick<Shop, 'desk'>) => desk.deposits.sync({ max_id: '0' })

/** Code and message of a response. Under `classic`, v1 failures are unsigned, so the client hides their message. */
export async function readResponse(call: Promise<{ readonly response: object }>): Promise<object> {
  try {
    return (await call).response
  } catch (error) {
    const [, code] = /failed with code (\d+)/.exec(String(error)) ?? []
    if (code === undefined) throw error
    return { code: Number(code) }
  }
}
