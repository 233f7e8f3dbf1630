// Writes everything that is made from the contract, or, with --check, compares it with what is committed.
import { bundle } from './bundle.ts'
import { sentenceFor } from './failure.ts'
import { generate } from './generate.ts'
import { type Files, root, staleFiles, writeFiles } from './tree.ts'

try {
  const files = await generate(await bundle())
  if (process.argv.includes('--check')) check(files)
  else write(files)
} catch (error) {
  const sentence = sentenceFor(error)
  if (sentence === undefined) throw error
  console.error(sentence)
  process.exitCode = 1
}

function write(files: Files): void {
  writeFiles(files, root)
  console.log(`Wrote ${files.size} files from spec/openapi.yaml.`)
}

function check(files: Files): void {
  const stale = staleFiles(files, root)
  if (stale.length === 0) return console.log(`${files.size} generated files are fresh.`)
  console.error(`These files do not match the contract:\n${stale.map((file) => `  ${file}`).join('\n')}`)
  console.error('Run `npm run generate` and commit what it writes.')
  process.exitCode = 1
}
