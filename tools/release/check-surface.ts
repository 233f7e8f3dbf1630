// Compares the public surface of every package with the committed report. With --write it writes the reports, and the
// lists of what is in the packages.
import { basename } from 'node:path'
import { parseArgs } from 'node:util'

import { contentsOf, listOf } from './contents/package.ts'
import { packed } from './contents/tarball.ts'
import { ReleaseError } from './steps/failure.ts'
import { packagesOf } from './steps/packages.ts'
import { program } from './steps/program.ts'
import { differences, leftOver, type Texts, writeTexts } from './surface/compare.ts'
import { reportOf } from './surface/report.ts'
import { surfacesOf } from './surface/surface.ts'

const help = `Usage: node tools/release/check-surface.ts [--write]

Compares the public surface of each package, as it was built, with its report in api/.
  --write  writes the reports, and the lists of what is in each package`

const instruction =
  'The public surface differs from its report: if that is meant, run `npm run generate` and commit what it writes.'

await program(async (root, tell) => {
  const { values } = parseArgs({ options: { write: { type: 'boolean' }, help: { type: 'boolean' } } })
  if (values.help) return tell(help)
  const folders = packagesOf(root).map(({ folder }) => folder)
  const reports = reportsOf(folders)
  if (values.write) {
    writeTexts(reports, root)
    writeTexts(await listsOf(folders), root)
    return tell(`Wrote a report and a list for each of ${folders.length} packages into api/.`)
  }
  const strays = leftOver(
    root,
    folders.map((folder) => basename(folder)),
  )
  if (strays.length > 0) throw new ReleaseError(strays.join('\n'))
  const changes = differences(reports, root)
  if (changes.length > 0) throw new ReleaseError([instruction, ...changes].join('\n'))
  tell(`The public surface of ${folders.length} packages is as its reports say.`)
})

function reportsOf(folders: readonly string[]): Texts {
  const reports = surfacesOf(folders).map(
    (surface) => [`api/${basename(surface.manifest.name)}.md`, reportOf(surface)] as const,
  )
  return new Map(reports)
}

async function listsOf(folders: readonly string[]): Promise<Texts> {
  const lists = new Map<string, string>()
  for (const folder of folders)
    lists.set(`api/${basename(folder)}.contents.txt`, listOf(contentsOf(await packed(folder))))
  return lists
}
