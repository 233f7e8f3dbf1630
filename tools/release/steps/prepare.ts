// Turns pending changesets into a release.
import { changesetsIn } from '../../contract/changesets.ts'
import { carrier, checkContract } from '../../contract/gate.ts'
import { moveSnapshot } from '../../contract/released.ts'
import { ReleaseError } from '../../workspace/failure.ts'
import { packagesOf } from '../../workspace/packages.ts'
import { pnpm } from '../../workspace/programs.ts'

/** Writes versions and changelogs, and saves the contract that later changes are compared with. */
export async function prepare(root: string, report: (line: string) => void): Promise<void> {
  report(checkContract(root))
  if (changesetsIn(root).length === 0)
    return report('No changeset is pending: the versions stay as they are.')
  const before = new Map(packagesOf(root).map(({ name, version }) => [name, version]))
  await pnpm(['exec', 'changeset', 'version'], root)
  for (const { name, version } of packagesOf(root).filter((each) => before.get(each.name) !== each.version)) {
    report(`${name} becomes ${version}`)
    if (name === carrier) moveSnapshot(root, version)
  }
}

/** Refuses pending changesets: their changes need a new version. */
export function refusePendingChangesets(root: string): void {
  const [first, ...others] = changesetsIn(root)
  if (first === undefined) return
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  throw new ReleaseError(
    `${first}${more} has no version yet: run npm run release:prepare and commit what it writes.`,
  )
}
