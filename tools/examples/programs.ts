// Compiles TypeScript blocks together, and runs each one alone.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { root } from '../workspace/root.ts'
import type { Block } from './blocks.ts'
import { inFolder } from './folder.ts'

const run = promisify(execFile)
const tsc = join(root, 'node_modules/typescript/bin/tsc')

/** Code and its place. */
export type Program = Pick<Block, 'place' | 'code'>

/** Errors of the compiler, each with the place of its program. */
export const uncompiled = (programs: readonly Program[]): Promise<readonly string[]> =>
  inFolder(async (folder) => {
    write(folder, programs)
    const config = join(folder, 'tsconfig.json')
    writeFileSync(
      config,
      JSON.stringify({ extends: '../../../../tsconfig.tools.json', include: ['*.ts', '*.mts'] }),
    )
    const output = named(programs, await failureOf([tsc, '--pretty', 'false', '-p', config]))
    // An error may go on in indented lines.
    return output.split(/\n(?=\S)/).filter(Boolean)
  })

/** The output of programs that fail, each with its place. */
export const unrun = (programs: readonly Program[]): Promise<readonly string[]> =>
  inFolder(async (folder) => {
    const files = write(folder, programs)
    const failures = await fourAtATime([...programs.entries()], async ([index, program]) =>
      isTest(program) ? testFailure(program, folder) : failureOf([files[index] ?? ''], folder),
    )
    return failures.map((failure) => named(programs, failure)).filter(Boolean)
  })

function write(folder: string, programs: readonly Program[]): readonly string[] {
  return programs.map(({ code }, index) => {
    const file = join(folder, `example-${index}.ts`)
    writeFileSync(file, code)
    const name = nameOf(code)
    if (name !== undefined) writeFileSync(join(folder, name), code)
    return file
  })
}

// A program that others import, or a test, begins with its name.
const nameOf = (code: string): string | undefined => /^\/\/ ([a-z-]+(?:\.test)?\.m?ts)\n/.exec(code)?.[1]

const isTest = ({ code }: Program): boolean => /^import .* from 'vitest'$/m.test(code)

const vitest = fileURLToPath(new URL('../vitest.mjs', import.meta.resolve('vitest')))

/** The output of a test that fails, with its place. vitest finds a test by its name. */
async function testFailure({ place, code }: Program, folder: string): Promise<string> {
  // A busy machine may need longer than vitest's default of 5 s.
  const run = [vitest, 'run', '--root', '.', '--testTimeout=600000', '--hookTimeout=600000']
  const failure = await failureOf([...run, nameOf(code) ?? 'NAME.test.ts'], folder)
  return failure && `${place}: ${failure}`
}

// Generating keys keeps a processor busy, so four at a time are as fast as all.
async function fourAtATime<T, R>(
  entries: readonly T[],
  work: (entry: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = []
  const queue = entries.entries()
  const worker = async (): Promise<void> => {
    for (const [index, entry] of queue) results[index] = await work(entry)
  }
  await Promise.all(Array.from({ length: 4 }, worker))
  return results
}

async function failureOf(args: readonly string[], cwd?: string): Promise<string> {
  try {
    await run(process.execPath, args, { timeout: 300_000, ...(cwd !== undefined && { cwd }) })
    return ''
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return stdout + stderr || String(error)
  }
}

const named = (programs: readonly Program[], output: string): string =>
  output.replaceAll(/[^\s"']*example-(\d+)\.ts/g, (_, index) => programs[Number(index)]?.place ?? '')
