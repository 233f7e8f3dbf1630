// Bundles the search engine and the index into one script.
import { fileURLToPath } from 'node:url'

import { rolldown } from 'rolldown'

import type { Page } from '../page.ts'
import { createEntries } from './entries.ts'
import { packIndex } from './packed.ts'

const engine = await bundleEngine()

/** Creates a script that defines `createSearch` and `searchIndex`, which also loads in pages opened as files. */
export const createSearchScript = (pages: readonly Page[]): string =>
  `${engine}globalThis.searchIndex = ${JSON.stringify(packIndex(createEntries(pages)))}\n`

async function bundleEngine(): Promise<string> {
  const bundle = await rolldown({ input: fileURLToPath(new URL('browser.ts', import.meta.url)) })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  return output[0].code
}
