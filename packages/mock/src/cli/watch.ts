import { watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'

// Milliseconds for a writer to finish.
const settleTime = 100

/**
 * Calls a function whenever a file has changed. If it fails, a warning is printed. The returned function ends the watch.
 */
export function watchFile(
  file: string,
  renew: () => Promise<void>,
  warn: (text: string) => void,
): () => void {
  const path = resolve(file)
  let timer: NodeJS.Timeout | undefined
  const reload = async (): Promise<void> => {
    try {
      await renew()
    } catch (error) {
      warn(`The old description stays in use: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  // Watches the folder, because writers replace the file, and a watch of the old file would end.
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
