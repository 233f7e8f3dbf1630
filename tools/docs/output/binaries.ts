// Files of the site that are no text: the font, and pictures of the console.
import { readdirSync, readFileSync } from 'node:fs'

import { readFont } from '@custody-wallet/pages/files'

const folder = new URL('../pictures/', import.meta.url)

/** Reads the files by their path. `tools/pictures/docs.ts` takes the pictures. */
export async function readBinaries(): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> {
  const pictures = readdirSync(folder).map((name) => [`assets/${name}`, readFileSync(new URL(name, folder))] as const)
  return new Map([['assets/inter.woff2', await readFont()], ...pictures])
}
