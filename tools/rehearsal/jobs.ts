// The jobs of the workflow that releases.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { createTerminalEnvironment } from '../workspace/environment.ts'
import { type ProgramResult, runProgram } from '../workspace/processes.ts'
import { root } from '../workspace/root.ts'

const workflow = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')

/** A machine that runs a job, with a clone of the commit and a temporary folder. */
export interface Machine {
  readonly folder: string
  readonly temp: string
  readonly signal: AbortSignal
}

/** Outcome of the first command of a job. */
export function performJob(job: string, { folder, temp, signal }: Machine): Promise<ProgramResult> {
  const [, command = ''] = new RegExp(`^  ${job}:\n[^]*?^      - run: (.*)$`, 'm').exec(workflow) ?? []
  const [program = '', ...args] = command.replaceAll('${{ runner.temp }}', temp).split(' ')
  return runProgram([program, ...args], {
    cwd: folder,
    env: { ...createTerminalEnvironment(process.env), TMPDIR: temp },
    signal,
  })
}
