// Three samples of every call, made from the typical example of the description.
import { type Call, textOf, valueOf } from '../contract.ts'
import { literal, shellWord } from './literal.ts'
import { type Places, usualPlaces } from './places.ts'

export interface Sample {
  readonly name: 'typescript' | 'plain' | 'wire'
  readonly label: string
  /** Language of the text, as a highlighter knows it. */
  readonly language: 'ts' | 'sh'
  readonly code: string
}

/** The samples of a call. Those that call a server take its address. */
export const samplesOf = (call: Call, places: Places = usualPlaces): readonly Sample[] => [
  { name: 'typescript', label: 'TypeScript', language: 'ts', code: typescript(call, places) },
  { name: 'plain', label: 'curl, plain', language: 'sh', code: plainCurl(call, places) },
  { name: 'wire', label: 'curl, sealed', language: 'sh', code: wireCurl(call, places) },
]

/** Name that the TypeScript sample gives to what came back; none where nothing does. */
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

// The one header that a caller of the plain view gives.
const credential = { 'Api-Key': 'demo' } as const
const credentialOf = ({ facts }: Call) => (facts.family === 'token' ? { headers: credential } : {})

function plainCurl(call: Call, { plain }: Places): string {
  const { path, parameters, facts } = call
  if (facts.family === 'token') return `curl -H 'Api-Key: demo' ${plain}${path}`
  if (facts.method === 'POST') return `curl --json ${shellWord(jsonOf(parameters))} \\\n  ${plain}${path}`
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encoded(textOf(value))}`)
  return `curl ${shellWord(`${plain}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`)}`
}

const encoded = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',')

// On lines of its own where it is long.
function jsonOf(parameters: Call['parameters']): string {
  const flat = JSON.stringify(parameters)
  return flat.length <= width ? flat : JSON.stringify(parameters, undefined, 2)
}

// One word a line where the line is long.
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
  // Without its progress, as what it prints is piped on. The answer to a v1 call is bound to its request, so opening it takes both.
  return facts.method === 'POST'
    ? `${seal} > request.json\ncurl -sS --json @request.json \\\n  ${wire}${path} |\n  ${program} open ${id} \\\n  --request request.json`
    : `${seal} > request.txt\ncurl -sS --get --data @request.txt \\\n  ${wire}${path} |\n  ${program} open ${id}`
}

const pairsOf = ({ parameters }: Call): readonly string[] =>
  Object.entries(parameters).map(([name, value]) => shellWord(`${name}=${textOf(value)}`))

// Nothing of this call is sealed: its credential and its clock are what the wire adds.
const tokenCurl = (url: string): string =>
  [
    `${program} credentials demo`,
    '. demo/modern/.env',
    `curl -H "Api-Key: $CUSTODY_API_KEY" -H "Timestamp: $(date +%s)000" \\\n  ${url}`,
  ].join('\n')
