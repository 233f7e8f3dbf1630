// Runs a suite in a process of its own, so that one that fails or hangs does not stop the others.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import type { Figure } from './figure.ts'

const limitInMinutes = 30
const signals = ['SIGINT', 'SIGTERM'] as const

/** Figures of one run of a suite, with the code of a tree. Rejects if the run fails or takes longer than the limit. */
export async function* runSuite(name: string, tree: string): AsyncGenerator<Figure> {
  const args = [join(tree, 'tools/bench/once.ts'), name]
  // Everything that the suite starts is in this process group and ends with it.
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  const exit = once(child, 'close')
  const end = (signal: NodeJS.Signals): void => {
    try {
      process.kill(-Number(child.pid), signal)
    } catch {
      // The group has already ended.
    }
  }
  const interrupt = (signal: NodeJS.Signals): never => {
    end(signal)
    process.exit(130)
  }
  for (const signal of signals) process.on(signal, interrupt)
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    end('SIGKILL')
  }, limitInMinutes * 60_000)
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const output: Figure | string = JSON.parse(line)
      if (typeof output === 'string') throw new Error(output)
      yield output
    }
    const [code, signal] = await exit
    if (isLate) throw new Error(`Timed out after ${limitInMinutes} minutes.`)
    if (code !== 0) throw new Error(`Exited with ${code ?? signal}.`)
  } finally {
    clearTimeout(limit)
    for (const signal of signals) process.off(signal, interrupt)
    end('SIGKILL')
  }
}
