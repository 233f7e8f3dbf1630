import { nearest } from '@custody-wallet/types'

import { isMembers } from '../codec/answer-context.ts'

/**
 * Refuses a member at a path that no known path goes through: a misspelt knob would change nothing. The values at the
 * known paths themselves are not looked into.
 */
export function checkKnown(value: object, paths: readonly string[], place: string = ''): void {
  const names = namesAt(paths, place)
  for (const [name, member] of Object.entries(value)) {
    const path = place + name
    if (!names.includes(name))
      throw new TypeError(`The profile member ${path} is unknown${hint(name, names)}`)
    if (paths.includes(path) || member === undefined) continue
    if (!isMembers(member)) throw new TypeError(`The profile needs ${path} to be an object.`)
    checkKnown(member, paths, `${path}.`)
  }
}

/** Names that follow a place in known paths. */
const namesAt = (paths: readonly string[], place: string): readonly string[] => [
  ...new Set(
    paths
      .filter((path) => path.startsWith(place))
      .map((path) => path.slice(place.length).split('.')[0] ?? ''),
  ),
]

function hint(name: string, names: readonly string[]): string {
  const meant = nearest(name, names)
  return meant === undefined ? `; known are ${names.join(', ')}.` : `: did you mean ${meant}?`
}
