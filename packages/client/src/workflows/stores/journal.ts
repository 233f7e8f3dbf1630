import { WorkflowError } from '../errors.ts'
import { type Log, openLog } from './files.ts'
import type { Format } from './lines.ts'

/** Keeps what happened, in its order. An entry is kept for good when `append` resolves. */
export interface Journal<Entry> {
  entries(): Promise<readonly Entry[]>
  append(entry: Entry): Promise<void>
}

/** A journal in a file. */
export interface FileJournal<Entry> extends Journal<Entry> {
  close(): Promise<void>
}

export interface JournalShape<Entry> extends Format {
  readonly isEntry: (value: unknown) => value is Entry
}

/** A journal in a file that only grows; it is opened when it is first used. */
export function journalIn<Entry>(
  file: string,
  { isEntry, ...format }: JournalShape<Entry>,
): FileJournal<Entry> {
  let opened: Promise<{ readonly log: Log; readonly entries: Entry[] }> | undefined
  async function open(): Promise<{ readonly log: Log; readonly entries: Entry[] }> {
    const log = await openLog(file, format)
    try {
      return { log, entries: log.entries.map((entry, index) => checked(entry, index + 2)) }
    } catch (error) {
      await log.close()
      throw error
    }
  }
  async function openOnce(): ReturnType<typeof open> {
    try {
      return await open()
    } catch (error) {
      // The next who uses it tries again.
      opened = undefined
      throw error
    }
  }
  function checked(entry: unknown, line: number): Entry {
    if (isEntry(entry)) return entry
    throw new WorkflowError('FILE_BROKEN', { file, line })
  }
  const use = (): NonNullable<typeof opened> => (opened ??= openOnce())
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
      await (await opened)?.log.close()
    },
  }
}

/** A journal that ends with the process; for tests and for what may be done twice. */
export function memoryJournal<Entry>(): Journal<Entry> {
  const entries: Entry[] = []
  return {
    entries: async () => [...entries],
    append: async (entry) => void entries.push(entry),
  }
}
