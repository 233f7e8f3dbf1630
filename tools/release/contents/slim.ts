// Last step of the build of a package: makes what is published as small as it can be and still be read.
// Run it in the package's folder.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, sep } from 'node:path'

import { entriesOf, manifestOf } from '../surface/entries.ts'
import { carriedBy, ledToCarried } from './carried.ts'
import { compactDeclarations, compactModule } from './compact.ts'
import { reachable } from './reachable.ts'

const read = (file: string): string => readFileSync(file, 'utf8')
const built = (pattern: string): readonly string[] =>
  globSync(`dist/${pattern}`).map((file) => file.replaceAll(sep, '/'))

const manifest = manifestOf('.')
const targets = entriesOf(manifest).flatMap((entry) => entry.targets)
const declarations = targets
  .filter((file) => file.endsWith('.js'))
  .map((file) => file.replace(/\.js$/, '.d.ts'))
const needed = reachable(declarations, read)

for (const file of built('**/*.d.ts'))
  if (needed.has(file)) writeFileSync(file, compactDeclarations(file, read(file)))
  else rmSync(file)

const carried = await Promise.all((manifest.carried ?? []).map((name) => carriedBy(process.cwd(), name)))
for (const file of built('**/*.js'))
  writeFileSync(file, compactModule(file, ledToCarried(file, read(file), carried)))
for (const { file, text } of carried) write(file, compactModule(file, text))

// Documents stand beside `dist` with a member a line, as reviews need them.
for (const file of targets.filter((target) => /^dist\/.*\.json$/.test(target)))
  write(file, JSON.stringify(JSON.parse(read(file.replace('dist/', '')))))

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
