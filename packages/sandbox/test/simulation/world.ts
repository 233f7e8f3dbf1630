import type { WorkflowResources } from '@custody-wallet/client/workflows'

import type { Control } from '../../src/control/control.ts'
import type { Symbol } from './books.ts'
import type { Random } from './random.ts'
import type { Records } from './records.ts'

/** What is around the merchant: the platform, the chain, and what has happened there. */
export interface World {
  readonly appId: string
  readonly control: Control
  readonly random: Random
  readonly records: Records
  /** Errors of the sandbox itself, also those of its timers. */
  readonly errors: readonly unknown[]
  /** The plain view for the people of the platform, without a network. */
  readonly desk: WorkflowResources
  /** Account that receives what is collected, where the platform collects. */
  readonly collector: number
  readonly isCollecting: boolean
  /** What outside wallets and other customers paid to deposit addresses. */
  readonly paid: Record<Symbol, bigint>
  /** Withdrawals that customers asked the platform for. */
  readonly withdrawals: number[]
  /** Stakes of the merchant's own wallet. */
  readonly stakes: number[]
  /** Payments that the merchant's node has seen before the chain of the sandbox. */
  readonly ahead: Payment[]
  /** Id of the newest deposit at the last reorganisation. */
  reorganised: number
  /** Id of the newest deposit that the platform has looked at. */
  newest: number
  /** Numbers so far, for names. */
  names: number
}

/** A payment to a deposit address. */
export interface Payment {
  readonly symbol: Symbol
  readonly to: string
  readonly memo: string
  readonly units: bigint
  readonly txid: string
}

/** A name that only this call returns. */
export function createName(world: World, kind: string): string {
  world.names += 1
  return `${kind}-${world.names}`
}

const rejections = /^(RuleError|StateError|FundsError|ServiceError|ResponseError)/

/** Does what the present state may not allow; `undefined` where it does not. */
export async function tryOrIgnore<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await act()
  } catch (error) {
    if (rejections.test(String(error))) return undefined
    throw error
  }
}
