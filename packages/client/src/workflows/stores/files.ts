// The one place that writes files. A file is either replaced as a whole or only ever appended to, and a write counts
// when the disk has it.
import { type FileHandle, lstat, open, readFile, realpath, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

import { WorkflowError } from '../errors.ts'
import { bytesOf, type Format, type Kept, lineOf, readLines } from './lines.ts'
import { inTurn } from './turns.ts'

const secret = 0o600

/** What a file holds, or nothing where there is none. */
export async function readKept(file: string, format: Format): Promise<Kept | undefined> {
  const bytes = await readFile(file).catch(async (error: unknown) => {
    if (isNotThere(error) && (await isFree(file))) return undefined
    throw error
  })
  return bytes && readLines(bytes, format, file)
}

const isNotThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

// A link that leads nowhere is no place to begin anew: what it leads to may be on a disk that is not there yet.
const isFree = (file: string): Promise<boolean> => lstat(file).then(() => false, isNotThere)

/**
 * Replaces a file: whoever reads it finds the old one or the new one, whole, whenever the power fails. What is asked for
 * while a file is replaced is done afterwards, in its order.
 */
export function replace(file: string, format: Format, entries: readonly unknown[]): Promise<void> {
  const bytes = bytesOf([format, ...entries])
  return inTurn(resolve(file), async () => {
    const target = await behindLinks(file)
    // What lies there is removed, so it has a name that no other store has.
    const beside = `${target}.custody-new`
    // Several names may lead to one target.
    await inTurn(beside, () => replaceBy(bytes, { target, beside }))
  })
}

async function replaceBy(
  bytes: Uint8Array,
  { target, beside }: { readonly target: string; readonly beside: string },
): Promise<void> {
  // What an interrupted write left there goes, and no link that somebody laid there is followed.
  await rm(beside, { force: true })
  await written(beside, 'wx', async (handle) => handle.writeFile(bytes))
  await rename(beside, target)
  // Windows has no handle on a folder, and keeps the order of these by itself.
  if (process.platform !== 'win32') await written(dirname(target), 'r')
}

// A link stays one: what it leads to is replaced.
const behindLinks = (file: string): Promise<string> =>
  realpath(file).catch(async (error: unknown) => {
    if (isNotThere(error) && (await isFree(file))) return file
    throw error
  })

async function written(
  path: string,
  flags: string,
  write?: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  const handle = await open(path, flags, secret)
  try {
    await write?.(handle)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A file that only grows. */
export interface Log {
  /** What stood in it when it was opened. */
  readonly entries: readonly unknown[]
  /** Resolves when the disk has the entry. */
  append(entry: unknown): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a file to append to. Half a last line was never acknowledged, so it goes. A whole last line that lacks its end
 * gets one. All else that is broken stays.
 */
export async function openLog(file: string, format: Format): Promise<Log> {
  const kept = await readKept(file, format)
  if (!kept) await replace(file, format, [])
  const handle = await open(file, 'a', secret)
  try {
    if (kept) await mendTail(handle, kept)
  } catch (error) {
    await handle.close()
    throw error
  }
  return { entries: kept?.entries ?? [], ...writer(handle, file) }
}

async function mendTail(handle: FileHandle, { tail, ended }: Kept): Promise<void> {
  if (tail === 'none') return
  if (tail === 'half a line') await handle.truncate(ended)
  else await handle.appendFile('\n')
  await handle.sync()
}

// Node ends the process over an open handle that nobody holds any more, so a log that was dropped is closed here.
const dropped = new FinalizationRegistry((handle: FileHandle) => void handle.close().catch(() => undefined))

// One write after the other. Behind one that failed there may be half a line, so nothing follows it.
function writer(opened: FileHandle, file: string): Pick<Log, 'append' | 'close'> {
  const held = { handle: opened }
  dropped.register(held, opened)
  let earlier: Promise<unknown> = Promise.resolve()
  let closed = false
  async function write(entry: unknown): Promise<void> {
    if (closed) throw new WorkflowError('FILE_CLOSED', { file })
    closed = true
    await held.handle.appendFile(lineOf(entry))
    await held.handle.datasync()
    closed = false
  }
  return {
    append(entry) {
      const result = earlier.then(() => write(entry))
      earlier = result.catch(() => undefined)
      return result
    },
    async close() {
      await earlier
      closed = true
      await held.handle.close()
    },
  }
}
