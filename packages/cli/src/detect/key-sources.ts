// Keys of the command line: files, and the variables of the client.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { Failure, misuse } from '@custody-wallet/server/cli'

import { textOf, type Variables } from '../settings.ts'
import { type DetectKey, type Owner, readDetectKey } from './keys.ts'

/** Reads the keys of files and variables. A `Failure` names the key that cannot be read, and shows no part of it. */
export const keysOf = (
  files: readonly string[],
  { env, directory }: Pick<Variables, 'directory' | 'env'>,
): readonly DetectKey[] => [
  ...files.map(keyIn),
  ...Object.entries(env).flatMap(([name, value]) => keyOf(name, value, directory)),
]

// A key instead of its file would be repeated by the message about the missing file.
const looksLikeKey = /-----|[{}\n]|[\w+/]{200}/

function keyIn(file: string): DetectKey {
  if (looksLikeKey.test(file)) throw misuse('--key takes the name of a file, not a key.')
  return read(file, textOf(file))
}

const keyVariable = /^CUSTODY_(OWN|PEER)_(?:\w+_)?KEY$/

function keyOf(name: string, value: string | undefined, directory: string): readonly DetectKey[] {
  const side = keyVariable.exec(name)?.[1]
  if (side === undefined || !value) return []
  const text = value.startsWith('file:') ? contentOf(name, value, directory) : value
  return [read(name, text, side === 'OWN' ? 'own' : 'peer')]
}

function contentOf(name: string, value: string, directory: string): string {
  try {
    const path = value.startsWith('file://') ? fileURLToPath(value) : resolve(directory, value.slice(5))
    return readFileSync(path, 'utf8')
  } catch {
    // The error of the system repeats the path, which may be the key itself by mistake.
    throw new Failure(`The file of ${name} cannot be read. Check the path after file:.`, 2)
  }
}

function read(name: string, text: string, owner?: Owner): DetectKey {
  try {
    return readDetectKey(name, text.trim(), owner)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new Failure(error.message, 2)
  }
}
