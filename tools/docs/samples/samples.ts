import { quoteJsonForShell, quoteForShell } from '@custody-wallet/demo/cli'

import { type Call, toText } from '../contract.ts'
import { type Addresses, defaultAddresses } from './locations.ts'
import {
  createGoSample,
  createJavaSample,
  createPhpSample,
  createPlainRequest,
  type PlainRequest,
} from './other-languages.ts'
import { createPythonSample } from './python.ts'
import { createOpenapiFetchSample, createTypescriptSample } from './typescript.ts'

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

/** Quotes text as one word of a shell. */
export const quoteShellWord = (text: string): string => (/^[\w./:=@,+-]+$/.test(text) ? text : quoteForShell(text))
