import type { Profile } from './profile.ts'

type Check = readonly [sentence: string, fits: (value: unknown) => boolean]
type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
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
const texts: Check = [
  'texts by name',
  (value) => isMembers(value) && Object.values(value).every((each) => text[1](each)),
]
const filled: Check = [
  'a list of time, charset and version that holds time',
  (value) =>
    Array.isArray(value) &&
    value.includes('time') &&
    value.every((each) => ['time', 'charset', 'version'].includes(String(each))),
]
const lists: Check = [
  'lists of whole numbers by name',
  (value) =>
    isMembers(value) && Object.values(value).every((each) => Array.isArray(each) && each.every(whole[1])),
]
const numbers: Check = [
  'a list of numbers over 0',
  (value) => Array.isArray(value) && value.every((each) => Number(each) > 0),
]
const suite: Check = [
  'a suite, such as modern or classic builds',
  (value) =>
    isMembers(value) &&
    isMembers(value['query']) &&
    isMembers(value['envelope']) &&
    Array.isArray(value['ownKids']),
]
const names: Check = [
  'texts by name and member',
  (value) => isMembers(value) && Object.values(value).every(texts[1]),
]

/** What every member has to be, by its path. Paths of the same beginning lie in one object. */
const checks: Readonly<Record<string, Check>> = {
  name: text,
  appId: ['a text of 1 to 256 characters', (value) => text[1](value) && String(value).length <= 256],
  'party.own': text,
  'party.peer': text,
  suite,
  check: ['a function', (value) => typeof value === 'function'],
  answers: oneOf('plain', 'sealed'),
  transport: oneOf('query', 'query-or-form'),
  names,
  'filled.v2': filled,
  'filled.mpc': filled,
  'filled.reading': oneOf('all', 'time-only'),
  'filled.charset': oneOf('as-shown', 'any-case'),
  segments: texts,
  'token.attach': oneOf('Access-Token', null),
  'token.lifetime': oneOf('expired_time'),
  'codes.v2.refused': whole,
  'codes.v2.invalid': whole,
  'codes.mpc.refused': whole,
  'codes.mpc.invalid': whole,
  'codes.v1.refused': whole,
  'codes.v1.invalid': whole,
  'codes.reading': oneOf('as-shown', 'either'),
  'codes.token.timestamp': ['a whole number or null', (value) => value === null || whole[1](value)],
  blankAnswer: oneOf('refuse', 'accept'),
  'time.unit': oneOf('milliseconds'),
  'time.reading': oneOf('milliseconds', 'either'),
  numbers: oneOf('as-shown', 'either'),
  unknownMembers: oneOf('refuse', 'ignore'),
  meanings: names,
  finality: lists,
  'fees.minerFee': oneOf('fee', 'real_fee', null),
  poolRule: oneOf('refuse-from-5000', 'require-over-5000'),
  'batch.maximum': maximum,
  'batch.unknown': oneOf('missing'),
  'cursor.first': text,
  'cursor.order': oneOf('ascending'),
  consume: oneOf('repeatable', 'destructive'),
  'retry.cancelWithdrawal': oneOf('idempotent', 'never'),
  roles: oneOf('merchant-calls'),
  'failure.mpc': oneOf('object-with-code'),
  'failure.status': oneOf(200),
  delivery: numbers,
}

/** Checks every member of a profile and freezes it; a wrong or missing one is named, its value is not. */
export function checkProfile(profile: Omit<Profile, 'check'>): Profile {
  // Older engines would find out in the middle of a call.
  if (!('rawJSON' in JSON))
    throw new TypeError(
      'This runtime cannot write exact numbers: take Node 22.20 or later in 22, 24.5 or later in 24, or 26.',
    )
  const all = { ...profile, check: checkProfile }
  for (const [path, [sentence, fits]] of Object.entries(checks))
    if (!fits(valueAt(all, path))) throw new TypeError(`The profile needs ${path} to be ${sentence}.`)
  const known = new Set(Object.keys(checks).map((path) => path.split('.')[0]))
  const unknown = Object.keys(profile).find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new TypeError(`The profile has a member ${unknown} that nobody reads; check its spelling.`)
  if (profile.party.own === profile.party.peer)
    throw new TypeError('The profile needs party.own and party.peer to differ.')
  if (profile.answers === 'sealed' && profile.suite.binds.has('answer'))
    throw new TypeError(
      'The profile needs answers to be plain: its suite binds answers to codes that a seal would hide.',
    )
  const { suite, check, ...knobs } = all
  return Object.freeze({ ...deepFrozen(knobs), suite, check })
}

function valueAt(value: unknown, path: string): unknown {
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
