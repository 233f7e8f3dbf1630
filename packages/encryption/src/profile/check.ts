import { states } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'
import { nearestName } from '@custody-wallet/types/validate'

import { isMembers } from '../json/value.ts'
import { type Profile, wireNames } from './profile.ts'

type Check = readonly [sentence: string, fits: (value: unknown) => boolean]
const oneOf = (...values: readonly unknown[]): Check => [
  `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`,
  (value) => values.includes(value),
]
const text: Check = ['a text that is not empty', (value) => typeof value === 'string' && value !== '']
const whole: Check = ['a whole number', (value) => Number.isSafeInteger(value)]
const maximum: Check = [
  'a whole number from 1 to 100',
  (value) => Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= 100,
]
const filled: Check = [
  'a list of time, charset and version that holds time',
  (value) =>
    Array.isArray(value) &&
    value.includes('time') &&
    value.every((each) => ['time', 'charset', 'version'].includes(String(each))),
]
const wholes: Check = ['a list of whole numbers', (value) => Array.isArray(value) && value.every(whole[1])]
const meanings: Check = [
  'texts by value, such as { 3: "Processing" }',
  (value) =>
    isMembers(value) &&
    Object.entries(value).every(([name, meaning]) => /^-?[0-9]+$/.test(name) && text[1](meaning)),
]
const suite: Check = [
  'a suite, such as modern or classic builds',
  (value) =>
    isMembers(value) &&
    isMembers(value['query']) &&
    (value['query']['assurance'] === 'signature' || value['query']['assurance'] === 'blocks') &&
    isMembers(value['envelope']) &&
    typeof value['assumption'] === 'function' &&
    Array.isArray(value['ownKids']),
]
/** Checks of the required members, by path. Paths with the same beginning belong to one object. */
const needed: Readonly<Record<string, Check>> = {
  name: text,
  appId: ['a text of 1 to 256 characters', (value) => text[1](value) && String(value).length <= 256],
  'party.own': text,
  'party.peer': text,
  suite,
  check: ['a function', (value) => typeof value === 'function'],
  answers: oneOf('plain', 'sealed'),
  transport: oneOf('query', 'query-or-form'),
  'filled.v2': filled,
  'filled.mpc': filled,
  'filled.reading': oneOf('all', 'time-only'),
  'filled.charset': oneOf('as-shown', 'any-case'),
  'segments.staking_protocol': text,
  'segments.resource_chain': text,
  'token.attach': oneOf('Access-Token', null),
  'codes.v2.refused': whole,
  'codes.v2.invalid': whole,
  'codes.mpc.refused': whole,
  'codes.mpc.invalid': whole,
  'codes.v1.refused': whole,
  'codes.v1.invalid': whole,
  'codes.reading': oneOf('as-shown', 'either'),
  'codes.token.timestamp': ['a whole number or null', (value) => value === null || whole[1](value)],
  blankAnswer: oneOf('refuse', 'accept'),
  'time.unit': oneOf('milliseconds', 'seconds'),
  'time.reading': oneOf('unit', 'either'),
  numbers: oneOf('as-shown', 'either'),
  unknownMembers: oneOf('refuse', 'ignore'),
  'fees.minerFee': oneOf('fee', 'real_fee', null),
  poolRule: oneOf('refuse-from-5000', 'require-over-5000'),
  'batch.maximum': maximum,
  'cursor.first': text,
  consume: oneOf('repeatable', 'destructive'),
  'retry.cancelWithdrawal': oneOf('idempotent', 'never'),
}

const stateNames = Object.keys(states)
const memberNames = Object.values(operations)
  .filter(({ family }) => family !== 'token')
  .flatMap(({ id, parameters }) => Object.keys(parameters).map((name) => `${id}.${name}`))
const rows = (root: string, names: readonly string[], check: Check) =>
  names.map((name) => [`${root}.${name}`, check] as const)

/** Checks of the optional members. */
const optional: Readonly<Record<string, Check>> = Object.fromEntries([
  ...rows('names', memberNames, text),
  ...rows('meanings', stateNames, meanings),
  ...rows('finality', stateNames, wholes),
])
const paths = [...Object.keys(needed), ...Object.keys(optional)]

/** Checks every member of a profile and freezes it. Errors name the wrong member, without its value. */
export function checkProfile(profile: Omit<Profile, 'check'>): Profile {
  // Otherwise an old engine would fail in the middle of a call.
  if (!('rawJSON' in JSON))
    throw new TypeError(
      'This runtime cannot write exact numbers: JSON.rawJSON is missing. Use Node 22.20+, 24.5+ or 26.',
    )
  const all = { ...profile, check: checkProfile }
  checkKnown(all)
  for (const [path, check] of Object.entries(needed)) checkAt(all, path, check)
  for (const [path, check] of Object.entries(optional))
    if (valueAt(all, path) !== undefined) checkAt(all, path, check)
  checkNames(all)
  if (profile.party.own === profile.party.peer)
    throw new TypeError('party.own and party.peer of the profile must differ.')
  if (profile.answers === 'sealed' && profile.suite.binds.has('answer'))
    throw new TypeError(
      'answers of the profile must be "plain": its suite signs the code of an answer, which a seal would hide.',
    )
  const { suite, check, ...knobs } = all
  return Object.freeze({ ...deepFrozen(knobs), suite, check })
}

function checkAt(profile: unknown, path: string, [sentence, fits]: Check): void {
  if (!fits(valueAt(profile, path))) throw new TypeError(`${path} of the profile must be ${sentence}.`)
}

/** The value at a path, such as `codes.token.timestamp`. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((node, name) => (isMembers(node) ? node[name] : undefined), value)
}

function deepFrozen<T extends object>(value: T): T {
  const copy = structuredClone(value)
  const freeze = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    Object.values(node).forEach(freeze)
    Object.freeze(node)
  }
  freeze(copy)
  return copy
}

/**
 * Rejects an unknown member: a misspelt knob would have no effect. It does not look into the values at the known paths
 * themselves.
 */
function checkKnown(value: object, place: string = ''): void {
  const names = namesAt(place)
  for (const [name, member] of Object.entries(value)) {
    const path = place + name
    if (!names.includes(name))
      throw new TypeError(`${path} is not a member of the profile${hint(name, names)}`)
    if (paths.includes(path) || member === undefined) continue
    if (!isMembers(member)) throw new TypeError(`${path} of the profile must be an object.`)
    checkKnown(member, `${path}.`)
  }
}

/** Names that follow a place in the known paths. */
const namesAt = (place: string): readonly string[] => [
  ...new Set(
    paths
      .filter((path) => path.startsWith(place))
      .map((path) => path.slice(place.length).split('.')[0] ?? ''),
  ),
]

function hint(name: string, names: readonly string[]): string {
  const meant = nearestName(name, names)
  return meant === undefined ? `. Known members: ${names.join(', ')}.` : `: did you mean ${meant}?`
}

/** Rejects a name that two members of a call share: the member that is written last would replace the other. */
function checkNames({ names, filled }: Profile): void {
  for (const { id, family, parameters } of Object.values(operations)) {
    const own = id === 'getToken' ? {} : wireNames(names, id)
    const fixed = family === 'v2' || family === 'mpc' ? filled[family] : []
    const written = [...Object.keys(parameters).map((name) => own[name] ?? name), ...fixed]
    const shared = written.find((name, at) => written.indexOf(name) !== at)
    if (shared !== undefined)
      throw new TypeError(`names.${id} has two members with the name ${shared}: give each its own name.`)
  }
}
