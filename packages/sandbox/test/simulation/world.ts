import type { WorkflowResources } from '@custody-wallet/client/workflows'

import type { Control } from '../../src/control/control.ts'
import type { Symbol } from './books.ts'
import type { Random } from './random.ts'
import type { Records } from './records.ts'

/** The world outside of the merchant: the platform, the chain, and their history. */
export interface World {
  readonly appId: string
  readonly control: Control
  readonly random: Random
  readonly records: Records
  /** Internal errors of the sandbox, including those of timers. */
  readonly errors: readonly unknown[]
  /** The plain view for the platform, without a network. */
  readonly desk: WorkflowResources
  /** Collection account, if auto-collection is on. */
  readonly collector: number
  readonly isCollecting: boolean
  /** Payments of outside wallets and other customers to deposit addresses. */
  readonly paid: Record<Symbol, bigint>
  /** Withdrawals that customers requested from the platform. */
  readonly withdrawals: number[]
  /** Stakes of the merchant's own wallet. */
  readonly stakes: number[]
  /** Payments that the merchant's node has seen before the chain of the sandbox. */
  readonly ahead: Payment[]
  /** Id of the newest deposit at the last reorganization. */
  reorganized: number
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

/** Returns a unique name. */
export function createName(world: World, kind: string): string {
  world.names += 1
  return `${kind}-${world.names}`
}

const rejections = /^(RuleError|RecordStateError|FundsError|ServiceError|ResponseError)/

/** Runs a call; `undefined` if the current state does not allow it. */
export async function tryOrIgnore<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await act()
  } catch (error) {
    if (rejections.test(String(error))) return undefined
    throw error
  }
}
