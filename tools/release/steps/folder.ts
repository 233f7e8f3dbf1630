import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface TemporaryFolder extends Disposable {
  readonly path: string
}

const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

/** A folder that is gone afterwards, and when somebody stops the program. */
export function temporaryFolder(prefix: string): TemporaryFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), prefix)))
  const tidy = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  for (const [signal, status] of Object.entries(signals))
    process.once(signal, () => {
      tidy()
      process.exit(status)
    })
  return { path, [Symbol.dispose]: tidy }
}
