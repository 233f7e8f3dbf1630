// The gate: the contract changes together with a changeset that says how much.
import { ReleaseError } from '../steps/failure.ts'
import { type Change, classes } from './changes.ts'
import { pendingBumps } from './changesets.ts'
import { compareViews } from './compare.ts'
import { carrier, isEnough, neededBump } from './demand.ts'
import { contractOf, type Released, releasedContract } from './released.ts'

const nothingReleased = 'Nothing is released yet, so the contract may change freely.'

/** Says in one line that the contract may be as it is, or throws what is missing. */
export function checkContract(root: string): string {
  const bump = pendingBumps(root).get(carrier)
  const released = releasedContract(root)
  if (!released) return nothingReleased
  const changes = changesSince(released, root)
  const needed = neededBump(changes, released.version)
  if (!needed) return `The contract is the one of ${released.version}.`
  if (isEnough(bump, needed))
    return `The contract has ${counted(changes)} since ${released.version}; a changeset of ${carrier} says ${bump}.`
  throw new ReleaseError(
    [
      `The contract has ${counted(changes)} since ${released.version}, which ${changes.length === 1 ? 'needs' : 'need'} a changeset of at least ${needed} for ${carrier}; there is ${bump ?? 'none'}: run \`npx changeset\`.`,
      listed(changes),
    ].join('\n\n'),
  )
}

/** What changed since the last release, as a release note needs it. */
export function listChanges(root: string): string {
  const released = releasedContract(root)
  if (!released) return nothingReleased
  const changes = changesSince(released, root)
  if (changes.length === 0) return `The contract is the one of ${released.version}.`
  return `The contract has ${counted(changes)} since ${released.version}.\n\n${listed(changes)}`
}

function changesSince({ views }: Released, root: string): readonly Change[] {
  const now = contractOf(root)
  return compareViews([
    { was: views.plain, is: now.plain },
    { was: views.wire, is: now.wire },
  ])
}

const headings = { breaking: 'Breaking', compatible: 'Compatible', wording: 'Wording' }

function listed(changes: readonly Change[]): string {
  const sections = classes.map((each) => [each, changes.filter((change) => change.class === each)] as const)
  return sections
    .filter(([, those]) => those.length > 0)
    .map(([each, those]) =>
      [`${headings[each]}:`, ...those.map(({ sentence }) => `- ${sentence}`)].join('\n'),
    )
    .join('\n\n')
}

const counted = (changes: readonly Change[]): string =>
  changes.length === 1 ? 'one change' : `${changes.length} changes`
