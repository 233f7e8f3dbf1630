import { listBranches, type Document, getReferenceName, createResolver, type Schema } from '../../redocly/document.ts'
import { type Call, getValue } from '../contract.ts'
import { formatCodeBlock } from '../page.ts'

/** Describes what the client returns. */
export function formatReturns(call: Call, document: Document): string {
  const method = `\`custody.${call.operation['x-resource'] ?? ''}()\``
  const type = findType(call, document)
  const value =
    getValue(call) === undefined
      ? `${method} returns no value.`
      : `${method} returns ${type === undefined ? 'the content of the response' : `\`${type}\``}${call.facts.family === 'mpc' ? ', which is the whole response' : ', the content of `data`'}.`
  return `${value} Use \`.raw\` to get the whole response, its HTTP status and its assurance.`
}

/** Finds the type of the returned value, if `@custody-wallet/client` exports one. */
function findType({ facts }: Call, document: Document): string | undefined {
  const resolve = createResolver(document)
  const response = resolve<Schema>(document.components.schemas[facts.schemas.response] ?? {})
  const [success = {}] = listBranches(response)
  const content = facts.family === 'mpc' ? success : success.properties?.['data']
  if (content?.$ref !== undefined) return getReferenceName(content.$ref)
  const entry = content?.items?.$ref
  return entry === undefined ? undefined : `${getReferenceName(entry)}[]`
}

/** Formats the response in its three forms. */
export function createResponseTabs(call: Call): readonly string[] {
  const value = getValue(call)
  return [
    `### From the client\n\n${value === undefined ? 'No value.' : formatCodeBlock('json', formatJson(value))}`,
    `### Plain JSON\n\n${formatPlainNote(call)}\n\n${formatCodeBlock('json', formatJson(call.response))}`,
    `### On the wire\n\n${wireNotes[call.facts.family]}${call.facts.family === 'v1' ? `\n\n${formatCodeBlock('json', formatJson(sealed))}` : ''}`,
  ]
}

const formatJson = (value: unknown): string => JSON.stringify(value, undefined, 2)

const formatPlainNote = ({ facts }: Call): string =>
  facts.family === 'token'
    ? 'The plain mock returns this response. The wire mock computes `expired_time` from the time of the call.'
    : 'The plain ports of the mock and the sandbox respond in this form. The sealed sample prints it after it opens the response.'

const sealed = { code: 0, msg: 'success', data: '<sealed text>', sign: '<signature>' } as const

const queryNote =
  'With `modern`, this is plain JSON, protected only by TLS. With `classic`, the whole response is sealed block by block. [Messages on the wire](../envelope.md) shows both.'

const wireNotes: Readonly<Record<Call['facts']['family'], string>> = {
  token: 'The same JSON, because this call is not sealed.',
  v2: queryNote,
  mpc: queryNote,
  v1: '`data` contains the encrypted content, and `sign` its signature. [Messages on the wire](../envelope.md) shows a real message.',
}
