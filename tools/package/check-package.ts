// Packs a package, and checks the tarball with publint, attw, our rules and its list in api/. It runs in the folder of
// the package.
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

import { ReleaseError } from '../workspace/failure.ts'
import { program } from '../workspace/program.ts'
import { contentsOf, problemsIn } from './contents/package.ts'
import { packed } from './contents/tarball.ts'
import type { Manifest } from './surface/entries.ts'

// We publish only ES modules. Every supported Node can require() them, and resolution without `exports` is older.
const accepted = new Set(['CJSResolvesToESM', 'NoResolution'])

await program(async (root, report) => {
  const tarball = await packed(process.cwd())
  const contents = contentsOf(tarball)
  const { name } = contents.manifest
  const problems = [
    ...(await publintProblems(tarball, contents.manifest)),
    ...(await attwProblems(tarball)),
    ...problemsIn(contents, root),
  ]
  if (problems.length > 0) throw new ReleaseError(problems.map((problem) => `${name}: ${problem}`).join('\n'))
  report(`${name}: ${contents.files.size} files, no problems.`)
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
  if (!analysis.types) return ['attw finds no types: check `exports` and the build.']
  const wrong = analysis.problems.filter(({ kind }) => !accepted.has(kind))
  return wrong.map((problem) => `attw: ${JSON.stringify(problem)}`)
}
