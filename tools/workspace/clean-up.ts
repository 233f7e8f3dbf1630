import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const
const cleanUps = new Set<() => void>()

/** Runs `work` if a signal ends the process. The returned function cancels that. */
export function cleanUpOnSignal(work: () => void): () => void {
  if (cleanUps.size === 0) for (const signal of signals) process.on(signal, cleanUp)
  cleanUps.add(work)
  return () => {
    cleanUps.delete(work)
    if (cleanUps.size === 0) for (const signal of signals) process.off(signal, cleanUp)
  }
}

// Latest first: programs stop before their folder is removed.
function cleanUp(signal: NodeJS.Signals): void {
  for (const work of [...cleanUps].toReversed()) work()
  process.off(signal, cleanUp)
  process.kill(process.pid, signal)
}

interface TemporaryFolder extends Disposable {
  readonly path: string
}

/** A folder that is removed when it is disposed of, and when a signal ends the process. */
export function createTemporaryFolder(prefix: string): TemporaryFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), prefix)))
  const remove = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  const cancel = cleanUpOnSignal(remove)
  const dispose = (): void => {
    cancel()
    remove()
  }
  return { path, [Symbol.dispose]: dispose }
}
