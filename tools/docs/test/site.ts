import { vectorKeys } from '../../../packages/sandbox/test/support/vector-keys.ts'
import { type Contract, readContract } from '../contract.ts'
import { type BothSides, createSidesWith } from '../envelope/exchange.ts'
import { readBinaries } from '../output/binaries.ts'
import type { Page } from '../page.ts'
import type { Files } from '../page.ts'
import { createPages, createSiteFiles } from '../site.ts'

export const contract: Contract = readContract()

const [merchant, platform] = vectorKeys
/** Both sides with published keys, because creating keys is slow. */
export const sides: BothSides = createSidesWith((_pairs, party) => ({ merchant, platform })[party])
export const pages: readonly Page[] = await createPages(contract, sides)
const binaries = [...(await readBinaries()).keys()].map((name) => [name, ''] as const)
/** All files of the site; those that are no text are empty. */
export const files: Files = new Map([...createSiteFiles(contract, pages), ...binaries])

/** Reads a file of the site. */
export function readSiteFile(name: string): string {
  const text = files.get(name)
  if (text === undefined) throw new Error(`The site has no ${name}.`)
  return text
}
