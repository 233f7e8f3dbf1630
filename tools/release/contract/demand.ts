import { type Change, classes } from './changes.ts'
// Which bump a change of the contract needs.
import { type Bump, bumps } from './changesets.ts'
import type { Class } from './kinds.ts'

/** The package that carries the contract. */
export const carrier = '@custody-wallet/types'

const needs = {
  /** Before 1.0.0 a minor version may break. */
  early: { breaking: 'minor', compatible: 'patch', wording: 'patch' },
  stable: { breaking: 'major', compatible: 'minor', wording: 'patch' },
} as const satisfies Readonly<Record<string, Readonly<Record<Class, Bump>>>>

/** The least bump that the worst of the changes needs; none without changes. */
export function neededBump(changes: readonly Change[], released: string): Bump | undefined {
  const worst = classes.find((each) => changes.some((change) => change.class === each))
  return worst && needs[released.startsWith('0.') ? 'early' : 'stable'][worst]
}

export const isEnough = (bump: Bump | undefined, needed: Bump): boolean =>
  bump !== undefined && bumps.indexOf(bump) >= bumps.indexOf(needed)
