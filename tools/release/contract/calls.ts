// Rules of a call.
import { type Found, type Spot, wholeOf, within } from './changes.ts'
import { callsOf, type Json, membersOf, type Pair } from './documents.ts'
import { added, answers, bodyNode, parameters, servers } from './messages.ts'
import { compare, type Difference, found, type Node, orUnknown, type Rule, union } from './nodes.ts'
import { bound, child, differs, entries, phrased, setting, words } from './rules.ts'
import { openPoints, schemaNode } from './schemas.ts'
import { bothSides, hasEitherEnd } from './uses.ts'

/** Facts that belong together. */
const facts = (phrase: string, node: Node): Rule =>
  child(() => node, {
    added: 'setting changed',
    removed: 'setting changed',
    at: (spot) => within(spot, phrase),
  })

const limits = entries({
  node: () => ({ rule: setting, value: bound('greatest'), unit: setting, source: words }),
  name: 'rule',
  added: 'limit added',
  removed: 'limit removed',
  at: phrased('the limit `{name}`'),
})

const freedom = ['never', 'idempotent', 'safe']

/** How freely a call may be repeated. */
function retry(difference: Difference): readonly Found[] {
  const [was = -1, is = -1] = [difference.pair.was, difference.pair.is].map((value) =>
    freedom.indexOf(typeof value === 'string' ? value : Object.keys(membersOf(value)).join() || 'never'),
  )
  if (was === is || was < 0 || is < 0) return found('setting changed', difference)
  return found(is < was ? 'retry weakened' : 'retry strengthened', difference)
}

const callNode: Node = {
  operationId: differs('call renamed'),
  address: differs('call moved'),
  path: child(() => ({ servers, parameters, summary: words, description: words })),
  servers,
  parameters,
  requestBody: child(() => bodyNode, {
    added,
    removed: 'member removed',
    at: (spot) => wholeOf(spot, 'body member'),
  }),
  responses: answers,
  security: setting,
  summary: words,
  description: words,
  tags: words,
  deprecated: differs('deprecation changed'),
  'x-family': setting,
  'x-resource': differs('resource renamed'),
  'x-parameters': child(() => schemaNode, { at: (spot) => wholeOf(spot, 'parameter') }),
  'x-batch': facts('the list of ids', {
    parameter: setting,
    maximum: bound('greatest'),
    separator: setting,
    record: setting,
    caps: setting,
  }),
  'x-cursor': facts('the cursor', { parameter: setting, record: setting, page: setting }),
  'x-retry': retry,
  'x-limit': limits,
  'x-not-shown': openPoints,
}

/** Calls are known by their ids; one whose id is new is the one that had its address before. */
export function calls(difference: Difference): readonly Found[] {
  const { spot, keyword } = difference
  const [was, is] = [callsOf(spot.documents.was), callsOf(spot.documents.is)]
  const renamed = new Map(
    [...was].flatMap(([id, call]) => (is.has(id) ? [] : [[call['address'], id] as const])),
  )
  const before = (id: string, call: Pair['is']) =>
    was.has(id) ? id : renamed.get(membersOf(call)['address'] ?? '')
  const kept = new Set([...is].map(([id, call]) => before(id, call)))
  const changes = union(was, is).flatMap((id) => {
    const at = callSpot(spot, id, is.get(id) ?? was.get(id))
    const call = { was: was.get(before(id, is.get(id)) ?? ''), is: is.get(id) }
    if (!call.is) return kept.has(id) ? [] : found('call removed', { pair: call, keyword, spot: at })
    return call.was ? compare(callNode, call, at) : found('call added', { pair: call, keyword, spot: at })
  })
  return orUnknown(changes, difference)
}

const callSpot = (spot: Spot, id: string, call: Json | undefined): Spot => {
  const eitherEnd = hasEitherEnd(call)
  return { ...spot, subjects: [id], eitherEnd, sides: eitherEnd ? bothSides : ['request'] }
}
