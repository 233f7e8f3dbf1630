import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

import type { Document } from '../redocly/document.ts'
import { root } from './tree.ts'

export interface Bundles {
  readonly contract: Document
  readonly wire: Document
  readonly plain: Document
}

const redocly = new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url).pathname

/** Bundles the contract and its two views, as redocly.yaml says. */
export async function bundle(): Promise<Bundles> {
  await promisify(execFile)(process.execPath, [redocly, 'bundle', 'contract', 'wire', 'plain'], { cwd: root })
  return { contract: read('contract'), wire: read('wire'), plain: read('plain') }
}

function read(view: string): Document {
  return JSON.parse(readFileSync(new URL(`spec/dist/${view}.json`, root), 'utf8')) as Document
}
