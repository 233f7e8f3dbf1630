import { readFileSync } from 'node:fs'

interface Named {
  readonly [name: string]: unknown
}

/** The part of the two documents that the tests look at. */
export interface Document {
  readonly openapi: string
  readonly info: { readonly description: string }
  readonly 'x-view': string
  readonly 'x-open-point': readonly { readonly id: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Named>>
    readonly examples: Readonly<Record<string, Example>>
  }
}

interface Example {
  readonly $ref?: string
  readonly value?: unknown
}
interface Message {
  readonly content: { readonly 'application/json': { readonly examples: Readonly<Record<string, Example>> } }
}
interface Parameter {
  readonly name: string
  readonly schema: object
  readonly examples?: Readonly<Record<string, Example>>
}
export interface Operation {
  readonly operationId: string
  readonly requestBody?: Message
  readonly parameters?: readonly Parameter[]
  readonly responses: Readonly<Record<string, Message>>
}

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))

export const plain: Document = read('openapi/plain.json')
export const wire: Document = read('openapi/wire.json')

const sets: Readonly<Record<string, Named>> = read('../../spec/generated/parameters.json')

/** Adds the schemas of all query parameters of each call to the plain document. */
export const fullPlain: Document = {
  ...plain,
  components: { ...plain.components, schemas: { ...plain.components.schemas, ...sets } },
}

/** Operations of a document, by id. */
export function listOperations({ paths }: Document): ReadonlyMap<string, Operation> {
  const items = Object.values(paths).flatMap((item) => [item['get'], item['post']])
  return new Map(items.flatMap((operation) => (operation ? [[operation.operationId, operation] as const] : [])))
}

/** Every value below a node that stands under the given name. */
export function findEveryUnder(node: unknown, name: string): unknown[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) => [
    ...(key === name ? [value] : []),
    ...findEveryUnder(value, name),
  ])
}

/** Every object below a node that has the given field. */
export function findNodesWith(node: unknown, name: string): Named[] {
  if (typeof node !== 'object' || node === null) return []
  const below = Object.values(node).flatMap((value) => findNodesWith(value, name))
  return name in node ? [{ ...node }, ...below] : below
}

/** Named examples of the 200 response of an operation. */
export const listResponseExamples = (document: Document, id: string): ReadonlyMap<string, unknown> =>
  listExamples(document, listOperations(document).get(id)?.responses['200'])

/** Named examples of the body of an operation. */
export const listBodyExamples = (document: Document, id: string): ReadonlyMap<string, unknown> =>
  listExamples(document, listOperations(document).get(id)?.requestBody)

/** The parameter sets that the examples of a query make, by the name of the example. */
export function listQueryExamples(document: Document, id: string): ReadonlyMap<string, object> {
  const parameters = listOperations(document).get(id)?.parameters ?? []
  const names = new Set(parameters.flatMap(({ examples = {} }) => Object.keys(examples)))
  const createSet = (example: string) =>
    parameters.flatMap(({ name, examples }) => (examples?.[example] ? [[name, examples[example].value]] : []))
  return new Map([...names].map((example) => [example, Object.fromEntries(createSet(example))]))
}

function listExamples({ components }: Document, message: Message | undefined): ReadonlyMap<string, unknown> {
  const entries = Object.entries(message?.content['application/json'].examples ?? {})
  const getValue = ({ $ref, value }: Example) =>
    $ref ? components.examples[$ref.split('/').at(-1) ?? '']?.value : value
  return new Map(entries.map(([name, example]) => [name, getValue(example)]))
}
