import { Failure } from '@custody-wallet/demo/cli'

import { readText, type Variables, listKeyTexts } from '../settings.ts'
import { type DetectKey, type Owner, readDetectKey } from './keys.ts'

/** Reads keys from files and variables. Throws a `Failure` that names the unreadable key but shows no part of it. */
export const readKeys = (
  files: readonly string[],
  { env, directory }: Pick<Variables, 'directory' | 'env'>,
): readonly DetectKey[] => [
  ...files.map(readKeyFile),
  ...Object.keys(env).flatMap((name) => readVariableKeys(name, { env, directory })),
]

const readKeyFile = (file: string): DetectKey => readKey(file, readText(file))

const keyVariable = /^CUSTODY_(OWN|PEER)_(?:\w+_)?KEY$/

function readVariableKeys(name: string, variables: Pick<Variables, 'directory' | 'env'>): readonly DetectKey[] {
  const side = keyVariable.exec(name)?.[1]
  if (side === undefined || !variables.env[name]) return []
  return listKeyTexts(name, variables).map((text) => {
    if (text === undefined) throw new Failure(`The file of ${name} cannot be read. Check the path after file:.`, 2)
    return readKey(name, text, side === 'OWN' ? 'own' : 'peer')
  })
}

function readKey(name: string, text: string, owner?: Owner): DetectKey {
  try {
    return readDetectKey(name, text.trim(), owner)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new Failure(error.message, 2)
  }
}
