// TypeScript samples as programs of their own: type-checked together, run one after another.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))
const tsc = join(root, 'node_modules/typescript/bin/tsc')

// Runs the samples that it is given the names of, and tells what each of them printed.
const runner = `const printed = {}
for (const name of process.argv.slice(2)) {
  const own = (printed[name] = [])
  console.log = (value) => own.push(value)
  await import('./' + name + '.ts')
}
process.stdout.write(JSON.stringify(printed))
`

export interface Outcome {
  /** What the compiler says about them. */
  readonly problems: string
  /** What each sample printed. */
  readonly printed: Readonly<Record<string, readonly unknown[]>>
}

type Samples = Readonly<Record<string, string>>

/** Compiles samples together and runs them; others, which are known to be wrong, are compiled beside them. */
export async function outcomeOf(samples: Samples, wrong: Samples = {}): Promise<Outcome> {
  // Below this package, so that the samples find the packages that they name.
  const reports = join(import.meta.dirname, '../reports')
  mkdirSync(reports, { recursive: true })
  const folder = mkdtempSync(join(reports, 'samples-'))
  try {
    for (const [name, code] of Object.entries({ ...samples, ...wrong }))
      writeFileSync(join(folder, `${name}.ts`), `${code}\n`)
    writeFileSync(join(folder, 'run.mjs'), runner)
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: '../../../../tsconfig.tools.json', include: ['*.ts'] }),
    )
    const [problems, printed] = await Promise.all([
      outputOf(tsc, '-p', folder),
      outputOf(join(folder, 'run.mjs'), ...Object.keys(samples)),
    ])
    return { problems, printed: JSON.parse(printed) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function outputOf(program: string, ...args: readonly string[]): Promise<string> {
  try {
    return (await run(process.execPath, [program, ...args])).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    if (stderr !== '') throw new Error(stderr, { cause: error })
    return stdout
  }
}
