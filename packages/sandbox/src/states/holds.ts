import { type Guard, isOpen, isReleased } from './guards.ts'
import type { ActionDefinition } from './table.ts'

export type HoldEvent = 'hold' | 'release'

const isNotHeldYet: Guard = {
  says: isReleased.says,
  findObstacle: ({ held }) => (held === 0 ? undefined : 'is held already: release it to continue'),
}

const isHeld: Guard = {
  says: 'It is held.',
  findObstacle: ({ held }) => (held === 1 ? undefined : 'is not held: hold it first'),
}

/** Actions that hold and release a record. They have no event, because its state stays the same. */
export const createHoldActions = (
  group: string,
  meanings: Readonly<Record<HoldEvent, string>>,
): Readonly<Record<HoldEvent, ActionDefinition<never>>> => ({
  hold: { call: `${group}.hold`, meaning: meanings.hold, guards: [isOpen('hold'), isNotHeldYet] },
  release: { call: `${group}.release`, meaning: meanings.release, guards: [isOpen('release'), isHeld] },
})

/** Value of `held` after an action. */
export const heldValues: Readonly<Record<HoldEvent, 0 | 1>> = { hold: 1, release: 0 }
