// A merchant with a user who has a deposit address.
import type { Custody, Resources } from '@custody-wallet/client'

import type { Sandbox, SandboxOptions } from '../../src/index.ts'
import { deskOf } from './plain.ts'
import { type appIds, clientOf, freshSandbox } from './sandbox.ts'

export interface Shop {
  readonly sandbox: Sandbox
  readonly custody: Custody
  /** Its client of the plain view. */
  readonly desk: Resources
  readonly appId: (typeof appIds)[number]
  readonly uid: number
  readonly address: string
  readonly available: (symbol?: string) => Promise<string>
}

export async function shopOf(
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
  const place = sandbox ?? (await freshSandbox(options))
  const [custody, desk] = [clientOf(place, appId), deskOf(place, appId)]
  const memo = symbol === 'XRP'
  await desk.addresses.register({ symbol, addresses: [`${appId}-${symbol}-1`], memo })
  const { uid } = await place.control.users.create({ appId })
  const { deposit_address: address } = await desk.accounts.get({ uid, symbol })
  const available = async (coin = symbol) => (await desk.accounts.get({ uid, symbol: coin })).normal_balance
  return { sandbox: place, custody, desk, appId, uid, address, available }
}

/** The deposits of a merchant, as its client sees them. */
export const depositsOf = ({ desk }: Pick<Shop, 'desk'>) => desk.deposits.sync({ max_id: '0' })

/** Code and text of an answer. Under `classic` a v1 failure has no signature, so that the client does not show its text. */
export async function answerTo(call: Promise<{ readonly answer: object }>): Promise<object> {
  try {
    return (await call).answer
  } catch (error) {
    const [, code] = /failed with code (\d+)/.exec(String(error)) ?? []
    if (code === undefined) throw error
    return { code: Number(code) }
  }
}
