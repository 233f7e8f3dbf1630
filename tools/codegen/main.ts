// Writes everything that is made from the contract, or, with --check, compares it with what is committed.
import { bundle } from './bundle.ts'
import { generate } from './generate.ts'
import { root, staleFiles, writeFiles } from './tree.ts'

const files = await generate(await bundle())

if (process.argv.includes('--check')) check()
else {
  writeFiles(files, root)
  console.log(`Wrote ${files.size} files from spec/openapi.yaml.`)
}

function check(): void {
  const stale = staleFiles(files, root)
  if (stale.length === 0) return console.log(`${files.size} generated files are fresh.`)
  console.error(`These files do not match the contract:\n${stale.map((file) => `  ${file}`).join('\n')}`)
  console.error('Run `npm run generate` and commit what it writes.')
  process.exitCode = 1
}
