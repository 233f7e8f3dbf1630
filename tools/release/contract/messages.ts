// Rules of what a call is made of: servers, parameters, bodies and answers.
import { received, within } from './changes.ts'
import { type Json, membersOf } from './documents.ts'
import type { KindName } from './kinds.ts'
import type { Node } from './nodes.ts'
import { child, differs, entries, mark, phrased, setting, words } from './rules.ts'
import { openPoints, schemaNode } from './schemas.ts'

const serverNode: Node = {
  url: setting,
  description: words,
  variables: entries({
    node: () => ({ default: differs('setting changed'), description: words }),
    added: 'part added',
    removed: 'part removed',
    at: phrased('the address `{name}`'),
  }),
}
export const servers = entries({
  node: () => serverNode,
  name: 'url',
  added: 'server added',
  removed: 'server removed',
  at: phrased('the server `{name}`'),
})

export const parameterNode: Node = {
  name: setting,
  in: differs('parameter moved'),
  required: mark('made required', 'made optional'),
  schema: child(() => schemaNode),
  style: setting,
  explode: setting,
  description: words,
  deprecated: differs('deprecation changed'),
  example: words,
  examples: words,
  'x-filled': setting,
  'x-not-shown': openPoints,
}
export const added = (part: Json): KindName =>
  membersOf(part)['required'] === true ? 'required member added' : 'optional member added'

export const parameters = entries({
  node: () => parameterNode,
  name: 'name',
  added,
  removed: 'member removed',
  at: phrased('the parameter `{name}`'),
})

const content = entries({
  node: () => ({
    schema: child(() => schemaNode),
    example: words,
    examples: words,
    'x-not-shown': openPoints,
  }),
  added: 'media type added',
  removed: 'media type removed',
  at: phrased('the form `{name}`'),
  inside: (spot) => spot,
})
export const bodyNode: Node = {
  description: words,
  required: mark('made required', 'made optional'),
  content,
}
export const answerNode: Node = { description: words, content, 'x-not-shown': openPoints }
export const answers = entries({
  node: () => answerNode,
  added: 'answer added',
  removed: 'answer removed',
  at: (spot, name) => received(within(spot, `the answer ${name}`)),
})
