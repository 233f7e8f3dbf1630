import { fileDedupe } from '../../src/workflows/stores/dedupe.ts'

/** Writes a store of two ids to a file, and returns its path. */
export async function createDedupeFile(file: string): Promise<string> {
  const store = fileDedupe(file)
  await store.add('4711')
  await store.add('4712')
  await store.close()
  return file
}
