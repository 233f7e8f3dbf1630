// One unit of work: a transaction at one moment of the sandbox's clock.
import { hash } from 'node:crypto'

import type { Database } from './store/store.ts'

/** What runs in one transaction: all effects of a call, or of a timer. */
export interface Work {
  readonly db: Database
  /** Unix milliseconds of the sandbox's clock. */
  readonly now: number
  /** Makes transaction ids and addresses that differ between sandboxes and are equal in every run. */
  readonly seed: string
}

/** 64 hexadecimal digits that belong to a seed and a name. */
export const derived = (seed: string, name: string): string => hash('sha256', `${seed}\n${name}`, 'hex')

/** An address of the sandbox that belongs to a seed and a name. */
export const addressOf = (seed: string, name: string): string => derived(seed, name).slice(0, 40)
