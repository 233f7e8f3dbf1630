import { readFileSync } from 'node:fs'

import { Failure } from '@custody-wallet/demo/cli'

export function readTextFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new Failure(`${file} cannot be read (${code}). Check the path and its permissions.`)
  }
}
