// A change of the contract needs a changeset with a matching bump.
import { ReleaseError } from '../workspace/failure.ts'
import { type Change, classes } from './changes.ts'
import { type Bump, bumps, readPendingBump } from './changesets.ts'
import { compareViews } from './compare.ts'
import type { Class } from './kinds.ts'
import { readContract, type ReleasedContract, readReleasedContract } from './released.ts'

/** The package that contains the contract. */
export const carrier = '@custody-wallet/types'

const needs = {
  /** Before 1.0.0, a minor version may break. */
  early: { breaking: 'minor', compatible: 'patch', wording: 'patch' },
  stable: { breaking: 'major', compatible: 'minor', wording: 'patch' },
} as const satisfies Readonly<Record<string, Readonly<Record<Class, Bump>>>>

/** The bump that the worst change needs. */
function computeNeededBump(changes: readonly Change[], releasedVersion: string): Bump | undefined {
  const worst = classes.find((each) => changes.some((change) => change.class === each))
  return worst && needs[releasedVersion.startsWith('0.') ? 'early' : 'stable'][worst]
}

/** Returns a sentence if the changesets match the changes of the contract. Rejects otherwise. */
export async function checkContract(root: string): Promise<string> {
  const bump = await readPendingBump(root, carrier)
  const releasedVersion = readReleasedContract(root)
  if (!releasedVersion) return 'The contract may change freely before the first release.'
  const changes = findChangesSince(releasedVersion, root)
  const requiredBump = computeNeededBump(changes, releasedVersion.version)
  if (!requiredBump) return `The contract has not changed since ${releasedVersion.version}.`
  if (bumps.indexOf(bump) >= bumps.indexOf(requiredBump))
    return `The contract has ${countChanges(changes)} since ${releasedVersion.version}; a changeset of ${carrier} says ${bump}.`
  throw new ReleaseError(
    [
      `The contract has ${countChanges(changes)} since ${releasedVersion.version}, which ${changes.length === 1 ? 'needs' : 'need'} a changeset of at least ${requiredBump} for ${carrier}; there is ${bump}: run \`npx changeset\`.`,
      formatChanges(changes),
    ].join('\n\n'),
  )
}

function findChangesSince({ views }: ReleasedContract, root: string): readonly Change[] {
  const now = readContract(root)
  return compareViews([
    { was: views.plain, is: now.plain },
    { was: views.wire, is: now.wire },
  ])
}

const headings = { breaking: 'Breaking', compatible: 'Compatible', wording: 'Wording' }

function formatChanges(changes: readonly Change[]): string {
  const sections = classes.map((each) => [each, changes.filter((change) => change.class === each)] as const)
  return sections
    .filter(([, those]) => those.length > 0)
    .map(([each, those]) => [`${headings[each]}:`, ...those.map(({ sentence }) => `- ${sentence}`)].join('\n'))
    .join('\n\n')
}

const countChanges = (changes: readonly Change[]): string =>
  changes.length === 1 ? 'one change' : `${changes.length} changes`
