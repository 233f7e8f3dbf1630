// Packs all packages, and checks each tarball with publint, attw, our rules, its list in api/ and the limits of its size.
import { basename } from 'node:path/posix'

import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

import { ReleaseError } from '../workspace/failure.ts'
import { runProgram } from '../workspace/program.ts'
import { outputs } from './contents/pack.ts'
import { readPackage, findProblems } from './contents/package.ts'
import { limits, findSizeProblems } from './contents/sizes.ts'
import type { Manifest } from './surface/entries.ts'

// We publish only ES modules. Every supported Node can require() them, and resolution without `exports` is older.
const acceptedProblems = new Set(['CJSResolvesToESM', 'NoResolution'])

await runProgram(async (root, report) => {
  const problems: string[] = []
  for (const tarball of await outputs(root)) {
    const contents = readPackage(tarball)
    const { name } = contents.manifest
    const found = [
      ...(await findPublintProblems(tarball, contents.manifest)),
      ...(await findAttwProblems(tarball)),
      ...findProblems(contents, root),
      ...findSizeProblems(contents.files, limits[basename(name)] ?? {}),
    ]
    report(`${name}: ${contents.files.size} files, ${found.length} problems.`)
    problems.push(...found.map((problem) => `${name}: ${problem}`))
  }
  if (problems.length > 0) throw new ReleaseError(problems.join('\n'))
})

async function findPublintProblems(
  { buffer }: Uint8Array<ArrayBuffer>,
  manifest: Manifest,
): Promise<readonly string[]> {
  const { messages } = await publint({ pack: { tarball: buffer }, strict: true, level: 'suggestion' })
  return messages.map((message) => formatMessage(message, { ...manifest }) ?? message.code)
}

async function findAttwProblems(tarball: Uint8Array<ArrayBuffer>): Promise<readonly string[]> {
  const analysis = await checkPackage(createPackageFromTarballData(tarball))
  if (!analysis.types) return ['attw finds no types: check `exports` and the build.']
  const wrong = analysis.problems.filter(({ kind }) => !acceptedProblems.has(kind))
  return wrong.map((problem) => `attw: ${JSON.stringify(problem)}`)
}
