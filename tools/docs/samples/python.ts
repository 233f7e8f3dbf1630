import type { Json } from '../../redocly/document.ts'
import { type Call, isList, toText } from '../contract.ts'
import type { Addresses } from './locations.ts'

/** Creates the plain call in Python, with the standard library only. */
export function createPythonSample(call: Call, { plain }: Addresses): string {
  const { facts, path, parameters } = call
  const address = `${plain}${path}`
  if (facts.family === 'token') return formatRequest(`request = Request('${address}', headers={'Api-Key': 'demo'})`)
  if (facts.method === 'POST') return formatPost(address, parameters)
  return Object.keys(parameters).length === 0 ? formatFetch(address) : formatQuery(address, parameters)
}

const formatRequest = (...lines: readonly string[]): string =>
  [
    'import json',
    'from urllib.request import Request, urlopen',
    '',
    ...lines,
    'with urlopen(request) as response:',
    '    print(json.load(response))',
  ].join('\n')

const formatPost = (address: string, parameters: Call['parameters']): string =>
  formatRequest(
    `body = json.dumps(${formatDictionary(parameters, formatLiteral)}).encode()`,
    `headers = {'Content-Type': 'application/json'}`,
    `request = Request('${address}', body, headers)`,
  )

const formatFetch = (address: string): string =>
  [
    'import json',
    'from urllib.request import urlopen',
    '',
    `with urlopen('${address}') as response:`,
    '    print(json.load(response))',
  ].join('\n')

// Queries join lists.
const formatQuery = (address: string, parameters: Call['parameters']): string =>
  [
    'import json',
    'from urllib.parse import urlencode',
    'from urllib.request import urlopen',
    '',
    `query = urlencode(${formatDictionary(parameters, (value) => formatLiteral(isList(value) ? toText(value) : value))})`,
    `with urlopen(f'${address}?{query}') as response:`,
    '    print(json.load(response))',
  ].join('\n')

const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

/** Formats a value as Python, whose strings differ from JSON only in quotes. */
function formatLiteral(value: Json): string {
  if (isList(value)) return `[${value.map(formatLiteral).join(', ')}]`
  if (typeof value === 'string') return quoteText(value)
  const text = JSON.stringify(value)
  return words[text] ?? text
}

const quoteText = (text: string): string =>
  text.includes("'")
    ? JSON.stringify(text)
    : `'${JSON.stringify(text)
        .slice(1, -1)
        .replaceAll(String.raw`\"`, '"')}'`

const width = 60

function formatDictionary(fields: Call['parameters'], write: (value: Json) => string): string {
  const lines = Object.entries(fields).map(([name, value]) => `${quoteText(name)}: ${write(value)}`)
  const flat = `{${lines.join(', ')}}`
  return flat.length <= width ? flat : `{\n${lines.map((line) => `    ${line},`).join('\n')}\n}`
}
