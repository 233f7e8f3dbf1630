// One unit of work: a transaction at one moment of the sandbox's clock.
import { hash } from 'node:crypto'

import type { Database } from './store/store.ts'

/** What transaction ids and addresses derive from. */
export interface Origin {
  /** Makes them differ between sandboxes, and equal in every run. */
  readonly seed: string
  /** The rows of an earlier version have addresses of digits, without a checksum: their wallets keep them. */
  readonly addressForm: 'checksum' | 'digits'
}

/** What runs in one transaction: all effects of a call, or of a timer. */
export interface Work extends Origin {
  readonly db: Database
  /** Unix milliseconds of the sandbox's clock. */
  readonly now: number
}

/** 64 hexadecimal digits that belong to a seed and a name. */
export const deriveHash = (seed: string, name: string): string => hash('sha256', `${seed}\n${name}`, 'hex')
