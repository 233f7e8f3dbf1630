import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { root } from '../workspace/root.ts'
import { getFileName, listBlocks } from './blocks.ts'

/** Writes the programs of a page that begin with their names to a folder, as a reader does. */
export function writePrograms(page: string, folder: string): void {
  for (const { code } of listBlocks({ path: page, text: readFileSync(join(root, page), 'utf8') })) {
    const name = getFileName(code)
    if (name === undefined) continue
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, code)
  }
}
