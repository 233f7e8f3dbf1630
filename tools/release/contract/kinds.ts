// Every kind of change: what a sentence says of its place, and what it means where callers send and where they read.

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
const onBoth = (meaning: Meaning) => ({ request: meaning, answer: meaning })
const inWords = onBoth({ class: 'wording', because: '' })

const refused = breaking('what was accepted will be refused')
const accepted = compatible('all that was accepted still is')
const surprising = breaking('readers meet values that they could rule out')
const expected = compatible('readers meet nothing new')
const otherwise = onBoth(breaking('both sides have to change together'))
const noted = onBoth(compatible('callers may use it'))

const narrower = { request: refused, answer: expected }
const wider = { request: accepted, answer: surprising }

export const kinds = {
  'call added': { says: 'is a new call', ...noted },
  'call removed': { says: 'is gone', ...onBoth(breaking('code that makes this call no longer compiles')) },
  'call renamed': {
    says: 'was named {was}',
    ...onBoth(breaking('code with the old name no longer compiles')),
  },
  'call moved': {
    says: 'moves from {was} to {is}',
    ...onBoth(breaking('older clients call the old address')),
  },
  'resource renamed': {
    says: 'is {is} in the client, no longer {was}',
    ...onBoth(breaking('code with the old name no longer compiles')),
  },

  'required member added': {
    says: 'is new and required',
    request: breaking('callers that leave it out will be refused'),
    answer: compatible('readers pass over what they do not know'),
  },
  'optional member added': {
    says: 'is new and optional',
    request: compatible('callers may leave it out'),
    answer: compatible('readers pass over what they do not know'),
  },
  'member removed': {
    says: 'is gone',
    request: breaking('callers that send it will be refused'),
    answer: breaking('readers miss it'),
  },
  'made required': {
    says: 'is now required',
    request: breaking('callers that leave it out will be refused'),
    answer: compatible('readers may count on it'),
  },
  'made optional': {
    says: 'is no longer required',
    request: compatible('callers may leave it out'),
    answer: breaking('readers that count on it miss it'),
  },
  'parameter moved': {
    says: 'moves from {was} to {is}',
    ...onBoth(breaking('callers send it to the old place')),
  },
  'default changed': {
    says: 'has the default {is}, was {was}',
    request: breaking('a call that leaves it out means something else'),
    answer: compatible('answers state the value'),
  },

  'type narrowed': { says: 'has the type {is}, was {was}', ...narrower },
  'type widened': { says: 'has the type {is}, was {was}', ...wider },
  'type replaced': { says: 'has the type {is}, was {was}', request: refused, answer: surprising },
  'rule added': { says: 'has a new `{keyword}`, {is}', ...narrower },
  'rule removed': { says: 'has lost its `{keyword}`, {was}', ...wider },
  'rule changed': { says: 'has the `{keyword}` {is}, was {was}', request: refused, answer: surprising },
  'limit tightened': { says: 'has a tighter `{keyword}`, {is} instead of {was}', ...narrower },
  'limit loosened': { says: 'has a looser `{keyword}`, {is} instead of {was}', ...wider },
  'limit added': { says: 'is new', ...onBoth(breaking('callers beyond it will be refused')) },
  'limit removed': { says: 'is gone', ...onBoth(compatible('callers within it notice nothing')) },
  'value removed': { says: 'has lost the value {was}', ...narrower },
  'value added': { says: 'has the new value {is}', ...wider },
  'open value removed': {
    says: 'no longer lists the value {was}',
    ...onBoth(compatible('the list is open')),
  },
  'open value added': { says: 'lists the value {is} as well', ...onBoth(compatible('the list is open')) },
  'alternative removed': { says: 'has lost the alternative {was}', ...narrower },
  'alternative added': { says: 'has the new alternative {is}', ...wider },
  closed: { says: 'takes no unknown members any more', ...narrower },
  opened: {
    says: 'takes unknown members',
    request: accepted,
    answer: compatible('readers pass over what they do not know'),
  },
  'reference changed': {
    says: 'refers to {is}, no longer to {was}',
    ...onBoth(compatible('what differs in it is listed apart')),
  },
  'reference lost': { says: 'refers to {is}, which is nowhere', ...otherwise },
  'type added': { says: 'is a new type', ...noted },
  'type removed': { says: 'is gone', ...onBoth(breaking('code that imports the type no longer compiles')) },

  'answer added': {
    says: 'is new',
    ...onBoth(compatible('clients read a status they do not know by its class')),
  },
  'answer removed': { says: 'is gone', ...onBoth(breaking('code that reads it no longer compiles')) },
  'media type added': { says: 'is new', ...noted },
  'media type removed': { says: 'is gone', ...otherwise },
  'server added': { says: 'is new', ...noted },
  'server removed': { says: 'is gone', ...onBoth(breaking('clients have no other address')) },

  'retry weakened': {
    says: 'may be repeated less freely: {is}, was {was}',
    ...onBoth(breaking('a client that repeats it may do it twice')),
  },
  'retry strengthened': { says: 'may be repeated more freely: {is}, was {was}', ...noted },
  'known value added': { says: 'is a new known value', ...onBoth(compatible('the list is open')) },
  'known value removed': {
    says: 'is no longer known',
    ...onBoth(breaking('code that names it loses its meaning')),
  },
  'meaning changed': {
    says: 'means {is}, was {was}',
    ...onBoth(breaking('programs act on the meaning, and no gate knows new words from a new meaning')),
  },
  'finality changed': {
    says: 'has the `final` {is}, was {was}',
    ...onBoth(breaking('followers stop, or go on, at this value')),
  },
  'code added': { says: 'is a new known code', ...onBoth(compatible('unknown codes were failures before')) },
  'code removed': {
    says: 'is no longer known',
    ...onBoth(breaking('code that names it no longer compiles')),
  },
  'personal mark added': { says: 'is now personal', ...onBoth(compatible('it is kept out of logs')) },
  'personal mark removed': { says: 'is no longer personal', ...onBoth(breaking('it turns up in logs')) },
  'open point added': { says: 'is a new open point', ...onBoth(compatible('nothing behaves differently')) },
  'open point removed': {
    says: 'is no longer an open point',
    ...onBoth(breaking('code and profiles that name it have to change')),
  },
  'assumption changed': {
    says: 'is assumed to be {is}, was {was}',
    ...onBoth(breaking('clients that state nothing behave differently')),
  },

  'setting changed': { says: 'has the `{keyword}` {is}, was {was}', ...otherwise },
  'part added': { says: 'is new', ...noted },
  'part removed': { says: 'is gone', ...otherwise },
  'keyword unknown': {
    says: 'changes `{keyword}` from {was} to {is}',
    ...onBoth(breaking('tools/release/contract has no rule for this keyword, so nobody knows what it does')),
  },
  'deprecation changed': {
    says: 'has the `deprecated` {is}, was {was}',
    ...onBoth(compatible('it works as before')),
  },
  'words changed': { says: 'has another `{keyword}`', ...inWords },
  'order changed': { says: 'has its `{keyword}` in another order', ...inWords },
} as const satisfies Readonly<Record<string, Kind>>

export type KindName = keyof typeof kinds
export const kindOf = (name: KindName): Kind => kinds[name]
