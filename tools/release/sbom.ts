// npm run sbom: a bill of materials for each published package. pnpm writes them, but in a random order, with a time, and
// without some licences. The same lockfile has to give the same bytes.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { temporaryFolder } from '../workspace/clean-up.ts'
import { program } from '../workspace/program.ts'
import { pnpm } from '../workspace/programs.ts'
import { installedFrom } from './policy/installed.ts'

const help = `Usage: npm run sbom

Writes dist/sbom/NAME.json for each published package: its run-time dependencies as CycloneDX 1.6.`

const format = ['--split', '--prod', '--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6']

interface Component {
  readonly purl: string
  readonly name: string
  readonly version: string
  readonly group?: string
  readonly licenses?: readonly object[]
  readonly externalReferences?: readonly { readonly type: string; readonly hashes?: readonly object[] }[]
}

interface Bill {
  readonly serialNumber?: string
  readonly metadata: { readonly timestamp?: string; readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[]
}

await program(async (root, report) => {
  if (parseArgs({ options: { help: { type: 'boolean' } } }).values.help) return report(help)
  const installed = installedFrom(root)
  const target = join(root, 'dist/sbom')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  using folder = temporaryFolder('sbom-')
  await pnpm(['--filter', './packages/*', 'sbom', ...format, '--out', join(folder.path, '%s.json')], root)
  for (const file of globSync('*.json', { cwd: folder.path }).toSorted()) {
    const bill: Bill = JSON.parse(readFileSync(join(folder.path, file), 'utf8'))
    const complete = reproducible(bill, (key) => installed(key).licence)
    const name = `dist/sbom/${bill.metadata.component.name}.json`
    writeFileSync(join(root, name), `${JSON.stringify(complete, null, 2)}\n`)
    report(`${name}: ${complete.components.length} components`)
  }
})

function reproducible(bill: Bill, licenceOf: (key: string) => string | undefined) {
  const { serialNumber: _random, ...rest } = bill
  const { timestamp: _now, ...metadata } = bill.metadata
  return {
    ...rest,
    metadata,
    components: bill.components
      .map((component) => ({ ...hashed(component), ...licences(component, licenceOf) }))
      .toSorted((one, other) => (one.purl < other.purl ? -1 : 1)),
    dependencies: bill.dependencies
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.toSorted() }))
      .toSorted((one, other) => (one.ref < other.ref ? -1 : 1)),
  }
}

// The hash identifies the package. The address depends on the registry of this machine.
function hashed({ externalReferences = [], ...component }: Component) {
  const { hashes = [] } = externalReferences.find(({ type }) => type === 'distribution') ?? {}
  const others = externalReferences.filter(({ type }) => type !== 'distribution')
  return {
    ...component,
    ...(hashes.length > 0 && { hashes }),
    ...(others.length > 0 && { externalReferences: others }),
  }
}

function licences(
  { licenses, group, name, version }: Component,
  licenceOf: (key: string) => string | undefined,
) {
  const licence = licenses ? undefined : licenceOf(`${group ? `${group}/` : ''}${name}@${version}`)
  if (licence === undefined) return {}
  return { licenses: [licence.includes(' ') ? { expression: licence } : { license: { id: licence } }] }
}
