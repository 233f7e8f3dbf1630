import { createTestAddress } from '@custody-wallet/server/chain'

import type { Node } from '../description/description.ts'
import { type Coin, getCoin } from './coins.ts'
import { pickValue, pickInteger } from './pick.ts'

/** What one record of a response is about. */
export interface Subject {
  /** Seed of everything that is equal in all responses, such as the address of a user. */
  readonly world: string
  /** Seed of the record. */
  readonly seed: string
  /** Number of the record. */
  readonly number: number
  readonly requestId: string
  /** Place in the round of known values: the record after the next one has another status. */
  readonly turn: number
  /** Unix milliseconds. */
  readonly created: number
  /** Parameters of the request. */
  readonly parameters: Node
}

/** The coin of the request, otherwise one of these. */
export function getSubjectCoin(
  { seed, parameters: { symbol } }: Subject,
  symbols: readonly [string, ...string[]],
): Coin {
  return getCoin(typeof symbol === 'string' ? symbol : pickValue(seed, 'coin', symbols))
}

// The contract shows that user 10043 has not paid in yet.
const users = [10_042, 10_044, 10_045, 10_046, 10_047] as const

/** The user of a record. */
export const pickUser = ({ seed }: Subject): number => pickValue(seed, 'user', users)

/** Where deposits of a user arrive. Users of a coin with memos share one address. */
export const createDepositAddress = (world: string, uid: number, { notation, memo }: Coin): string =>
  createTestAddress(notation, `${world} ${memo ? 'all users' : `user ${uid}`}`)

/** The address from which the platform pays. */
export const createHotWalletAddress = (world: string, { notation }: Coin): string =>
  createTestAddress(notation, `${world} hot wallet`)

/** The address of a sub-wallet. */
export const createSubWalletAddress = (world: string, id: number, { notation }: Coin): string =>
  createTestAddress(notation, `${world} sub-wallet ${id}`)

/** An address outside of the platform, which occurs in one record. */
export const createOutsideAddress = ({ seed }: Subject, { notation }: Coin): string =>
  createTestAddress(notation, `${seed} outside`)

/** A sub-wallet of the merchant. */
export const pickSubWallet = ({ seed }: Subject): number => pickInteger(seed, 'sub-wallet', [70_015, 70_019])
