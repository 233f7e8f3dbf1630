import type { Document } from '../../redocly/document.ts'
import { placedPoints } from '../places.ts'
import { constant } from './literal.ts'

/** What the interface leaves open, as data. */
export function openPointsModule(contract: Document): string {
  const rows = placedPoints(contract).map(({ id, ...rest }) => [id, rest] as const)
  return constant(
    'openPoints',
    'What the interface does not show, by the id of the open point.',
    Object.fromEntries(rows),
  )
}
