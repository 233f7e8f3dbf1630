import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import type { Document } from '../redocly/document.ts'
import { root } from './files.ts'

const redocly = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url))

const names = ['contract', 'wire', 'plain', 'control'] as const
export type Bundles = Readonly<Record<(typeof names)[number], Document>>

/** Bundles the contract, its two views and the control interface, with the redocly.yaml of a folder. */
export async function bundleDocuments(folder: URL = root): Promise<Bundles> {
  try {
    // It would leave its compiled modules in the folder for temporary files.
    const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' }
    await promisify(execFile)(process.execPath, [redocly, 'bundle', ...names], { cwd: folder, env })
  } catch (error) {
    throw BundleError.fromCause(error)
  }
  return {
    contract: read('contract', folder),
    wire: read('wire', folder),
    plain: read('plain', folder),
    control: read('control', folder),
  }
}

function read(name: keyof Bundles, folder: URL): Document {
  return JSON.parse(readFileSync(new URL(`spec/dist/${name}.json`, folder), 'utf8'))
}

/** A contract that Redocly cannot bundle, with its messages. */
export class BundleError extends Error {
  override name = 'BundleError'

  static fromCause(cause: unknown): BundleError {
    const output = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : String(cause)
    return new BundleError(removeDuplicates(output), { cause })
  }
}

// Redocly repeats a message for each view.
function removeDuplicates(output: string): string {
  const views = output.split(/^bundling .*\n/m).filter((part) => !part.includes('Created a bundle'))
  return [...new Set(views.map((part) => part.trim()))].join('\n').trim()
}

/** Message for an error in the contract. Other errors are faults of the generators and keep their stack. */
export function findMessage(error: unknown): string | undefined {
  if (error instanceof BundleError)
    return `${error.message}\n\nRedocly cannot bundle the contract. Correct the errors above and run \`npm run generate\` again.`
  return error instanceof TypeError ? `codegen: ${error.message}` : undefined
}
