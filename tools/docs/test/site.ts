// The site is built once for all tests.
import { vectorKeys } from '../../../packages/sandbox/test/support/vector-keys.ts'
import { type Contract, readContract } from '../contract.ts'
import { type BothSides, sidesWith } from '../envelope/exchange.ts'
import type { Page } from '../page.ts'
import { type Files, pagesOf, siteFiles } from '../site.ts'

export const contract: Contract = readContract()

const [merchant, platform] = vectorKeys
/** Both sides with published keys: making keys takes longer than most tests. */
export const sides: BothSides = sidesWith((_pairs, party) => ({ merchant, platform })[party])
export const pages: readonly Page[] = await pagesOf(contract, sides)
export const files: Files = siteFiles(contract, pages)

/** Text of a file of the site. */
export function file(name: string): string {
  const text = files.get(name)
  if (text === undefined) throw new Error(`The site has no ${name}.`)
  return text
}
