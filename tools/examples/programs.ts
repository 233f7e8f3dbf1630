// Compiles TypeScript blocks together, and runs them.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { root } from '../workspace/root.ts'
import { type Block, getFileName } from './blocks.ts'
import { runInFolder } from './folder.ts'

const run = promisify(execFile)
const tsc = join(root, 'node_modules/typescript/bin/tsc')

/** Code and its location. */
export type Program = Pick<Block, 'location' | 'code'>

/** Compiler errors, each with the location of its program. */
export const findUncompiled = (programs: readonly Program[]): Promise<readonly string[]> =>
  runInFolder(async (folder) => {
    write(folder, programs)
    const config = join(folder, 'tsconfig.json')
    writeFileSync(
      config,
      JSON.stringify({ extends: '../../../tsconfig.json', include: ['*.ts', '*.mts'], exclude: [] }),
    )
    const output = nameLocations(programs, await runAndGetFailure([tsc, '--pretty', 'false', '-p', config]))
    // An error may go on in indented lines.
    return output.split(/\n(?=\S)/).filter(Boolean)
  })

/** The output of failed programs and tests, each with its location. */
export const findFailing = (programs: readonly Program[]): Promise<readonly string[]> =>
  runInFolder(async (folder) => {
    const files = write(folder, programs)
    const others = files.filter((file) => !isTest(file))
    const failures = [
      others.length > 0 ? await runAndGetFailure([inTurnProgram, ...others], folder) : '',
      files.some(isTest) ? await runAndGetFailure(vitest, folder) : '',
    ]
    return failures.map((failure) => nameLocations(programs, failure)).filter(Boolean)
  })

const inTurnProgram = fileURLToPath(new URL('./in-turn.ts', import.meta.url))
const runner = fileURLToPath(new URL('../vitest.mjs', import.meta.resolve('vitest')))
// A busy machine may need longer than vitest's default of 5 s.
const vitest = [runner, 'run', '--root', '.', '--testTimeout=600000', '--hookTimeout=600000']

const isTest = (file: string): boolean => file.endsWith('.test.ts')

function write(folder: string, programs: readonly Program[]): readonly string[] {
  return programs.map(({ code }, index) => {
    const kind = /^import .* from 'vitest'$/m.test(code) ? 'test.ts' : 'ts'
    const file = join(folder, `example-${index}.${kind}`)
    writeFileSync(file, code)
    // A program that others import begins with its name.
    const name = getFileName(code)
    if (name !== undefined) writeFileSync(join(folder, name), code)
    return file
  })
}

async function runAndGetFailure(args: readonly string[], cwd?: string): Promise<string> {
  // What a program leaves ends with its folder.
  const options = cwd !== undefined && { cwd, env: { ...process.env, TMPDIR: cwd } }
  try {
    await run(process.execPath, args, { timeout: 1_200_000, ...options })
    return ''
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return stderr || stdout || String(error)
  }
}

const nameLocations = (programs: readonly Program[], output: string): string =>
  output.replaceAll(/[^\s"']*example-(\d+)(?:\.test)?\.ts/g, (_, index) => programs[Number(index)]?.location ?? '')
