import { quoteJsonForShell, quoteForShell } from '@custody-wallet/demo/cli'

import type { Json } from '../../redocly/document.ts'
import { type Call, isList, toText, getValue } from '../contract.ts'
import { type Addresses, defaultAddresses } from './locations.ts'
import {
  createGoSample,
  createJavaSample,
  createPhpSample,
  createPlainRequest,
  credential,
  type PlainRequest,
} from './other-languages.ts'
import { createPythonSample } from './python.ts'

export interface Sample {
  readonly name: 'plain' | 'typescript' | 'openapi-fetch' | 'python' | 'php' | 'go' | 'java' | 'wire'
  readonly label: string
  /** Language for the highlighter. */
  readonly language: 'ts' | 'sh' | 'python' | 'php' | 'go' | 'java'
  readonly code: string
}

/** Creates the samples of a call from its typical example. */
export function createSamples(call: Call, addresses: Addresses = defaultAddresses): readonly Sample[] {
  const request = createPlainRequest(call, addresses.plain)
  return [
    { name: 'plain', label: 'curl', language: 'sh', code: createPlainCurl(call, request) },
    { name: 'typescript', label: 'TypeScript', language: 'ts', code: createTypescriptSample(call, addresses) },
    { name: 'openapi-fetch', label: 'openapi-fetch', language: 'ts', code: createOpenapiFetchSample(call, addresses) },
    { name: 'python', label: 'Python', language: 'python', code: createPythonSample(call, addresses) },
    { name: 'php', label: 'PHP', language: 'php', code: createPhpSample(request) },
    { name: 'go', label: 'Go', language: 'go', code: createGoSample(request) },
    { name: 'java', label: 'Java', language: 'java', code: createJavaSample(request) },
    { name: 'wire', label: 'curl, sealed', language: 'sh', code: createWireCurl(call, addresses) },
  ]
}

/** Variable of the result in the TypeScript sample, if the call returns one. */
const getResultName = (call: Call): string | undefined => (getValue(call) === undefined ? undefined : 'response')

function createTypescriptSample(call: Call, { plain }: Addresses): string {
  const result = getResultName(call)
  const start = `${result ? `const ${result} = ` : ''}await custody.${call.operation['x-resource'] ?? ''}(`
  const callArguments = Object.keys(call.parameters).length > 0 ? formatLiteral(call.parameters, start.length + 1) : ''
  return [
    `import { createPlainClient } from '@custody-wallet/client/plain'`,
    '',
    `const custody = createPlainClient(${formatLiteral({ url: plain, ...getCredential(call) }, 'const custody = createPlainClient('.length + 1)})`,
    `${start}${callArguments})`,
    ...(result ? [`console.log(${result})`] : []),
  ].join('\n')
}

function createOpenapiFetchSample(call: Call, { plain }: Addresses): string {
  const { facts, path, parameters } = call
  const options =
    facts.family === 'token'
      ? getCredential(call)
      : facts.method === 'POST'
        ? { body: parameters }
        : Object.keys(parameters).length > 0
          ? { params: { query: parameters } }
          : {}
  const start = `const { data } = await client.${facts.method}(${quoteText(path)}`
  const second = Object.keys(options).length > 0 ? `, ${formatLiteral(options, start.length + 2)}` : ''
  return [
    `import type { paths } from '@custody-wallet/types/plain'`,
    `import createClient from 'openapi-fetch'`,
    '',
    `const client = createClient<paths>({ baseUrl: ${quoteText(plain)} })`,
    `${start}${second})`,
    'console.log(data)',
  ].join('\n')
}

const getCredential = ({ facts }: Call) => (facts.family === 'token' ? { headers: credential } : {})

function createPlainCurl({ parameters, facts }: Call, { url }: PlainRequest): string {
  if (facts.family === 'token') return `curl -H 'Api-Key: demo' ${url}`
  if (facts.method === 'POST') return `curl --json ${quoteJsonForShell(formatJson(parameters))} \\\n  ${url}`
  return `curl ${quoteShellWord(url)}`
}

function formatJson(parameters: Call['parameters']): string {
  const flat = JSON.stringify(parameters)
  return flat.length <= width ? flat : JSON.stringify(parameters, undefined, 2)
}

function breakLines(words: readonly string[]): string {
  const flat = words.join(' ')
  return flat.length <= width ? flat : words.join(' \\\n  ')
}

const width = 48
const program = 'npx @custody-wallet/mock'

function createWireCurl(call: Call, { wire }: Addresses): string {
  const { id, path, facts } = call
  if (facts.family === 'token') return createTokenCurl(`${wire}${path}`)
  const seal = breakLines([`${program} seal ${id}`, ...formatPairs(call)])
  // -sS hides the progress. A response of a v1 call is bound to its request, which is needed to open it.
  return facts.method === 'POST'
    ? `${seal} > request.json\ncurl -sS --json @request.json \\\n  ${wire}${path} |\n  ${program} open ${id} \\\n  --request request.json`
    : `${seal} > request.txt\ncurl -sS --get --data @request.txt \\\n  ${wire}${path} |\n  ${program} open ${id}`
}

const formatPairs = ({ parameters }: Call): readonly string[] =>
  Object.entries(parameters).map(([name, value]) => quoteShellWord(`${name}=${toText(value)}`))

// The token call is not sealed; the wire adds only its credential and time.
const createTokenCurl = (url: string): string =>
  [
    `${program} credentials demo`,
    '. demo/modern/.env',
    `curl -H "Api-Key: $CUSTODY_API_KEY" -H "Timestamp: $(date +%s)000" \\\n  ${url}`,
  ].join('\n')

const codeWidth = 60

/** Formats a value as TypeScript, on one line if it fits after `before` characters. */
function formatLiteral(value: Json, before = 0): string {
  const flat = formatFlat(value)
  return flat.length + before <= codeWidth ? flat : formatUnfolded(value, '')
}

function formatFlat(value: Json): string {
  if (typeof value === 'string') return quoteText(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (isList(value)) return `[${value.map(formatFlat).join(', ')}]`
  const fields = Object.entries(value).map(([name, field]) => `${formatName(name)}: ${formatFlat(field)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

function formatUnfolded(value: Json, indent: string): string {
  const flat = formatFlat(value)
  if (typeof value !== 'object' || value === null || (indent !== '' && indent.length + flat.length <= codeWidth))
    return flat
  const deeper = `${indent}  `
  const lines = isList(value)
    ? value.map((entry) => formatUnfolded(entry, deeper))
    : Object.entries(value).map(([name, field]) => `${formatName(name)}: ${formatUnfolded(field, deeper)}`)
  const [open, close] = isList(value) ? '[]' : '{}'
  return [open, ...lines.map((line) => `${deeper}${line},`), `${indent}${close}`].join('\n')
}

const formatName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoteText(name))

/** Quotes text for TypeScript with single quotes. */
export const quoteText = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`

/** Quotes text as one word of a shell. */
export const quoteShellWord = (text: string): string => (/^[\w./:=@,+-]+$/.test(text) ? text : quoteForShell(text))
