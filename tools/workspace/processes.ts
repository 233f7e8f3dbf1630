// Starts programs and stops them with everything that they have started: each leads a process group.
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'

import { cleanUpOnSignal } from './clean-up.ts'
import { ReleaseError } from './failure.ts'

export type Command = readonly [program: string, ...args: string[]]

/** Where a program runs, and the signal that stops it. */
export interface RunOptions {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly signal: AbortSignal
}

export interface ProgramResult {
  /** Exit code; `null` if a signal ended it. */
  readonly code: number | null
  readonly out: string
  readonly err: string
}

const timeout = 600_000

/** Runs a program, and returns its exit code and output. */
export async function runProgram(command: Command, where: RunOptions): Promise<ProgramResult> {
  await using running = start(command, {
    ...where,
    signal: AbortSignal.any([where.signal, AbortSignal.timeout(timeout)]),
  })
  const code = await running.exit
  where.signal.throwIfAborted()
  return { code, ...running.output }
}

/** A running program. Disposing of it stops it, and everything that it has started. */
export interface RunningProgram extends AsyncDisposable {
  readonly output: { out: string; err: string }
  readonly exit: Promise<number | null>
  /** Writes to its input. */
  readonly type: (text: string) => void
  /** Waits until the output matches. Throws with the output if the program ends before. */
  readonly waitForOutput: (pattern: RegExp) => Promise<RegExpExecArray>
}

/** Starts a program in the background. */
export function start([program, ...args]: Command, { cwd, env, signal }: RunOptions): RunningProgram {
  signal.throwIfAborted()
  const child = spawn(program, args, {
    cwd,
    env,
    detached: hasProcessGroups,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text))
  const exit = waitForExit(child)
  const stop = (): void => kill(child)
  signal.addEventListener('abort', stop)
  const cancel = cleanUpOnSignal(stop)
  const release = (): void => {
    signal.removeEventListener('abort', stop)
    cancel()
  }
  void exit.finally(release).catch(() => undefined)

  const dispose = async (): Promise<void> => {
    stop()
    await exit.catch(() => undefined)
  }
  return {
    output,
    exit,
    type: (text) => void child.stdin.write(text),
    waitForOutput: (pattern) => waitForOutput(pattern, child, output, exit),
    [Symbol.asyncDispose]: dispose,
  }
}

async function waitForOutput(
  pattern: RegExp,
  { stdout, spawnfile }: ChildProcessWithoutNullStreams,
  output: RunningProgram['output'],
  exit: RunningProgram['exit'],
): Promise<RegExpExecArray> {
  for (let hasEnded = false; ;) {
    const match = pattern.exec(output.out)
    if (match) return match
    if (hasEnded) throw new ReleaseError(`${spawnfile} exited before it was ready:\n${output.err || output.out}`)
    hasEnded = await Promise.race([exit.then(() => true), once(stdout, 'data').then(() => false)])
  }
}

async function waitForExit(child: ChildProcess): Promise<number | null> {
  const [code]: (number | null)[] = await once(child, 'close')
  return code ?? null
}

// Package managers start further programs. Windows has no process groups.
const hasProcessGroups = process.platform !== 'win32'

function kill(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    if (hasProcessGroups) process.kill(-child.pid, 'SIGKILL')
    else child.kill()
  } catch {
    // The program has ended already.
  }
}
