// Starts programs and stops them with everything that they have started: each leads a process group.
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'

import { cleanUpOnSignal } from './clean-up.ts'
import { ReleaseError } from './failure.ts'

export type Command = readonly [program: string, ...args: string[]]

/** Where a program runs, and the signal that stops it. */
export interface Where {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly signal: AbortSignal
}

export interface Ran {
  /** Exit code; `null` if a signal ended it. */
  readonly code: number | null
  readonly out: string
  readonly err: string
}

const timeout = 600_000

/** Runs a program, and returns its exit code and output. */
export async function ran(command: Command, where: Where): Promise<Ran> {
  await using running = start(command, {
    ...where,
    signal: AbortSignal.any([where.signal, AbortSignal.timeout(timeout)]),
  })
  const code = await running.ended
  where.signal.throwIfAborted()
  return { code, ...running.said }
}

/** A running program. Disposing of it stops it, and everything that it has started. */
export interface Running extends AsyncDisposable {
  readonly said: { out: string; err: string }
  readonly ended: Promise<number | null>
  /** Writes to its input. */
  readonly type: (text: string) => void
  /** Waits until the output matches. Throws with the output if the program ends before. */
  readonly saying: (pattern: RegExp) => Promise<RegExpExecArray>
}

/** Starts a program in the background. */
export function start([program, ...args]: Command, { cwd, env, signal }: Where): Running {
  signal.throwIfAborted()
  const child = spawn(program, args, { cwd, env, detached: grouped, stdio: ['pipe', 'pipe', 'pipe'] })
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text))
  const ended = endOf(child)
  const stop = (): void => kill(child)
  signal.addEventListener('abort', stop)
  const cancel = cleanUpOnSignal(stop)
  const release = (): void => {
    signal.removeEventListener('abort', stop)
    cancel()
  }
  void ended.finally(release).catch(() => undefined)

  const dispose = async (): Promise<void> => {
    stop()
    await ended.catch(() => undefined)
  }
  return {
    said,
    ended,
    type: (text) => void child.stdin.write(text),
    saying: (pattern) => untilSaid(pattern, child, said, ended),
    [Symbol.asyncDispose]: dispose,
  }
}

async function untilSaid(
  pattern: RegExp,
  { stdout, spawnfile }: ChildProcessWithoutNullStreams,
  said: Running['said'],
  ended: Running['ended'],
): Promise<RegExpExecArray> {
  for (let over = false; ;) {
    const match = pattern.exec(said.out)
    if (match) return match
    if (over) throw new ReleaseError(`${spawnfile} ended before it was ready:\n${said.err || said.out}`)
    over = await Promise.race([ended.then(() => true), once(stdout, 'data').then(() => false)])
  }
}

async function endOf(child: ChildProcess): Promise<number | null> {
  const [code]: (number | null)[] = await once(child, 'close')
  return code ?? null
}

// Package managers start further programs. Windows has no process groups.
const grouped = process.platform !== 'win32'

function kill(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    if (grouped) process.kill(-child.pid, 'SIGKILL')
    else child.kill()
  } catch {
    // The program has ended already.
  }
}
