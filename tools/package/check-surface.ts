// Compares the public surface of every package with its committed report. With --write it writes the reports, and the
// list of files of each package.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'

import { ReleaseError } from '../workspace/failure.ts'
import { packagesOf } from '../workspace/packages.ts'
import { program } from '../workspace/program.ts'
import { packed } from './contents/pack.ts'
import { contentsOf, listOf } from './contents/package.ts'
import { changesOf, leftOver } from './surface/compare.ts'
import { reportOf } from './surface/report.ts'
import { surfacesOf } from './surface/surface.ts'

const help = `Usage: node tools/package/check-surface.ts [--write]

Compares the public surface of each built package with its report in api/.
  --write  writes the reports, and the list of files of each package`

await program(async (root, report) => {
  const { values } = parseArgs({ options: { write: { type: 'boolean' }, help: { type: 'boolean' } } })
  if (values.help) return report(help)
  const fileOf = (name: string): string => join(root, 'api', name)
  const folders = packagesOf(root).map(({ folder }) => folder)
  const reports = surfacesOf(folders).map((surface) => {
    const file = `${basename(surface.manifest.name)}.md`
    const before = existsSync(fileOf(file)) ? readFileSync(fileOf(file), 'utf8') : ''
    return { file, before, after: reportOf(surface) }
  })
  if (values.write) {
    for (const { file, after } of reports) writeFileSync(fileOf(file), after)
    for (const contents of (await packed(root)).map(contentsOf))
      writeFileSync(fileOf(`${basename(contents.manifest.name)}.contents.txt`), listOf(contents))
    return report(`Wrote the report and the list of ${folders.length} packages into api/.`)
  }
  const problems = [
    ...leftOver(
      readdirSync(join(root, 'api')),
      folders.map((folder) => basename(folder)),
    ),
    ...reports.flatMap(changesOf),
  ]
  if (problems.length > 0) throw new ReleaseError(problems.join('\n'))
  report(`The public surface of ${folders.length} packages matches their reports.`)
})
