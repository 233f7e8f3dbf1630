import { nearest } from '@custody-wallet/types'

import { elsewhere, type Environment, rows } from './names.ts'

const prefix = 'CUSTODY_'
const names = rows.map(([name]) => name)

/** Refuses unknown names of this family: a misspelt one would be a setting without effect. */
export function checkNames(env: Environment): void {
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith(prefix) && !names.includes(name) && !elsewhere.has(name),
  )
  if (unknown.length > 0) throw new TypeError(unknown.map(complaint).join(' '))
}

function complaint(name: string): string {
  const known = nearestName(name)
  return `${name} is an unknown environment variable: ${known === undefined ? 'check its spelling.' : `did you mean ${known}?`}`
}

// The beginning that all names share is left out.
function nearestName(name: string): string | undefined {
  const known = nearest(
    name.slice(prefix.length),
    names.map((each) => each.slice(prefix.length)),
  )
  return known && prefix + known
}
