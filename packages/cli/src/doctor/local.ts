// The stages that need no service: variables, keys, and pairs of keys.
import { createPublicKey } from 'node:crypto'

import { type Environment, settingsFromEnv } from '@custody-wallet/client/env'
import {
  type KeyName,
  keyVariablesOf,
  missingVariables,
  unknownVariables,
  wrongAddresses,
  wrongChoices,
} from '@custody-wallet/client/internal'
import { loadPrivateKey, loadPublicKey } from '@custody-wallet/encryption/internal'
import type { KeyUse } from '@custody-wallet/encryption/keys'

import { type Variables, variableKeys } from '../settings.ts'
import { type Check, ok, problem, type Seen } from './stages.ts'

/** Whether every variable is known and can be read, and all that the profile needs are set. */
export const variablesStage: Check = ({ variables }) => {
  const { env, source } = variables
  const unknown = unknownVariables(env)
  if (unknown.length > 0)
    return unknown.map(({ name, near }) =>
      problem(
        `${name} is unknown${near === undefined ? '' : `; did you mean ${near}?`}`,
        'variable-misspelt',
      ),
    )
  const profile = env['CUSTODY_PROFILE'] ?? ''
  const missing = missingVariables(env)
  if (missing.length > 0) return [problem(`missing: ${missing.join(', ')}`, 'variable-missing')]
  const choices = wrongChoices(env)
  if (choices.length > 0)
    return choices.map((wrong) =>
      problem(wrong.problem, wrong.name === 'CUSTODY_PROFILE' ? 'profile-wrong' : 'setting-wrong'),
    )
  const addresses = wrongAddresses(env)
  if (addresses.length > 0) return addresses.map((wrong) => problem(wrong.problem, 'address-invalid'))
  return [ok(`${profile} for ${env['CUSTODY_APP_ID']}, from ${source}`)]
}

/** Whether each key can be read, and is of the right kind. */
export const keysStage: Check = ({ variables }) => {
  const problems = namesIn(variables).flatMap((name) => keyProblems(name, variables))
  const count = namesIn(variables).flatMap((name) => variableKeys(name, variables)).length
  return problems.length > 0 ? problems : [ok(`${count} keys can be read`)]
}

const namesIn = ({ env }: Variables): readonly KeyName[] => keyVariablesOf(env)

const useOf = (name: KeyName): KeyUse => (name.includes('SIGNATURE') ? 'signature' : 'encryption')

const isOwn = (name: KeyName): boolean => name.startsWith('CUSTODY_OWN')

const keyProblems = (name: KeyName, variables: Variables): readonly Seen[] =>
  variableKeys(name, variables).flatMap((text) => keyProblem(name, text))

function keyProblem(name: KeyName, text: string | undefined): readonly Seen[] {
  if (text === undefined) return [problem(`the file of ${name} cannot be read`, 'key-file-missing')]
  const message = loadingProblem(name, text)
  if (message === undefined) return []
  if (isOwn(name) && isKey(() => loadPublicKey(text, useOf(name))))
    return [problem(`${name} is a public key`, 'key-is-public')]
  if (!isOwn(name) && isKey(() => loadPrivateKey(text, useOf(name))))
    return [problem(`${name} is a private key`, 'key-is-private')]
  return [problem(message, 'key-unreadable')]
}

function loadingProblem(name: KeyName, text: string): string | undefined {
  try {
    if (isOwn(name)) loadPrivateKey(text, useOf(name), { name })
    else loadPublicKey(text, useOf(name), { name })
    return undefined
  } catch (error) {
    if (error instanceof TypeError) return error.message
    throw error
  }
}

const isKey = (load: () => unknown): boolean => {
  try {
    load()
    return true
  } catch {
    return false
  }
}

/** Whether the keys are different keys where they have to be, and form a profile. */
export const pairsStage: Check = ({ variables }) => {
  const shown = namesIn(variables).flatMap((name) =>
    variableKeys(name, variables).map((text = '') => [name, modulusOf(name, text)] as const),
  )
  const [own, peer] = [shown.filter(([name]) => isOwn(name)), shown.filter(([name]) => !isOwn(name))]
  const same = peer.filter(([, modulus]) => own.some(([, each]) => each === modulus))
  if (same.length > 0)
    return same.map(([name]) => problem(`${name} is the public half of an own key`, 'peer-is-own'))
  const equal = [own, peer].filter((side) => new Set(side.map(([, modulus]) => modulus)).size < side.length)
  if (equal.length > 0 && !allowsSameKey(variables.env))
    return equal.map((side) =>
      problem(`${[...new Set(side.map(([name]) => name))].join(' and ')} are one key`, 'keys-equal'),
    )
  const { env, directory, knobs } = variables
  try {
    settingsFromEnv(env, { directory, knobs })
  } catch (error) {
    if (error instanceof TypeError) return [problem(error.message, 'setting-wrong')]
    throw error
  }
  return [ok('own keys and keys of the service are different')]
}

const allowsSameKey = (env: Environment): boolean =>
  env['CUSTODY_PROFILE'] === 'classic' && env['CUSTODY_ALLOW_SAME_KEY'] === 'true'

// A private key has the modulus of its public half.
function modulusOf(name: KeyName, text: string): string | undefined {
  const load = isOwn(name) ? loadPrivateKey : loadPublicKey
  const { key } = load(text, useOf(name))
  return (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' }).n
}
