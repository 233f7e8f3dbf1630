// The last step of a build removes declarations that no entry reaches, and minifies the documents. It runs in the folder
// of a package.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { join } from 'node:path/posix'

import { entriesOf, manifestOf } from '../surface/entries.ts'

const read = (file: string): string => readFileSync(file, 'utf8')

const manifest = manifestOf('.')
const targets = entriesOf(manifest).flatMap((entry) => entry.targets)
const declarations = targets
  .filter((file) => file.endsWith('.js'))
  .map((file) => file.replace(/\.js$/, '.d.ts'))
const relative = /(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)\.(?:ts|js)['"]/g
// Editors open only the declarations that an entry imports. Iterating over a set includes what is added meanwhile.
const needed = new Set(declarations)
for (const file of needed)
  for (const [, path = ''] of read(file).matchAll(relative)) needed.add(`${join(dirname(file), path)}.d.ts`)

for (const file of globSync('dist/**/*.d.ts').filter((each) => !needed.has(each.replaceAll(sep, '/'))))
  rmSync(file)

// The documents outside `dist` have one member per line for reviews.
for (const file of targets.filter((target) => /^dist\/.*\.json$/.test(target))) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(JSON.parse(read(file.replace('dist/', '')))))
}
