// The only module that writes files. It replaces or appends to a file. A write succeeds when the data is on the disk.
import { type FileHandle, lstat, open, readFile, realpath, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

import { WorkflowError } from '../errors.ts'
import { toBytes, type Content, type Format, formatLine, readLines } from './lines.ts'

const ownerOnly = 0o600

/** Reads a file. Returns `undefined` if it does not exist. */
export async function readContent(file: string, format: Format): Promise<Content | undefined> {
  const bytes = await readFile(file).catch(async (error: unknown) => {
    if (isMissing(error) && (await isFree(file))) return undefined
    throw error
  })
  return bytes && readLines(bytes, format, file)
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

// A dangling link is not a free path: its target may be on a disk that is not mounted.
const isFree = (file: string): Promise<boolean> => lstat(file).then(() => false, isMissing)

/**
 * Replaces a file atomically: even after a power failure, a reader finds the complete old or new content. Replacements of
 * one file keep the order of the calls.
 */
export function replaceFile(file: string, format: Format, entries: readonly unknown[]): Promise<void> {
  const bytes = toBytes([format, ...entries])
  return enqueue(resolve(file), async () => {
    const target = await resolveTarget(file)
    // A file with this name is removed, so stores must not use the name.
    const temporary = `${target}.custody-new`
    // Several paths may lead to one target.
    await enqueue(temporary, async () => {
      // Removes the rest of an interrupted write, and does not follow a link with this name.
      await rm(temporary, { force: true })
      await openSynced(temporary, 'wx', async (handle) => handle.writeFile(bytes))
      await rename(temporary, target)
      // Windows cannot open a folder, and keeps this order without it.
      if (process.platform !== 'win32') await openSynced(dirname(target), 'r')
    })
  })
}

const queues = new Map<string, Promise<void>>()

/** Runs work on a path after all earlier work on it in this process, also after failures. */
function enqueue(path: string, work: () => Promise<void>): Promise<void> {
  const result = runAfter(queues.get(path), work)
  queues.set(path, result)
  return result.finally(() => {
    if (queues.get(path) === result) queues.delete(path)
  })
}

async function runAfter(earlier: Promise<void> | undefined, work: () => Promise<void>): Promise<void> {
  await earlier?.catch(() => undefined)
  await work()
}

// A link stays a link, and its target is replaced.
const resolveTarget = (file: string): Promise<string> =>
  realpath(file).catch(async (error: unknown) => {
    if (isMissing(error) && (await isFree(file))) return file
    throw error
  })

async function openSynced(path: string, flags: string, write?: (handle: FileHandle) => Promise<void>): Promise<void> {
  const handle = await open(path, flags, ownerOnly)
  try {
    await write?.(handle)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** An append-only file. */
export interface Log {
  /** Entries of the file at the time of opening. */
  readonly entries: readonly unknown[]
  /** Resolves when the entry is on the disk. */
  append(entry: unknown): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a file to append to it. Removes an incomplete last line, which was never acknowledged, and completes a last line
 * without a line end. Any other damage is an error, and the file is not changed.
 */
export async function openLog(file: string, format: Format): Promise<Log> {
  const content = await readContent(file, format)
  if (!content) await replaceFile(file, format, [])
  const handle = await open(file, 'a', ownerOnly)
  try {
    if (content) await recoverTail(handle, content)
  } catch (error) {
    await handle.close()
    throw error
  }
  return { entries: content?.entries ?? [], ...createWriter(handle, file) }
}

async function recoverTail(handle: FileHandle, { tail, endOffset }: Content): Promise<void> {
  if (tail === 'none') return
  if (tail === 'incomplete') await handle.truncate(endOffset)
  else await handle.appendFile('\n')
  await handle.sync()
}

// Node ends the process when an open handle is garbage-collected, so this closes logs that were left open.
const openHandles = new FinalizationRegistry((handle: FileHandle) => void handle.close().catch(() => undefined))

// A failed write may leave an incomplete line, so further writes are rejected.
function createWriter(fileHandle: FileHandle, file: string): Pick<Log, 'append' | 'close'> {
  const owner = { handle: fileHandle }
  openHandles.register(owner, fileHandle)
  let earlier: Promise<unknown> = Promise.resolve()
  let isClosed = false
  async function write(entry: unknown): Promise<void> {
    if (isClosed) throw new WorkflowError('FILE_CLOSED', { file })
    isClosed = true
    await owner.handle.appendFile(formatLine(entry))
    await owner.handle.datasync()
    isClosed = false
  }
  return {
    append(entry) {
      const result = earlier.then(() => write(entry))
      earlier = result.catch(() => undefined)
      return result
    },
    async close() {
      await earlier
      isClosed = true
      await owner.handle.close()
    },
  }
}
