// Writes everything that is made from the contract, or, with --check, compares it with what is committed.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { bundle } from './bundle.ts'
import { generate } from './generate.ts'
import { committedFiles, root } from './tree.ts'

const files = await generate(await bundle())

if (process.argv.includes('--check')) check()
else write()

function write(): void {
  for (const file of stray()) rmSync(new URL(file, root))
  for (const [file, text] of files) {
    mkdirSync(dirname(new URL(file, root).pathname), { recursive: true })
    writeFileSync(new URL(file, root), text)
  }
  console.log(`Wrote ${files.size} files from spec/openapi.yaml.`)
}

function check(): void {
  const stale = [...files].filter(([file, text]) => read(file) !== text).map(([file]) => file)
  const wrong = [...stale, ...stray()]
  if (wrong.length === 0) return console.log(`${files.size} generated files are fresh.`)
  console.error(`These files do not match the contract:\n${wrong.map((file) => `  ${file}`).join('\n')}`)
  console.error('Run `npm run generate` and commit what it writes.')
  process.exitCode = 1
}

function stray(): string[] {
  return committedFiles().filter((file) => !files.has(file))
}

function read(file: string): string | undefined {
  try {
    return readFileSync(new URL(file, root), 'utf8')
  } catch {
    return undefined
  }
}
