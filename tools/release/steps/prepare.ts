// Turns pending changesets into a release.
import { listChangesets } from '../../contract/changesets.ts'
import { carrier, checkContract } from '../../contract/gate.ts'
import { moveSnapshot } from '../../contract/released.ts'
import { listPackages } from '../../workspace/packages.ts'
import { runPnpm } from '../../workspace/programs.ts'

/** Writes versions and changelogs, and saves the contract that later changes are compared with. */
export async function prepare(root: string, report: (line: string) => void): Promise<void> {
  report(await checkContract(root))
  if ((await listChangesets(root)).length === 0)
    return report('No changeset is pending: the versions stay as they are.')
  const before = new Map(listPackages(root).map(({ name, version }) => [name, version]))
  await runPnpm(['exec', 'changeset', 'version'], root)
  for (const { name, version } of listPackages(root).filter((each) => before.get(each.name) !== each.version)) {
    report(`${name} becomes ${version}`)
    if (name === carrier) moveSnapshot(root, version)
  }
}
