// Lints the small description and all its broken copies in one process, because most of the time goes into its start.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { type Break, small } from './breaks/break.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js')

/** A problem, with the text of the line to which it points. */
export interface Problem {
  readonly rule: string
  readonly message: string
  readonly file: string
  readonly line: string
}

/** What Redocly prints about one description. */
interface Report {
  readonly totals: { readonly errors: number; readonly warnings: number }
  readonly problems: readonly {
    readonly ruleId: string
    readonly message: string
    readonly location: readonly [ProblemLocation]
  }[]
}
interface ProblemLocation {
  readonly source: { readonly ref: string }
  readonly start: { readonly line: number }
}

/** Lints copies of the small description: the first as it is, then one for each break. */
export function lint(breaks: readonly Break[]): readonly (readonly Problem[])[] {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rules-')))
  try {
    const copies = [undefined, ...breaks].map((broken, index) => copyContract(join(folder, String(index)), broken))
    const reports = runRedocly(copies.map((copyFolder) => join(copyFolder, 'base.yaml')))
    return reports.map(({ problems }, index) =>
      problems.map(({ ruleId: rule, message, location: [copyFolder] }) => ({
        rule,
        message,
        ...formatLocation(copyFolder, copies[index] ?? folder),
      })),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function copyContract(copyFolder: string, broken: Break | undefined): string {
  cpSync(small, copyFolder, { recursive: true })
  if (broken) writeFileSync(join(copyFolder, broken.file), broken.text)
  return copyFolder
}

/** Lints descriptions in one process, with the settings of a folder. Redocly prints one JSON text for each. */
export function runRedocly(descriptions: readonly string[], cwd = root): readonly Report[] {
  const flags = ['lint', '--format=json', '--max-problems=1000', ...descriptions]
  const { stdout, stderr } = spawnSync(process.execPath, [redocly, ...flags], {
    cwd,
    // It would leave its compiled modules in the folder for temporary files.
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1', REDOCLY_TELEMETRY: 'off' },
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const reports: Report[] = JSON.parse(`[${stdout.replaceAll(/^\}\{$/gm, '},{')}]`)
  if (reports.length < descriptions.length) throw new Error(`Redocly stopped early. ${stderr}`)
  return reports
}

function formatLocation({ source, start }: ProblemLocation, copyFolder: string): Pick<Problem, 'file' | 'line'> {
  const file = resolve(root, source.ref)
  const line = readFileSync(file, 'utf8').split('\n')[start.line - 1] ?? ''
  return { file: relative(copyFolder, file), line: line.trim() }
}
