// A unit of work is a transaction at one time of the sandbox's clock.
import { hash } from 'node:crypto'

import type { Database } from './store/store.ts'

/** Source of transaction ids and addresses. */
export interface Origin {
  /** Sandboxes with equal seeds make equal ids and addresses. */
  readonly seed: string
  /** Data of earlier versions has addresses of digits without a checksum, so its new addresses look the same. */
  readonly addressForm: 'checksum' | 'digits'
}

/** The transaction of a call or a timer. */
export interface Work extends Origin {
  readonly db: Database
  /** Unix milliseconds of the sandbox's clock. */
  readonly now: number
}

/** Derives 64 hexadecimal digits from a seed and a name. */
export const deriveHash = (seed: string, name: string): string => hash('sha256', `${seed}\n${name}`, 'hex')
