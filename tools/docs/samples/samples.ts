// Four samples of every call, from its typical example.
import { shellJson, shellQuoted } from '@custody-wallet/server/cli'

import type { Json } from '../../redocly/document.ts'
import { type Call, isList, textOf, valueOf } from '../contract.ts'
import { type Places, usualPlaces } from './places.ts'
import { python } from './python.ts'

export interface Sample {
  readonly name: 'typescript' | 'plain' | 'wire' | 'python'
  readonly label: string
  /** Language for the highlighter. */
  readonly language: 'ts' | 'sh' | 'python'
  readonly code: string
}

/** The samples of a call, with the addresses of servers. */
export const samplesOf = (call: Call, places: Places = usualPlaces): readonly Sample[] => [
  { name: 'typescript', label: 'TypeScript', language: 'ts', code: typescript(call, places) },
  { name: 'plain', label: 'curl, plain', language: 'sh', code: plainCurl(call, places) },
  { name: 'wire', label: 'curl, sealed', language: 'sh', code: wireCurl(call, places) },
  { name: 'python', label: 'Python', language: 'python', code: python(call, places) },
]

/** Name of the result in the TypeScript sample, if there is one. */
const resultName = (call: Call): string | undefined => (valueOf(call) === undefined ? undefined : 'answer')

function typescript(call: Call, { plain }: Places): string {
  const result = resultName(call)
  const start = `${result ? `const ${result} = ` : ''}await custody.${call.operation['x-resource'] ?? ''}(`
  const given = Object.keys(call.parameters).length > 0 ? literal(call.parameters, start.length + 1) : ''
  return [
    `import { plain } from '@custody-wallet/client/plain'`,
    '',
    `const custody = plain(${literal({ url: plain, ...credentialOf(call) }, 'const custody = plain('.length + 1)})`,
    `${start}${given})`,
    ...(result ? [`console.log(${result})`] : []),
  ].join('\n')
}

// The only header in the plain view.
const credential = { 'Api-Key': 'demo' } as const
const credentialOf = ({ facts }: Call) => (facts.family === 'token' ? { headers: credential } : {})

function plainCurl(call: Call, { plain }: Places): string {
  const { path, parameters, facts } = call
  if (facts.family === 'token') return `curl -H 'Api-Key: demo' ${plain}${path}`
  if (facts.method === 'POST') return `curl --json ${shellJson(jsonOf(parameters))} \\\n  ${plain}${path}`
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encoded(textOf(value))}`)
  return `curl ${shellWord(`${plain}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`)}`
}

const encoded = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',')

function jsonOf(parameters: Call['parameters']): string {
  const flat = JSON.stringify(parameters)
  return flat.length <= width ? flat : JSON.stringify(parameters, undefined, 2)
}

function broken(words: readonly string[]): string {
  const flat = words.join(' ')
  return flat.length <= width ? flat : words.join(' \\\n  ')
}

const width = 48
const program = 'npx @custody-wallet/mock'

function wireCurl(call: Call, { wire }: Places): string {
  const { id, path, facts } = call
  if (facts.family === 'token') return tokenCurl(`${wire}${path}`)
  const seal = broken([`${program} seal ${id}`, ...pairsOf(call)])
  // -sS hides the progress. Opening the answer of a v1 call needs its request, to which it is bound.
  return facts.method === 'POST'
    ? `${seal} > request.json\ncurl -sS --json @request.json \\\n  ${wire}${path} |\n  ${program} open ${id} \\\n  --request request.json`
    : `${seal} > request.txt\ncurl -sS --get --data @request.txt \\\n  ${wire}${path} |\n  ${program} open ${id}`
}

const pairsOf = ({ parameters }: Call): readonly string[] =>
  Object.entries(parameters).map(([name, value]) => shellWord(`${name}=${textOf(value)}`))

// This call is not sealed; the wire adds only its credential and its time.
const tokenCurl = (url: string): string =>
  [
    `${program} credentials demo`,
    '. demo/modern/.env',
    `curl -H "Api-Key: $CUSTODY_API_KEY" -H "Timestamp: $(date +%s)000" \\\n  ${url}`,
  ].join('\n')

const codeWidth = 60

/** A value as TypeScript, on one line if it fits after so many characters. */
function literal(value: Json, before = 0): string {
  const flat = flatOf(value)
  return flat.length + before <= codeWidth ? flat : unfolded(value, '')
}

function flatOf(value: Json): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (isList(value)) return `[${value.map(flatOf).join(', ')}]`
  const members = Object.entries(value).map(([name, member]) => `${nameOf(name)}: ${flatOf(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

function unfolded(value: Json, indent: string): string {
  const flat = flatOf(value)
  if (
    typeof value !== 'object' ||
    value === null ||
    (indent !== '' && indent.length + flat.length <= codeWidth)
  )
    return flat
  const deeper = `${indent}  `
  const lines = isList(value)
    ? value.map((entry) => unfolded(entry, deeper))
    : Object.entries(value).map(([name, member]) => `${nameOf(name)}: ${unfolded(member, deeper)}`)
  const [open, close] = isList(value) ? '[]' : '{}'
  return [open, ...lines.map((line) => `${deeper}${line},`), `${indent}${close}`].join('\n')
}

const nameOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name))

/** A text in single quotes, as TypeScript reads it. */
export const quoted = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`

/** A text as one word of a shell. */
export const shellWord = (text: string): string => (/^[\w./:=@,+-]+$/.test(text) ? text : shellQuoted(text))
