import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Looks at a package as its users receive it: packs it, then asks publint and attw. Run it in the package's folder.
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

// We publish modules alone. `require()` of them works on every Node that we support, and resolution without
// `exports` is older than that.
const accepted = new Set(['CJSResolvesToESM', 'NoResolution'])

const folder = process.cwd()
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>
const problems = [...(await publintProblems()), ...(await attwProblems())]
for (const problem of problems) console.error(`${String(manifest['name'])}: ${problem}`)
if (problems.length > 0) process.exitCode = 1
else console.log(`${String(manifest['name'])}: publint and attw have nothing to say.`)

async function publintProblems(): Promise<readonly string[]> {
  const { messages } = await publint({ pkgDir: folder, strict: true, level: 'suggestion' })
  return messages.map((message) => formatMessage(message, manifest) ?? message.code)
}

async function attwProblems(): Promise<readonly string[]> {
  const analysis = await checkPackage(createPackageFromTarballData(packed()))
  if (!analysis.types) return ['attw finds no types in it.']
  const wrong = analysis.problems.filter(({ kind }) => !accepted.has(kind))
  return wrong.map((problem) => `attw: ${JSON.stringify(problem)}`)
}

function packed(): Uint8Array {
  const place = mkdtempSync(join(tmpdir(), 'pack-'))
  try {
    execFileSync('pnpm', ['pack', '--pack-destination', place], { stdio: 'pipe' })
    const [tarball = ''] = readdirSync(place)
    return new Uint8Array(readFileSync(join(place, tarball)))
  } finally {
    rmSync(place, { recursive: true })
  }
}
