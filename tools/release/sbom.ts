// Writes a bill of materials for each package that is published: what it brings to its users, to the last hash.
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { type Bill, settled } from './contents/sbom.ts'
import { installedFrom } from './policy/installed.ts'
import { program } from './steps/program.ts'
import { pnpm } from './steps/programs.ts'

const help = `Usage: npm run sbom

Writes dist/sbom/NAME.json for each package that is published: CycloneDX 1.6, of its run-time dependencies.`

const asked = ['--split', '--prod', '--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6']

await program(async (root, tell) => {
  if (parseArgs({ options: { help: { type: 'boolean' } } }).values.help) return tell(help)
  const read = installedFrom(root)
  const target = join(root, 'dist/sbom')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const bill of await billsOf(root)) {
    const whole = settled(bill, (key) => read(key).licence)
    const file = `dist/sbom/${whole.metadata.component.name}.json`
    writeFileSync(join(root, file), `${JSON.stringify(whole, null, 2)}\n`)
    tell(`${file}: ${whole.components.length} components`)
  }
})

async function billsOf(root: string): Promise<readonly Bill[]> {
  const place = mkdtempSync(join(tmpdir(), 'sbom-'))
  try {
    await pnpm(['--filter', './packages/*', 'sbom', ...asked, '--out', join(place, '%s.json')], root)
    return globSync('*.json', { cwd: place })
      .toSorted()
      .map((file) => JSON.parse(readFileSync(join(place, file), 'utf8')))
  } finally {
    rmSync(place, { recursive: true })
  }
}
