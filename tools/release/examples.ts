// Every code block that a package shows, in its README and in its doc comments: type-checked together, run one by one.
import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))

export interface Example {
  /** Where it stands, such as `README.md:12`. */
  readonly place: string
  readonly code: string
}

/** Code blocks marked `ts` in the Markdown files and the sources of a package. */
export function examplesIn(folder: string): readonly Example[] {
  const files = globSync(['*.md', 'src/**/*.ts'], {
    cwd: folder,
    exclude: (name) => name.includes('CHANGELOG'),
  })
  return files.toSorted().flatMap((file) => blocksOf(readFileSync(join(folder, file), 'utf8'), file))
}

function blocksOf(text: string, file: string): readonly Example[] {
  return [...text.matchAll(/^( \* )?```ts\n([\s\S]*?)^(?: \* )?```$/gm)].map(
    ({ index, 1: mark = '', 2: block = '' }) => {
      const lines = block.split('\n').map((line) => (mark ? line.replace(/^ \* ?/, '') : line))
      return { place: `${file}:${text.slice(0, index).split('\n').length}`, code: lines.join('\n') }
    },
  )
}

/** What is wrong with the examples of a package: errors of the compiler and of each run, by their place. */
export async function brokenExamples(
  folder: string,
  examples: readonly Example[],
  how: 'compiled' | 'run' = 'run',
): Promise<readonly string[]> {
  // Inside the package, so that it finds itself by its own name.
  const place = mkdtempSync(join(folder, 'examples-'))
  try {
    const files = examples.map(({ code }, index) => {
      const file = join(place, `example-${index}.ts`)
      writeFileSync(file, code)
      return file
    })
    const compiled = await problemsOf(tsc, ['-p', writeConfig(place)])
    const runs = how === 'run' ? await Promise.all(files.map((file) => problemsOf(file, []))) : []
    return [...compiled, ...runs.flat()].map((problem) => examples.reduce(named, problem))
  } finally {
    rmSync(place, { recursive: true })
  }
}

const named = (text: string, { place }: Example, index: number): string =>
  text.replaceAll(new RegExp(`[^\\s"']*example-${index}\\.ts`, 'g'), place)

function writeConfig(place: string): string {
  const config = join(place, 'tsconfig.json')
  writeFileSync(config, JSON.stringify({ extends: '../../../tsconfig.tools.json', include: ['*.ts'] }))
  return config
}

async function problemsOf(program: string, args: readonly string[]): Promise<readonly string[]> {
  try {
    await run(process.execPath, [program, ...args])
    return []
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return [stdout + stderr]
  }
}
