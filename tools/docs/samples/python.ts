// A plain call with nothing but the standard library of Python.
import type { Json } from '../../redocly/document.ts'
import { type Call, isList, textOf } from '../contract.ts'
import type { Places } from './places.ts'

/** The plain call of a sample in Python. */
export function python(call: Call, { plain }: Places): string {
  const { facts, path, parameters } = call
  const address = `${plain}${path}`
  if (facts.family === 'token')
    return requested(`request = Request('${address}', headers={'Api-Key': 'demo'})`)
  if (facts.method === 'POST') return posted(address, parameters)
  return Object.keys(parameters).length === 0 ? fetched(address) : queried(address, parameters)
}

const requested = (...lines: readonly string[]): string =>
  [
    'import json',
    'from urllib.request import Request, urlopen',
    '',
    ...lines,
    'with urlopen(request) as answer:',
    '    print(json.load(answer))',
  ].join('\n')

const posted = (address: string, parameters: Call['parameters']): string =>
  requested(
    `body = json.dumps(${dictionary(parameters, literal)}).encode()`,
    `headers = {'Content-Type': 'application/json'}`,
    `request = Request('${address}', body, headers)`,
  )

const fetched = (address: string): string =>
  [
    'import json',
    'from urllib.request import urlopen',
    '',
    `with urlopen('${address}') as answer:`,
    '    print(json.load(answer))',
  ].join('\n')

// A list is one text in a query.
const queried = (address: string, parameters: Call['parameters']): string =>
  [
    'import json',
    'from urllib.parse import urlencode',
    'from urllib.request import urlopen',
    '',
    `query = urlencode(${dictionary(parameters, (value) => literal(isList(value) ? textOf(value) : value))})`,
    `with urlopen(f'${address}?{query}') as answer:`,
    '    print(json.load(answer))',
  ].join('\n')

const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

/** A value as Python. Texts of JSON are texts of Python, but for their quotes. */
function literal(value: Json): string {
  if (isList(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'string') return quoted(value)
  const text = JSON.stringify(value)
  return words[text] ?? text
}

const quoted = (text: string): string =>
  text.includes("'")
    ? JSON.stringify(text)
    : `'${JSON.stringify(text)
        .slice(1, -1)
        .replaceAll(String.raw`\"`, '"')}'`

const width = 60

function dictionary(members: Call['parameters'], write: (value: Json) => string): string {
  const lines = Object.entries(members).map(([name, value]) => `${quoted(name)}: ${write(value)}`)
  const flat = `{${lines.join(', ')}}`
  return flat.length <= width ? flat : `{\n${lines.map((line) => `    ${line},`).join('\n')}\n}`
}
