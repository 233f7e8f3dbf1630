import { readFileSync } from 'node:fs'

import { Failure } from './failure.ts'

/** The text of a file that the command line names. */
export function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new Failure(`${file} cannot be read (${code}).`)
  }
}
