import { states } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'
import { findNearestName, isObject } from '@custody-wallet/types/validate'

import type { Profile } from './profile.ts'

type Check = readonly [sentence: string, fits: (value: unknown) => boolean]
const createChoiceCheck = (...values: readonly unknown[]): Check => [
  `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`,
  (value) => values.includes(value),
]
const text: Check = ['a non-empty string', (value) => typeof value === 'string' && value !== '']
const integer: Check = ['an integer', (value) => Number.isSafeInteger(value)]
const maximum: Check = [
  'an integer from 1 to 100',
  (value) => Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= 100,
]
const filledNames: Check = [
  'a list of time, charset and version that includes time',
  (value) =>
    Array.isArray(value) &&
    value.includes('time') &&
    value.every((each) => ['time', 'charset', 'version'].includes(String(each))),
]
const integers: Check = ['a list of integers', (value) => Array.isArray(value) && value.every(integer[1])]
const meanings: Check = [
  'an object of strings by value, such as { 3: "Processing" }',
  (value) =>
    isObject(value) && Object.entries(value).every(([name, meaning]) => /^-?[0-9]+$/.test(name) && text[1](meaning)),
]
const suite: Check = [
  'a suite, such as modern or classic builds',
  (value) =>
    isObject(value) &&
    isObject(value['query']) &&
    (value['query']['assurance'] === 'signature' || value['query']['assurance'] === 'blocks') &&
    isObject(value['envelope']) &&
    typeof value['describeAssumption'] === 'function' &&
    Array.isArray(value['ownKids']),
]
/** Checks of the required fields, by path. Paths with the same beginning belong to one object. */
const requiredChecks: Readonly<Record<string, Check>> = {
  name: text,
  appId: ['a string of 1 to 256 characters', (value) => text[1](value) && String(value).length <= 256],
  'party.own': text,
  'party.peer': text,
  suite,
  check: ['a function', (value) => typeof value === 'function'],
  responses: createChoiceCheck('plain', 'sealed'),
  transport: createChoiceCheck('query', 'query-or-form'),
  'filled.v2': filledNames,
  'filled.mpc': filledNames,
  'filled.reading': createChoiceCheck('all', 'time-only'),
  'filled.charset': createChoiceCheck('documented', 'any-case'),
  'segments.staking_protocol': text,
  'segments.resource_chain': text,
  'token.attach': createChoiceCheck('Access-Token', null),
  'codes.v2.rejected': integer,
  'codes.v2.invalid': integer,
  'codes.mpc.rejected': integer,
  'codes.mpc.invalid': integer,
  'codes.v1.rejected': integer,
  'codes.v1.invalid': integer,
  'codes.reading': createChoiceCheck('documented', 'either'),
  'codes.token.timestamp': ['an integer or null', (value) => value === null || integer[1](value)],
  blankResponse: createChoiceCheck('reject', 'accept'),
  'time.unit': createChoiceCheck('milliseconds', 'seconds'),
  'time.reading': createChoiceCheck('unit', 'either'),
  numbers: createChoiceCheck('documented', 'either'),
  unknownFields: createChoiceCheck('reject', 'ignore'),
  'fees.minerFee': createChoiceCheck('fee', 'real_fee', null),
  pushWhen: createChoiceCheck('below-5000', 'above-5000'),
  'batch.maximum': maximum,
  'cursor.first': text,
  consume: createChoiceCheck('repeatable', 'destructive'),
  'retry.cancelWithdrawal': createChoiceCheck('idempotent', 'never'),
}

const stateNames = Object.keys(states)
const parameterNames = Object.values(operations)
  .filter(({ family }) => family !== 'token')
  .flatMap(({ id, parameters }) => Object.keys(parameters).map((name) => `${id}.${name}`))
const listChecks = (root: string, names: readonly string[], check: Check) =>
  names.map((name) => [`${root}.${name}`, check] as const)

