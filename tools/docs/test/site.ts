// The site is built once for all tests.
import { type Contract, readContract } from '../contract.ts'
import { type BothSides, newSides } from '../envelope/exchange.ts'
import type { Page } from '../page.ts'
import { type Files, pagesOf, siteFiles } from '../site.ts'

export const contract: Contract = readContract()
export const sides: BothSides = newSides()
export const pages: readonly Page[] = await pagesOf(contract, sides)
export const files: Files = siteFiles(contract, pages)

/** Text of a file of the site. */
export function file(name: string): string {
  const text = files.get(name)
  if (text === undefined) throw new Error(`The site has no ${name}.`)
  return text
}
