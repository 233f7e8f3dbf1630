import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { operations } from '@custody-wallet/types/operations'

import { guides } from '../generated/guides.ts'

/** A document with its id, such as `guides/notifications` or `calls/accounts.get`. */
export interface Document {
  readonly id: string
  readonly title: string
  /** Markdown. */
  readonly text: string
}

type Node = Readonly<Record<string, unknown>>

interface OpenPoint {
  readonly id: string
  readonly what: string
  readonly assumed?: unknown
  readonly source: string
  readonly setting: string
}

interface Parameter {
  readonly name: string
  readonly description: string
  readonly required: boolean
  readonly schema: Node
}

interface PlainOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly 'x-open-point'?: readonly OpenPoint[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Node } } }
  readonly responses: {
    readonly 200: { readonly content: { readonly 'application/json': { readonly schema: Node } } }
  }
}

interface Code {
  readonly code: number | string
  readonly meaning: string
  readonly source: string
  readonly cause?: string
  readonly remedy?: string
  readonly repeat?: string
}

/** What is read of the plain view. */
interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<'get' | 'post', PlainOperation | undefined>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Node>> }
  readonly 'x-codes': Readonly<Record<string, { readonly codes: readonly Code[] }>>
  readonly 'x-open-point': readonly OpenPoint[]
}

/** Reads all documents: the guides, a page per call, the codes and the open points. */
export function readDocuments(): readonly Document[] {
  const file = createRequire(import.meta.url).resolve('@custody-wallet/types/openapi/plain.json')
  const contract: Contract = JSON.parse(readFileSync(file, 'utf8'))
  return [
    ...guidePages,
    ...Object.values(operations).map((operation) => createCallPage(operation, contract)),
    ...Object.entries(contract['x-codes']).map(([family, { codes }]) => createCodePage(family, codes)),
    {
      id: 'open-points',
      title: 'Open points of all calls',
      text: formatPoints(contract['x-open-point']),
    },
  ]
}

const guidePages: readonly Document[] = Object.entries(guides).map(([name, text]) => ({
  id: `guides/${name}`,
  title: text.slice('# '.length, text.indexOf('\n')),
  text,
}))

function createCallPage(
  { id, name, summary, method, path, family }: (typeof operations)[keyof typeof operations],
  contract: Contract,
): Document {
  const operation = findOperation(id, contract)
  const { 'x-open-point': points = [], parameters = [], requestBody, responses } = operation
  const requestSchema = requestBody?.content['application/json'].schema ?? createObjectSchema(parameters)
  const { schema } = responses[200].content['application/json']
  const text = [
    `# ${name}: ${summary}`,
    operation.description,
    `${method} ${path}, family ${family}, operation ${id}. See codes/${family} for its failures.`,
    `## Parameters\n\n${formatJsonBlock(resolveSchema(requestSchema, contract))}`,
    `## Response\n\n${formatJsonBlock(resolveSchema(schema, contract))}`,
    ...(points.length > 0 ? [`## Open points\n\n${formatPoints(points)}`] : []),
  ].join('\n\n')
  return { id: `calls/${name}`, title: `${name}: ${summary}`, text }
}

/** Converts query parameters to the object that `call` accepts. */
const createObjectSchema = (parameters: readonly Parameter[]): Node => ({
  type: 'object',
  additionalProperties: false,
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
  properties: Object.fromEntries(parameters.map(({ name, description, schema }) => [name, { ...schema, description }])),
})

function findOperation(id: string, { paths }: Contract): PlainOperation {
  const found = Object.values(paths)
    .flatMap(({ get, post }) => [get, post])
    .find((operation) => operation?.operationId === id)
  if (found === undefined) throw new TypeError(`The contract has no operation ${id}.`)
  return found
}

/** Inlines the references of a schema. */
const resolveSchema = (schema: Node, contract: Contract): Node =>
  JSON.parse(JSON.stringify(schema), (_name, node: Node) => {
    if (typeof node !== 'object' || node === null || typeof node['$ref'] !== 'string') return node
    const { $ref, ...own } = node
    return {
      ...resolveSchema(contract.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}, contract),
      ...own,
    }
  })

const formatJsonBlock = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 1)}\n\`\`\``

const createCodePage = (family: string, codes: readonly Code[]): Document => ({
  id: `codes/${family}`,
  title: `Codes of the family ${family}`,
  text: codes.map(formatCode).join('\n'),
})

const formatCode = ({ code, meaning, source, cause, remedy, repeat: retryAdvice }: Code): string =>
  [
    `- ${code}: ${meaning} (${source}).`,
    ...(cause === undefined ? [] : [`Likely cause: ${cause} What to do: ${remedy} Retry: ${retryAdvice}.`]),
  ].join(' ')

const formatPoints = (points: readonly OpenPoint[]): string =>
  points
    .map(({ id, what, assumed = 'nothing', source, setting }) => {
      const value = typeof assumed === 'string' ? assumed : JSON.stringify(assumed)
      return `- ${id}: ${what} Assumption: ${value} (source: ${source}, setting: ${setting})`
    })
    .join('\n')
