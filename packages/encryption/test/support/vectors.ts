// Public vectors, read where they are: `shared/vectors` beside the repository, or the folder that VECTORS_DIR names.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the vectors, and whether they are required. */
export interface VectorsLocation {
  readonly folder: string
  readonly isRequired: boolean
}

const beside = fileURLToPath(new URL('../../../../../shared/vectors', import.meta.url))

const defaultLocation: VectorsLocation = {
  folder: process.env['VECTORS_DIR'] ?? beside,
  isRequired: process.env['REQUIRE_VECTORS'] === '1',
}

/** Reads a file of vectors. If it is missing, returns undefined, or throws if vectors are required. */
export function readVectors(name: string, { folder, isRequired }: VectorsLocation = defaultLocation): unknown {
  const path = resolve(folder, name)
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'))
  if (isRequired) throw new Error(`No public vectors ${name}, and REQUIRE_VECTORS=1.`)
  return undefined
}

/** Reads a file of vectors, and warns if it is missing. Pass undefined to `test.skipIf`. */
export function findVectorsFile(name: string, at: VectorsLocation = defaultLocation): unknown {
  const content = readVectors(name, at)
  if (content === undefined)
    console.warn(`No public vectors ${name}: their tests are skipped. Set VECTORS_DIR to the folder that has them.`)
  return content
}
