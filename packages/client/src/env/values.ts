import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { type Environment, type EnvironmentName, rows } from './names.ts'

/** Reads variables by their names. Errors name the variable, never what it holds. */
export interface Values {
  /** A text that is there. */
  readonly text: (name: EnvironmentName) => string
  /** A text that may stand in a file instead. */
  readonly secret: (name: EnvironmentName) => string
  /** The entries of a list that is separated by commas. */
  readonly list: (name: EnvironmentName) => readonly string[]
}

export function valuesOf(env: Environment, directory: string): Values {
  const text = (name: EnvironmentName): string => env[name] ?? ''
  return {
    text,
    secret: (name) => {
      const value = text(name)
      return value.startsWith('file:') ? fileAt(name, value, directory) : value
    },
    list: (name) =>
      text(name)
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
  }
}

/** Refuses an environment in which names are missing or empty that a profile needs; all of them at once. */
export function checkPresent(env: Environment, profile: string): void {
  const missing = rows
    .filter(([name, { needed }]) => (needed === 'always' || needed === profile) && !env[name])
    .map(([name]) => name)
  if (missing.length === 0) return
  const [last = '', ...others] = missing.toReversed()
  const list = others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
  const keys = profile === '' ? ' CUSTODY_PROFILE decides which keys are needed.' : ''
  throw new TypeError(`Missing or empty in the environment: ${list}.${keys} ${step}`)
}

const step = 'Set what is missing, for example with node --env-file=FILE.'

function fileAt(name: EnvironmentName, value: string, directory: string): string {
  const content = contentAt(name, value, directory).trim()
  if (content === '') throw new TypeError(`${name} names a file that is empty.`)
  return content
}

const pathStep = 'check the path, which is relative to the working directory or to the option directory'

function contentAt(name: EnvironmentName, value: string, directory: string): string {
  try {
    const path = value.startsWith('file://') ? fileURLToPath(value) : resolve(directory, value.slice(5))
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    // The system's own error repeats the path, and what stands there by mistake may be the key itself.
    // oxlint-disable-next-line eslint/preserve-caught-error
    throw new TypeError(`${name} names a file that cannot be read${code}: ${pathStep}.`)
  }
}
