import { watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'

// Long enough for a writer to finish, short enough to go unnoticed.
const settling = 100

/**
 * Calls a function whenever a file has changed. One that cannot be read yet leaves things as they are. The returned
 * function ends it.
 */
export function watched(file: string, renew: () => Promise<void>, warn: (text: string) => void): () => void {
  const path = resolve(file)
  let timer: NodeJS.Timeout | undefined
  const again = async (): Promise<void> => {
    try {
      await renew()
    } catch (error) {
      warn(`Kept the description as it was: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  // The folder, not the file: writers replace files, and a watcher of the old one would hear nothing more.
  const watcher = watch(dirname(path), (_event, name) => {
    if (name !== null && name !== basename(path)) return
    clearTimeout(timer)
    timer = setTimeout(() => void again(), settling)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}
