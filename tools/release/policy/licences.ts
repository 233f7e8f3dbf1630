// What may reach a user's machine.
import type { Installed } from './installed.ts'
import { nameOf } from './lockfile.ts'

const permitted = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
])

/** Packages that run something when they are installed, each with the reason why it is suffered. */
export const suffered: Readonly<Record<string, string>> = {
  '@scarf/scarf': 'Prism brings it into the mock; it reports installations, and nothing breaks without it',
}

/** Packages without a permitted licence, and those that run something when they are installed. */
export function unwelcome(packages: readonly Installed[], exceptions: typeof suffered): readonly string[] {
  return packages.flatMap(({ key, licence, scripts }) => [
    ...(isPermitted(licence)
      ? []
      : [`${key} has the licence ${licence ?? '(none)'}, which is not permitted.`]),
    ...(scripts.length === 0 || exceptions[nameOf(key)]
      ? []
      : [`${key} runs ${scripts.join(', ')} when it is installed.`]),
  ])
}

// An SPDX expression that leaves a permitted choice. `AND` binds tighter than `OR`; brackets other than one pair around
// it all would say otherwise, and permit nothing.
function isPermitted(expression = ''): boolean {
  const flat = expression.replace(/^\(([^()]*)\)$/, '$1')
  const choices = /[()]/.test(flat) ? [] : flat.split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((licence) => permitted.has(licence.trim())))
}
