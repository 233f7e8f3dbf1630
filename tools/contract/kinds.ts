// Every kind of change: what a sentence says about the place, and its class in requests and in answers.

export type Class = 'breaking' | 'compatible' | 'wording'
export type Side = 'request' | 'answer'

interface Meaning {
  readonly class: Class
  readonly because: string
}
interface Kind extends Readonly<Record<Side, Meaning>> {
  readonly says: string
}

const breaking = (because: string): Meaning => ({ class: 'breaking', because })
const compatible = (because: string): Meaning => ({ class: 'compatible', because })

const kind = (says: string, request: Meaning, answer = request): Kind => ({ says, request, answer })

const refused = breaking('values that were accepted will be refused')
const accepted = compatible('everything that was accepted still is')
const unexpected = breaking('readers get values that they could rule out')
const expected = compatible('readers get no new values')
const narrower = (says: string) => kind(says, refused, expected)
const wider = (says: string) => kind(says, accepted, unexpected)
const replaced = (says: string) => kind(says, refused, unexpected)

const available = compatible('callers may use it')
const together = breaking('both sides have to change together')
const uncompiled = (what: string) => breaking(`${what} no longer compiles`)
const openList = compatible('the list is open')
const ignored = compatible('readers ignore members that they do not know')
const wording: Meaning = { class: 'wording', because: '' }

export const kinds = {
  'call added': kind('is a new call', available),
  'call removed': kind('is gone', uncompiled('code that makes this call')),
  'call renamed': kind('was named {was}', uncompiled('code with the old name')),
  'call moved': kind('moves from {was} to {is}', breaking('older clients call the old address')),
  'resource renamed': kind('is {is} in the client, no longer {was}', uncompiled('code with the old name')),

  'required member added': kind(
    'is new and required',
    breaking('callers that leave it out will be refused'),
    ignored,
  ),
  'optional member added': kind('is new and optional', compatible('callers may leave it out'), ignored),
  'member removed': kind(
    'is gone',
    breaking('callers that send it will be refused'),
    breaking('readers miss it'),
  ),
  'made required': kind(
    'is now required',
    breaking('callers that leave it out will be refused'),
    compatible('readers may rely on it'),
  ),
  'made optional': kind(
    'is no longer required',
    compatible('callers may leave it out'),
    breaking('readers that rely on it miss it'),
  ),
  'parameter moved': kind('moves from {was} to {is}', breaking('callers send it to the old place')),
  'default changed': kind(
    'has the default {is}, was {was}',
    breaking('a call that leaves it out means something else'),
    compatible('answers state the value'),
  ),

  'type narrowed': narrower('has the type {is}, was {was}'),
  'type widened': wider('has the type {is}, was {was}'),
  'type replaced': replaced('has the type {is}, was {was}'),
  'rule added': narrower('has a new `{keyword}`, {is}'),
  'rule removed': wider('has lost its `{keyword}`, {was}'),
  'rule changed': replaced('has the `{keyword}` {is}, was {was}'),
  'limit tightened': narrower('has a tighter `{keyword}`, {is} instead of {was}'),
  'limit loosened': wider('has a looser `{keyword}`, {is} instead of {was}'),
  'limit added': kind('is new', breaking('callers beyond it will be refused')),
  'limit removed': kind('is gone', compatible('callers within it notice nothing')),
  'value removed': narrower('has lost the value {was}'),
  'value added': wider('has the new value {is}'),
  'open value removed': kind('no longer lists the value {was}', openList),
  'open value added': kind('lists the value {is} as well', openList),
  'alternative removed': narrower('has lost the alternative {was}'),
  'alternative added': wider('has the new alternative {is}'),
  closed: narrower('no longer takes unknown members'),
  opened: kind('takes unknown members', accepted, ignored),
  'reference changed': kind(
    'refers to {is}, no longer to {was}',
    compatible('differences inside it are listed separately'),
  ),
  'reference lost': kind('refers to {is}, which does not exist', together),
  'type added': kind('is a new type', available),
  'type removed': kind('is gone', uncompiled('code that imports the type')),

  'answer added': kind('is new', compatible('clients read an unknown status by its class')),
  'answer removed': kind('is gone', uncompiled('code that reads it')),
  'media type added': kind('is new', available),
  'media type removed': kind('is gone', together),
  'server added': kind('is new', available),
  'server removed': kind('is gone', breaking('clients have no other address')),

  'retry weakened': kind(
    'may be repeated less freely: {is}, was {was}',
    breaking('a client that repeats it may do it twice'),
  ),
  'retry strengthened': kind('may be repeated more freely: {is}, was {was}', available),
  'known value added': kind('is a new known value', openList),
  'known value removed': kind('is no longer known', breaking('code that names it loses its meaning')),
  'meaning changed': kind(
    'means {is}, was {was}',
    breaking('programs act on the meaning, and no check tells new words from a new meaning'),
  ),
  'constants renamed': kind(
    'has the `{keyword}` {is}, was {was}',
    uncompiled('generated code with the old names'),
  ),
  'finality changed': kind(
    'has the `final` {is}, was {was}',
    breaking('followers stop, or continue, at this value'),
  ),
  'code added': kind('is a new known code', compatible('unknown codes were failures before')),
  'code removed': kind('is no longer known', uncompiled('code that names it')),
  'personal mark added': kind('is now personal', compatible('it is kept out of logs')),
  'personal mark removed': kind('is no longer personal', breaking('it appears in logs')),
  'open point added': kind('is a new open point', compatible('the behaviour stays the same')),
  'open point removed': kind(
    'is no longer an open point',
    breaking('code and profiles that name it have to change'),
  ),
  'assumption changed': kind(
    'is assumed to be {is}, was {was}',
    breaking('clients that state nothing behave differently'),
  ),

  'setting changed': kind('has the `{keyword}` {is}, was {was}', together),
  'part added': kind('is new', available),
  'part removed': kind('is gone', together),
  'keyword unknown': kind(
    'changes `{keyword}` from {was} to {is}',
    breaking('tools/contract has no rule for this keyword, so its effect is unknown'),
  ),
  'deprecation changed': kind('has the `deprecated` {is}, was {was}', compatible('it works as before')),
  'words changed': kind('has another `{keyword}`', wording),
  'order changed': kind('has its `{keyword}` in another order', wording),
} as const satisfies Readonly<Record<string, Kind>>

export type KindName = keyof typeof kinds
export const kindOf = (name: KindName): Kind => kinds[name]
