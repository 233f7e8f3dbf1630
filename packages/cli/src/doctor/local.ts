import { createPublicKey } from 'node:crypto'

import { type Environment, readSettingsFromEnv } from '@custody-wallet/client/env'
import {
  type KeyName,
  listKeyVariables,
  listMissingVariables,
  listUnknownVariables,
  listWrongAddresses,
  listWrongChoices,
} from '@custody-wallet/client/internal'
import { loadPrivateKey, loadPublicKey } from '@custody-wallet/encryption/internal'
import type { KeyUse } from '@custody-wallet/encryption/keys'

import { type Variables, listKeyTexts } from '../settings.ts'
import { type Check, createOk, createProblem, type StageResult } from './stages.ts'

/** Checks that every variable is known and valid, and that all required ones are set. */
export const checkVariables: Check = ({ variables }) => {
  const { env, source } = variables
  const unknown = listUnknownVariables(env)
  if (unknown.length > 0)
    return unknown.map(({ name, near }) =>
      createProblem(`${name} is unknown${near === undefined ? '' : `; did you mean ${near}?`}`, 'variable-misspelt'),
    )
  const profile = env['CUSTODY_PROFILE'] ?? ''
  const missing = listMissingVariables(env)
  if (missing.length > 0) return [createProblem(`missing: ${missing.join(', ')}`, 'variable-missing')]
  const choices = listWrongChoices(env)
  if (choices.length > 0)
    return choices.map((wrong) =>
      createProblem(wrong.problem, wrong.name === 'CUSTODY_PROFILE' ? 'profile-wrong' : 'setting-wrong'),
    )
  const addresses = listWrongAddresses(env)
  if (addresses.length > 0) return addresses.map((wrong) => createProblem(wrong.problem, 'address-invalid'))
  return [createOk(`${profile} for ${env['CUSTODY_APP_ID']}, from ${source}`)]
}

/** Checks that each key is readable and of the right type. */
export const checkKeys: Check = ({ variables }) => {
  const problems = listKeyVariables(variables.env).flatMap((name) => listKeyProblems(name, variables))
  const count = listKeyVariables(variables.env).flatMap((name) => listKeyTexts(name, variables)).length
  return problems.length > 0 ? problems : [createOk(`${count} keys can be read`)]
}

const findUse = (name: KeyName): KeyUse => (name.includes('SIGNATURE') ? 'signature' : 'encryption')

const isOwn = (name: KeyName): boolean => name.startsWith('CUSTODY_OWN')

const listKeyProblems = (name: KeyName, variables: Variables): readonly StageResult[] =>
  listKeyTexts(name, variables).flatMap((text) => findKeyProblem(name, text))

function findKeyProblem(name: KeyName, text: string | undefined): readonly StageResult[] {
  if (text === undefined) return [createProblem(`the file of ${name} cannot be read`, 'key-file-missing')]
  const message = describeLoadingProblem(name, text)
  if (message === undefined) return []
  if (isOwn(name) && canLoad(() => loadPublicKey(text, findUse(name))))
    return [createProblem(`${name} is a public key`, 'key-is-public')]
  if (!isOwn(name) && canLoad(() => loadPrivateKey(text, findUse(name))))
    return [createProblem(`${name} is a private key`, 'key-is-private')]
  return [createProblem(message, 'key-unreadable')]
}

function describeLoadingProblem(name: KeyName, text: string): string | undefined {
  try {
    if (isOwn(name)) loadPrivateKey(text, findUse(name), { name })
    else loadPublicKey(text, findUse(name), { name })
    return undefined
  } catch (error) {
    if (error instanceof TypeError) return error.message
    throw error
  }
}

const canLoad = (load: () => unknown): boolean => {
  try {
    load()
    return true
  } catch {
    return false
  }
}

/** Checks that the keys differ where they must, and form a profile. */
export const checkPairs: Check = ({ variables }) => {
  const shown = listKeyVariables(variables.env).flatMap((name) =>
    listKeyTexts(name, variables).map((text = '') => [name, readModulus(name, text)] as const),
  )
  const [own, peer] = [shown.filter(([name]) => isOwn(name)), shown.filter(([name]) => !isOwn(name))]
  const same = peer.filter(([, modulus]) => own.some(([, each]) => each === modulus))
  if (same.length > 0)
    return same.map(([name]) => createProblem(`${name} is the public half of an own key`, 'peer-is-own'))
  const equal = [own, peer].filter((side) => new Set(side.map(([, modulus]) => modulus)).size < side.length)
  if (equal.length > 0 && !canShareKey(variables.env))
    return equal.map((side) =>
      createProblem(`${[...new Set(side.map(([name]) => name))].join(' and ')} are one key`, 'keys-equal'),
    )
  const { env, directory, profileSettings } = variables
  try {
    readSettingsFromEnv(env, { directory, settings: profileSettings })
  } catch (error) {
    if (error instanceof TypeError) return [createProblem(error.message, 'setting-wrong')]
    throw error
  }
  return [createOk('own keys and keys of the service differ')]
}

const canShareKey = (env: Environment): boolean =>
  env['CUSTODY_PROFILE'] === 'classic' && env['CUSTODY_ALLOW_SAME_KEY'] === 'true'

function readModulus(name: KeyName, text: string): string | undefined {
  const load = isOwn(name) ? loadPrivateKey : loadPublicKey
  const { key } = load(text, findUse(name))
  return (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' }).n
}
