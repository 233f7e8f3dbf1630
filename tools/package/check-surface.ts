// Compares the public surface of every package with its committed report. With --write it writes the reports, and the
// list of files of each package.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'

import { ReleaseError } from '../workspace/failure.ts'
import { listPackages } from '../workspace/packages.ts'
import { runProgram } from '../workspace/program.ts'
import { outputs } from './contents/pack.ts'
import { readPackage, formatFileList } from './contents/package.ts'
import { findChanges, findLeftOver } from './surface/compare.ts'
import { formatReport } from './surface/report.ts'
import { readSurfaces } from './surface/surface.ts'

const help = `Usage: node tools/package/check-surface.ts [--write]

Compares the public surface of each built package with its report in api/.
  --write  writes the reports, and the list of files of each package`

await runProgram(async (root, report) => {
  const { values } = parseArgs({ options: { write: { type: 'boolean' }, help: { type: 'boolean' } } })
  if (values.help) return report(help)
  const getReportFile = (name: string): string => join(root, 'api', name)
  const folders = listPackages(root).map(({ folder }) => folder)
  const reports = readSurfaces(folders).map((surface) => {
    const file = `${basename(surface.manifest.name)}.md`
    const before = existsSync(getReportFile(file)) ? readFileSync(getReportFile(file), 'utf8') : ''
    return { file, before, after: formatReport(surface) }
  })
  if (values.write) {
    for (const { file, after } of reports) writeFileSync(getReportFile(file), after)
    for (const contents of (await outputs(root)).map(readPackage))
      writeFileSync(getReportFile(`${basename(contents.manifest.name)}.contents.txt`), formatFileList(contents))
    return report(`Wrote the report and the list of ${folders.length} packages into api/.`)
  }
  const problems = [
    ...findLeftOver(
      readdirSync(join(root, 'api')),
      folders.map((folder) => basename(folder)),
    ),
    ...reports.flatMap(findChanges),
  ]
  if (problems.length > 0) throw new ReleaseError(problems.join('\n'))
  report(`The public surface of ${folders.length} packages matches their reports.`)
})
