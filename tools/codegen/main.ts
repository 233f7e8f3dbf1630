// Writes the generated files. With --check, compares them with the committed files.
import { bundleDocuments, findMessage } from './bundle.ts'
import { type Files, root, findStaleFiles, writeFiles } from './files.ts'
import { generate } from './generate.ts'

try {
  const files = await generate(await bundleDocuments())
  if (process.argv.includes('--check')) check(files)
  else write(files)
} catch (error) {
  const message = findMessage(error)
  if (message === undefined) throw error
  console.error(message)
  process.exitCode = 1
}

function write(files: Files): void {
  writeFiles(files, root)
  console.log(`Wrote ${files.size} files from spec/openapi.yaml.`)
}

function check(files: Files): void {
  const stale = findStaleFiles(files, root)
  if (stale.length === 0) return console.log(`${files.size} generated files are up to date.`)
  console.error(`These files are outdated:\n${stale.map((file) => `  ${file}`).join('\n')}`)
  console.error('Run `npm run generate` and commit the result.')
  process.exitCode = 1
}
