// What a call gives back: to the caller of the client, in the plain view, and on the wire.
import {
  listBranches,
  type Document,
  getReferenceName,
  createResolver,
  type Schema,
} from '../../redocly/document.ts'
import { type Call, getValue } from '../contract.ts'
import { formatCodeBlock } from '../page.ts'

/** What the client returns, in a sentence. */
export function formatReturns(call: Call, document: Document): string {
  const method = `\`custody.${call.operation['x-resource'] ?? ''}()\``
  const type = findType(call, document)
  const value =
    getValue(call) === undefined
      ? `${method} returns nothing when the call succeeds.`
      : `${method} returns ${type === undefined ? 'the content of the response' : `\`${type}\``}${call.facts.family === 'mpc' ? ', which is the whole response' : ', the content of `data`'}.`
  return `${value} Its \`.raw\` has the whole response, with the HTTP status and how far the response is proven.`
}

/** Type of what the client returns, if it has a name in `@custody-wallet/client`. */
function findType({ facts }: Call, document: Document): string | undefined {
  const resolve = createResolver(document)
  const response = resolve<Schema>(document.components.schemas[facts.schemas.response] ?? {})
  const [success = {}] = listBranches(response)
  const content = facts.family === 'mpc' ? success : success.properties?.['data']
  if (content?.$ref !== undefined) return getReferenceName(content.$ref)
  const entry = content?.items?.$ref
  return entry === undefined ? undefined : `${getReferenceName(entry)}[]`
}

/** The same response in its three forms. */
export function createResponseTabs(call: Call): readonly string[] {
  const value = getValue(call)
  return [
    `### From the client\n\n${value === undefined ? 'Nothing.' : formatCodeBlock('json', formatJson(value))}`,
    `### Plain JSON\n\n${formatPlainNote(call)}\n\n${formatCodeBlock('json', formatJson(call.response))}`,
    `### On the wire\n\n${wireNotes[call.facts.family]}${call.facts.family === 'v1' ? `\n\n${formatCodeBlock('json', formatJson(sealed))}` : ''}`,
  ]
}

const formatJson = (value: unknown): string => JSON.stringify(value, undefined, 2)

const formatPlainNote = ({ facts }: Call): string =>
  facts.family === 'token'
    ? 'The plain mock answers this. The wire mock counts `expired_time` from the moment of the call.'
    : 'The plain ports of mock and sandbox response in this form. The sealed sample prints it once the response is opened.'

const sealed = { code: 0, msg: 'success', data: '<sealed text>', sign: '<signature>' } as const

const queryNote =
  'Under `modern`, the plain JSON: only the connection protects it. Under `classic`, the whole response is sealed block by block. [What travels on the wire](../envelope.md) shows both.'

const wireNotes: Readonly<Record<Call['facts']['family'], string>> = {
  token: 'The same JSON. This call is not sealed.',
  v2: queryNote,
  mpc: queryNote,
  v1: 'The content is sealed in `data`, and `sign` is the signature over it. [What travels on the wire](../envelope.md) shows a real one.',
}
