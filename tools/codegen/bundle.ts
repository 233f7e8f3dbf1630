import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import type { Document } from '../redocly/document.ts'
import { BundleError } from './failure.ts'
import { root } from './tree.ts'

export interface Bundles {
  readonly contract: Document
  readonly wire: Document
  readonly plain: Document
}

const redocly = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url))

/** Bundles the contract and its two views, as the redocly.yaml of a folder says. */
export async function bundle(place: URL = root): Promise<Bundles> {
  try {
    await promisify(execFile)(process.execPath, [redocly, 'bundle', 'contract', 'wire', 'plain'], {
      cwd: place,
    })
  } catch (error) {
    throw BundleError.of(error)
  }
  return { contract: read('contract', place), wire: read('wire', place), plain: read('plain', place) }
}

function read(view: string, place: URL): Document {
  return JSON.parse(readFileSync(new URL(`spec/dist/${view}.json`, place), 'utf8'))
}