/** Checks of the optional fields. */
const optionalChecks: Readonly<Record<string, Check>> = Object.fromEntries([
  ...listChecks('names', parameterNames, text),
  ...listChecks('meanings', stateNames, meanings),
  ...listChecks('finality', stateNames, integers),
])
const paths = [...Object.keys(requiredChecks), ...Object.keys(optionalChecks)]

/** Checks every field of a profile, and freezes the profile. Errors name the wrong field, without its value. */
export function checkProfile(profile: Omit<Profile, 'check'>): Profile {
  // Without this check, an old engine would fail in the middle of a call.
  if (!('rawJSON' in JSON))
    throw new TypeError(
      'This runtime cannot write exact numbers: JSON.rawJSON is missing. Use Node 22.20+, 24.5+ or 26.',
    )
  const all = { ...profile, check: checkProfile }
  checkKnown(all)
  for (const [path, check] of Object.entries(requiredChecks)) checkAt(all, path, check)
  for (const [path, check] of Object.entries(optionalChecks))
    if (getValue(all, path) !== undefined) checkAt(all, path, check)
  checkNames(all)
  if (profile.party.own === profile.party.peer)
    throw new TypeError('party.own and party.peer of the profile must differ.')
  if (profile.responses === 'sealed' && profile.suite.boundParts.has('response'))
    throw new TypeError(
      'responses of the profile must be "plain": its suite signs the code of a response, which a seal would hide.',
    )
  const { suite, check, ...settings } = all
  return Object.freeze({ ...deepFreeze(settings), suite, check })
}

function checkAt(profile: unknown, path: string, [sentence, isValid]: Check): void {
  if (!isValid(getValue(profile, path))) throw new TypeError(`${path} of the profile must be ${sentence}.`)
}

/** Returns the value at a path, such as `codes.token.timestamp`. */
export function getValue(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((node, name) => (isObject(node) ? node[name] : undefined), value)
}

function deepFreeze<T extends object>(value: T): T {
  const copy = structuredClone(value)
  const freeze = (node: unknown): void => {
    if (!isObject(node) && !Array.isArray(node)) return
    Object.values(node).forEach(freeze)
    Object.freeze(node)
  }
  freeze(copy)
  return copy
}

/**
 * Rejects an unknown field, because a misspelt setting would have no effect. It does not check the values at the known
 * paths.
 */
function checkKnown(value: object, prefix: string = ''): void {
  const names = listNames(prefix)
  for (const [name, field] of Object.entries(value)) {
    const path = prefix + name
    if (!names.includes(name)) throw new TypeError(`${path} is not a field of the profile${createHint(name, names)}`)
    if (paths.includes(path) || field === undefined) continue
    if (!isObject(field)) throw new TypeError(`${path} of the profile must be an object.`)
    checkKnown(field, `${path}.`)
  }
}

/** Lists the names that follow a prefix in the known paths. */
const listNames = (prefix: string): readonly string[] => [
  ...new Set(
    paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length).split('.')[0] ?? ''),
  ),
]

function createHint(name: string, names: readonly string[]): string {
  const suggestion = findNearestName(name, names)
  return suggestion === undefined ? `. Known fields: ${names.join(', ')}.` : `: did you mean ${suggestion}?`
}

/** Rejects a wire name that two fields of a call share: the second field would replace the first. */
function checkNames({ names, filled: filledNames }: Profile): void {
  for (const { id, family, parameters } of Object.values(operations)) {
    const own: Readonly<Record<string, string>> = (id === 'getToken' ? undefined : names[id]) ?? {}
    const fixed = family === 'v2' || family === 'mpc' ? filledNames[family] : []
    const allNames = [...Object.keys(parameters).map((name) => own[name] ?? name), ...fixed]
    const duplicate = allNames.find((name, at) => allNames.indexOf(name) !== at)
    if (duplicate !== undefined)
      throw new TypeError(`names.${id} has two fields with the name ${duplicate}. Give each its own name.`)
  }
}
