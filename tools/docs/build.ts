import { mkdirSync, rmSync, writeFileSync } from 'node:fs'

import { readContract, root } from './contract.ts'
import { type Files, pagesOf, siteFiles } from './site.ts'

/** Where the site is built: nothing in it is committed. */
const target: URL = new URL('dist/docs/', root)

/** Every file of the site, as it is now. */
export async function wholeSite(): Promise<Files> {
  const contract = readContract()
  return siteFiles(contract, await pagesOf(contract))
}

/** Builds the whole site into a folder, which holds nothing else afterwards. */
export async function buildDocs(place: URL = target): Promise<Files> {
  const files = await wholeSite()
  rmSync(place, { recursive: true, force: true })
  for (const [file, text] of files) {
    const at = new URL(file, place)
    mkdirSync(new URL('.', at), { recursive: true })
    writeFileSync(at, text)
  }
  return files
}
