import { WorkflowError } from '../errors.ts'
import { type Log, openLog } from './files.ts'
import type { Format } from './lines.ts'

/** Keeps entries in their order. `append` resolves when the entry is saved. */
export interface Journal<Entry> {
  entries(): Promise<readonly Entry[]>
  append(entry: Entry): Promise<void>
}

export interface FileJournal<Entry> extends Journal<Entry> {
  close(): Promise<void>
}

export interface JournalFormat<Entry> extends Format {
  readonly isEntry: (value: unknown) => value is Entry
}

/** Creates a journal in an append-only file, which it opens at the first use. */
export function openJournal<Entry>(file: string, { isEntry, ...format }: JournalFormat<Entry>): FileJournal<Entry> {
  let openJournalFile: Promise<{ readonly log: Log; readonly entries: Entry[] }> | undefined
  async function open(): Promise<{ readonly log: Log; readonly entries: Entry[] }> {
    const log = await openLog(file, format)
    try {
      return { log, entries: log.entries.map((entry, index) => checkEntry(entry, index + 2)) }
    } catch (error) {
      await log.close()
      throw error
    }
  }
  async function openOnce(): ReturnType<typeof open> {
    try {
      return await open()
    } catch (error) {
      // The next use tries again.
      openJournalFile = undefined
      throw error
    }
  }
  function checkEntry(entry: unknown, line: number): Entry {
    if (isEntry(entry)) return entry
    throw new WorkflowError('FILE_BROKEN', { file, line })
  }
  const use = (): NonNullable<typeof openJournalFile> => (openJournalFile ??= openOnce())
  return {
    async entries() {
      return [...(await use()).entries]
    },
    async append(entry) {
      const { log, entries } = await use()
      await log.append(entry)
      entries.push(entry)
    },
    async close() {
      await (await openJournalFile)?.log.close()
    },
  }
}

/** Keeps a journal in memory, for tests and for work that may be repeated. */
export function memoryJournal<Entry>(): Journal<Entry> {
  const entries: Entry[] = []
  return {
    entries: async () => [...entries],
    append: async (entry) => void entries.push(entry),
  }
}
