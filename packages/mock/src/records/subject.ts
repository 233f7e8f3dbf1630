import { createTestAddress } from '@custody-wallet/demo/chain'

import type { Node } from '../description/description.ts'
import { type Coin, getCoin } from './coins.ts'
import { pickValue, pickInteger } from './pick.ts'

/** The facts from which a record is made. */
export interface Subject {
  /** Seed of values that all responses share, such as the address of a user. */
  readonly sharedSeed: string
  /** Seed of the record. */
  readonly seed: string
  /** Number of the record. */
  readonly number: number
  readonly requestId: string
  /** Index into the known values, so that consecutive records have different statuses. */
  readonly turn: number
  /** Unix milliseconds. */
  readonly createdAt: number
  /** Parameters of the request. */
  readonly parameters: Node
}

/** Returns the coin of the request, otherwise one of these. */
export function getSubjectCoin(
  { seed, parameters: { symbol } }: Subject,
  symbols: readonly [string, ...string[]],
): Coin {
  return getCoin(typeof symbol === 'string' ? symbol : pickValue(seed, 'coin', symbols))
}

// Without 10043, who has no deposits in the examples of the contract.
const users = [10_042, 10_044, 10_045, 10_046, 10_047] as const

export const pickUser = ({ seed }: Subject): number => pickValue(seed, 'user', users)

/** Creates the deposit address of a user. Users of a coin with memos share one address. */
export const createDepositAddress = (sharedSeed: string, uid: number, { notation, memo }: Coin): string =>
  createTestAddress(notation, `${sharedSeed} ${memo ? 'all users' : `user ${uid}`}`)

/** Creates the address from which the platform pays. */
export const createHotWalletAddress = (sharedSeed: string, { notation }: Coin): string =>
  createTestAddress(notation, `${sharedSeed} hot wallet`)

export const createSubWalletAddress = (sharedSeed: string, id: number, { notation }: Coin): string =>
  createTestAddress(notation, `${sharedSeed} sub-wallet ${id}`)

/** Creates an address outside of the platform, used by one record. */
export const createOutsideAddress = ({ seed }: Subject, { notation }: Coin): string =>
  createTestAddress(notation, `${seed} outside`)

export const pickSubWallet = ({ seed }: Subject): number => pickInteger(seed, 'sub-wallet', [70_015, 70_019])
