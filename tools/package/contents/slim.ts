// The last step of a build removes declarations that no entry reaches, and minifies the documents. It runs in the folder
// of a package.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { join } from 'node:path/posix'

import { listEntries, readManifest } from '../surface/entries.ts'

const readText = (file: string): string => readFileSync(file, 'utf8')

const manifest = readManifest('.')
const targets = listEntries(manifest).flatMap((entry) => entry.targets)
const declarations = targets.filter((file) => file.endsWith('.js')).map((file) => file.replace(/\.js$/, '.d.ts'))
const relative = /(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)\.(?:tsx?|js)['"]/g
// Editors open only the declarations that an entry imports. Iterating over a set includes what is added meanwhile.
const neededFiles = new Set(declarations)
for (const file of neededFiles)
  for (const [, path = ''] of readText(file).matchAll(relative)) neededFiles.add(`${join(dirname(file), path)}.d.ts`)

for (const file of globSync('dist/**/*.d.ts').filter((each) => !neededFiles.has(each.replaceAll(sep, '/'))))
  rmSync(file)

// The documents outside `dist` have one field per line for reviews.
for (const file of targets.filter((target) => /^dist\/.*\.json$/.test(target))) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(JSON.parse(readText(file.replace('dist/', '')))))
}
