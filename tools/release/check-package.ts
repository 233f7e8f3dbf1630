// Looks at a package as its users receive it: packs it, asks publint and attw, and compares what is in it with its
// list. Run it in the package's folder.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

import { listProblems } from './contents/list.ts'
import { contentsOf } from './contents/package.ts'
import { problemsIn } from './contents/rules.ts'
import { packed } from './contents/tarball.ts'
import { ReleaseError } from './steps/failure.ts'
import { program } from './steps/program.ts'
import type { Manifest } from './surface/entries.ts'

// We publish modules alone. `require()` of them works on every Node that we support, and resolution without
// `exports` is older than that.
const accepted = new Set(['CJSResolvesToESM', 'NoResolution'])

await program(async (root, tell) => {
  const tarball = await packed(process.cwd())
  const contents = contentsOf(tarball)
  const { name } = contents.manifest
  const list = join(root, 'api', `${basename(name)}.contents.txt`)
  const problems = [
    ...(await publintProblems(tarball, contents.manifest)),
    ...(await attwProblems(tarball)),
    ...problemsIn(contents),
    ...listProblems(contents, existsSync(list) ? readFileSync(list, 'utf8') : ''),
  ]
  if (problems.length > 0) throw new ReleaseError(problems.map((problem) => `${name}: ${problem}`).join('\n'))
  tell(`${name}: ${contents.files.size} files, and nothing to say about them.`)
})

async function publintProblems(
  { buffer }: Uint8Array<ArrayBuffer>,
  manifest: Manifest,
): Promise<readonly string[]> {
  const { messages } = await publint({ pack: { tarball: buffer }, strict: true, level: 'suggestion' })
  return messages.map((message) => formatMessage(message, { ...manifest }) ?? message.code)
}

async function attwProblems(tarball: Uint8Array<ArrayBuffer>): Promise<readonly string[]> {
  const analysis = await checkPackage(createPackageFromTarballData(tarball))
  if (!analysis.types) return ['attw finds no types in it.']
  const wrong = analysis.problems.filter(({ kind }) => !accepted.has(kind))
  return wrong.map((problem) => `attw: ${JSON.stringify(problem)}`)
}
