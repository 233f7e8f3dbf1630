import { watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'

// Milliseconds for an editor to finish writing.
const settleTime = 100

/**
 * Calls a function when a file changes, and prints a warning if it fails. The returned function ends the watch.
 */
export function watchFile(file: string, renew: () => Promise<void>, warn: (text: string) => void): () => void {
  const path = resolve(file)
  let timer: NodeJS.Timeout | undefined
  const reload = async (): Promise<void> => {
    try {
      await renew()
    } catch (error) {
      warn(
        `The reload failed, so the mock keeps the old description: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }
  // Watches the folder, because editors replace the file, which would end a watch of the file itself.
  const watcher = watch(dirname(path), (_event, name) => {
    if (name !== null && name !== basename(path)) return
    clearTimeout(timer)
    timer = setTimeout(() => void reload(), settleTime)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}
