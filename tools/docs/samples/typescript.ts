// The call in TypeScript: with our client, and with openapi-fetch.
import type { Json } from '../../redocly/document.ts'
import { type Call, getValue, isList } from '../contract.ts'
import type { Addresses } from './locations.ts'
import { credential } from './other-languages.ts'

/** Variable of the result in the TypeScript sample, if the call returns one. */
const getResultName = (call: Call): string | undefined => (getValue(call) === undefined ? undefined : 'response')

export function createTypescriptSample(call: Call, { plain }: Addresses): string {
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

const getCredential = ({ facts }: Call) => (facts.family === 'token' ? { headers: credential } : {})

export function createOpenapiFetchSample(call: Call, { plain }: Addresses): string {
  const { facts } = call
  const start = `const { data } = await client.${facts.method}(${quoteText(facts.path)}`
  const options = createOptions(call)
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

/** Options of a call with openapi-fetch, which has the fixed segments of the path apart. */
function createOptions({ facts, path, parameters }: Call): Readonly<Record<string, Json>> {
  if (facts.family === 'token') return { headers: credential }
  if (facts.method === 'POST') return { body: parameters }
  const values = path.split('/')
  const segments = facts.path
    .split('/')
    .flatMap((name, at) => (name === values[at] ? [] : [[name.slice(1, -1), values[at] ?? '']]))
  const params = {
    ...(segments.length > 0 && { path: Object.fromEntries(segments) }),
    ...(Object.keys(parameters).length > 0 && { query: parameters }),
  }
  return Object.keys(params).length > 0 ? { params } : {}
}

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
