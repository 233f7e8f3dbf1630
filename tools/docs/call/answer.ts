// What a call gives back: to the caller of the client, in the plain view, and on the wire.
import { branchesOf, type Document, nameOf, resolver, type Schema } from '../../redocly/document.ts'
import { type Call, valueOf } from '../contract.ts'
import { fenced } from '../page.ts'

/** What the client returns, in a sentence. */
export function returns(call: Call, document: Document): string {
  const method = `\`custody.${call.operation['x-resource'] ?? ''}()\``
  const type = typeOf(call, document)
  const value =
    valueOf(call) === undefined
      ? `${method} returns nothing when the call succeeds.`
      : `${method} returns ${type === undefined ? 'the content of the answer' : `\`${type}\``}${call.facts.family === 'mpc' ? ', which is the whole answer' : ', the content of `data`'}.`
  return `${value} Its \`.raw\` has the whole answer, with the HTTP status and how far the answer is proven.`
}

/** Type of what the client returns, if it has a name in `@custody-wallet/client`. */
function typeOf({ facts }: Call, document: Document): string | undefined {
  const resolve = resolver(document)
  const answer = resolve<Schema>(document.components.schemas[facts.schemas.answer] ?? {})
  const [success = {}] = branchesOf(answer)
  const content = facts.family === 'mpc' ? success : success.properties?.['data']
  if (content?.$ref !== undefined) return nameOf(content.$ref)
  const entry = content?.items?.$ref
  return entry === undefined ? undefined : `${nameOf(entry)}[]`
}

/** The same answer in its three forms. */
export function answerTabs(call: Call): readonly string[] {
  const value = valueOf(call)
  return [
    `### From the client\n\n${value === undefined ? 'Nothing.' : fenced('json', pretty(value))}`,
    `### Plain JSON\n\n${plainNote(call)}\n\n${fenced('json', pretty(call.answer))}`,
    `### On the wire\n\n${wireNotes[call.facts.family]}${call.facts.family === 'v1' ? `\n\n${fenced('json', pretty(sealed))}` : ''}`,
  ]
}

const pretty = (value: unknown): string => JSON.stringify(value, undefined, 2)

const plainNote = ({ facts }: Call): string =>
  facts.family === 'token'
    ? 'The plain mock answers this. The wire mock counts `expired_time` from the moment of the call.'
    : 'The plain ports of mock and sandbox answer in this form. The sealed sample prints it once the answer is opened.'

const sealed = { code: 0, msg: 'success', data: '<sealed text>', sign: '<signature>' } as const

const queryNote =
  'Under `modern`, the plain JSON: only the connection protects it. Under `classic`, the whole answer is sealed block by block. [What travels on the wire](../envelope.md) shows both.'

const wireNotes: Readonly<Record<Call['facts']['family'], string>> = {
  token: 'The same JSON. This call is not sealed.',
  v2: queryNote,
  mpc: queryNote,
  v1: 'The content is sealed in `data`, and `sign` is the signature over it. [What travels on the wire](../envelope.md) shows a real one.',
}
