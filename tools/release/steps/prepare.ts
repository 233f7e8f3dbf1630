// Turns pending changesets into a release.
import { changesetsIn } from '../../contract/changesets.ts'
import { carrier, checkContract } from '../../contract/gate.ts'
import { moveSnapshot } from '../../contract/released.ts'
import { packagesOf } from '../../workspace/packages.ts'
import { pnpm } from '../../workspace/programs.ts'

/** Writes versions and changelogs, and saves the contract that later changes are compared with. */
export async function prepare(root: string, report: (line: string) => void): Promise<void> {
  report(await checkContract(root))
  if ((await changesetsIn(root)).length === 0)
    return report('No changeset is pending: the versions stay as they are.')
  const before = new Map(packagesOf(root).map(({ name, version }) => [name, version]))
  await pnpm(['exec', 'changeset', 'version'], root)
  for (const { name, version } of packagesOf(root).filter((each) => before.get(each.name) !== each.version)) {
    report(`${name} becomes ${version}`)
    if (name === carrier) moveSnapshot(root, version)
  }
}
