// Every kind of change: its sentence, and its class in requests and in responses.

export type Class = 'breaking' | 'compatible' | 'wording'
export type Side = 'request' | 'response'

interface Meaning {
  readonly class: Class
  readonly because: string
}
interface Kind extends Readonly<Record<Side, Meaning>> {
  readonly says: string
}

const createBreaking = (because: string): Meaning => ({ class: 'breaking', because })
const createCompatible = (because: string): Meaning => ({ class: 'compatible', because })

const createKind = (says: string, request: Meaning, response = request): Kind => ({ says, request, response })

const stricterRequests = createBreaking('values that were accepted will be rejected')
const laxerRequests = createCompatible('everything that was accepted still is')
const newResponses = createBreaking('readers get values that they could rule out')
const fewerResponses = createCompatible('readers get no new values')
const createNarrower = (says: string) => createKind(says, stricterRequests, fewerResponses)
const createWider = (says: string) => createKind(says, laxerRequests, newResponses)
const createReplaced = (says: string) => createKind(says, stricterRequests, newResponses)

const newCapability = createCompatible('callers may use it')
const together = createBreaking('both sides have to change together')
const createUncompiled = (what: string) => createBreaking(`${what} no longer compiles`)
const openList = createCompatible('the list is open')
const ignoredFields = createCompatible('readers ignore fields that they do not know')
const wording: Meaning = { class: 'wording', because: '' }

export const kinds = {
  'call added': createKind('is a new call', newCapability),
  'call removed': createKind('was removed', createUncompiled('code that makes this call')),
  'call renamed': createKind('was named {was}', createUncompiled('code with the old name')),
  'call moved': createKind('moves from {was} to {is}', createBreaking('older clients call the old address')),
  'resource renamed': createKind('is {is} in the client, no longer {was}', createUncompiled('code with the old name')),

  'required field added': createKind(
    'is new and required',
    createBreaking('callers that leave it out will be rejected'),
    ignoredFields,
  ),
  'optional field added': createKind(
    'is new and optional',
    createCompatible('callers may leave it out'),
    ignoredFields,
  ),
  'field removed': createKind(
    'was removed',
    createBreaking('callers that send it will be rejected'),
    createBreaking('readers no longer get it'),
  ),
  'made required': createKind(
    'is now required',
    createBreaking('callers that leave it out will be rejected'),
    createCompatible('readers may rely on it'),
  ),
  'made optional': createKind(
    'is no longer required',
    createCompatible('callers may leave it out'),
    createBreaking('readers that rely on it may not get it'),
  ),
  'parameter moved': createKind('moves from {was} to {is}', createBreaking('callers send it to the old location')),
  'default changed': createKind(
    'has the default {is}, was {was}',
    createBreaking('a call without it has another meaning'),
    createCompatible('responses state the value'),
  ),

  'type narrowed': createNarrower('has the type {is}, was {was}'),
  'type widened': createWider('has the type {is}, was {was}'),
  'type replaced': createReplaced('has the type {is}, was {was}'),
  'rule added': createNarrower('has a new `{keyword}`, {is}'),
  'rule removed': createWider('no longer has its `{keyword}`, {was}'),
  'rule changed': createReplaced('has the `{keyword}` {is}, was {was}'),
  'limit tightened': createNarrower('has a tighter `{keyword}`, {is} instead of {was}'),
  'limit loosened': createWider('has a looser `{keyword}`, {is} instead of {was}'),
  'limit added': createKind('is new', createBreaking('callers beyond it will be rejected')),
  'limit removed': createKind('was removed', createCompatible('callers within it are unaffected')),
  'value removed': createNarrower('no longer has the value {was}'),
  'value added': createWider('has the new value {is}'),
  'open value removed': createKind('no longer lists the value {was}', openList),
  'open value added': createKind('lists the value {is} as well', openList),
  'alternative removed': createNarrower('no longer has the alternative {was}'),
  'alternative added': createWider('has the new alternative {is}'),
  closed: createNarrower('no longer accepts unknown fields'),
  opened: createKind('accepts unknown fields', laxerRequests, ignoredFields),
  'reference changed': createKind(
    'refers to {is}, no longer to {was}',
    createCompatible('differences inside it are listed separately'),
  ),
  'reference lost': createKind('refers to {is}, which does not exist', together),
  'type added': createKind('is a new type', newCapability),
  'type removed': createKind('was removed', createUncompiled('code that imports the type')),

  'response added': createKind('is new', createCompatible('clients read an unknown status by its class')),
  'response removed': createKind('was removed', createUncompiled('code that reads it')),
  'media type added': createKind('is new', newCapability),
  'media type removed': createKind('was removed', together),
  'server added': createKind('is new', newCapability),
  'server removed': createKind('was removed', createBreaking('clients have no other address')),

  'retry weakened': createKind(
    'has a stricter retry rule: {is}, was {was}',
    createBreaking('a retry may run it twice'),
  ),
  'retry strengthened': createKind('has a weaker retry rule: {is}, was {was}', newCapability),
  'known value added': createKind('is a new known value', openList),
  'known value removed': createKind('is no longer known', createBreaking('code that names it loses its meaning')),
  'meaning changed': createKind(
    'means {is}, was {was}',
    createBreaking('programs rely on the meaning, and no check tells new words from a new meaning'),
  ),
  'constants renamed': createKind(
    'has the `{keyword}` {is}, was {was}',
    createUncompiled('generated code with the old names'),
  ),
  'finality changed': createKind(
    'has the `final` {is}, was {was}',
    createBreaking('followers stop, or continue, at this value'),
  ),
  'code added': createKind('is a new known code', createCompatible('unknown codes were failures before')),
  'code removed': createKind('is no longer known', createUncompiled('code that names it')),
  'personal mark added': createKind('is now personal', createCompatible('logs leave it out')),
  'personal mark removed': createKind('is no longer personal', createBreaking('it appears in logs')),
  'open point added': createKind('is a new open point', createCompatible('the behaviour stays the same')),
  'open point removed': createKind(
    'is no longer an open point',
    createBreaking('code and profiles that name it have to change'),
  ),
  'assumption changed': createKind(
    'is assumed to be {is}, was {was}',
    createBreaking('clients without the setting behave differently'),
  ),

  'setting changed': createKind('has the `{keyword}` {is}, was {was}', together),
  'part added': createKind('is new', newCapability),
  'part removed': createKind('was removed', together),
  'keyword unknown': createKind(
    'changes `{keyword}` from {was} to {is}',
    createBreaking('tools/contract has no rule for this keyword, so its effect is unknown'),
  ),
  'deprecation changed': createKind('has the `deprecated` {is}, was {was}', createCompatible('it works as before')),
  'words changed': createKind('has another `{keyword}`', wording),
  'order changed': createKind('has its `{keyword}` in another order', wording),
} as const satisfies Readonly<Record<string, Kind>>

export type KindName = keyof typeof kinds
export const getKind = (name: KindName): Kind => kinds[name]
