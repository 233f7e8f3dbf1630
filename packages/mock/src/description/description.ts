// The plain description that a mock answers from: the one of the contract, or another of the same shape.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** A JSON object of a description. */
export type Node = Readonly<Record<string, unknown>>

/** A plain description as JSON, with what the mock has to know about it. */
export interface Description {
  readonly document: Node
  /** Whether it is the contract's own, which the generated validators belong to. */
  readonly own: boolean
}

const builtIn = '@custody-wallet/types/openapi/plain.json'

/** File of the description that comes with the contract. */
export const builtInFile = (): string => createRequire(import.meta.url).resolve(builtIn)

// As it was when this program started: the validators that go with it are of that moment too.
let builtInText: string | undefined
const ownText = (): string => (builtInText ??= readFileSync(builtInFile(), 'utf8'))

/** The description that comes with the contract. */
export const ownDescription = (): Description => readDescription(ownText(), builtIn)

/** Reads a description. `TypeError`s say what to do about one that a mock cannot answer from. */
export function readDescription(text: string, name: string): Description {
  const document = jsonOf(text, name)
  if (!isNode(document) || !String(document['openapi']).startsWith('3.') || !isNode(document['paths']))
    throw new TypeError(`${name} is no OpenAPI 3 description in JSON.`)
  if (document['x-view'] === 'wire')
    throw new TypeError(`${name} is the wire view, whose answers are sealed text: give the plain view.`)
  return { document, own: text === ownText() }
}

function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message repeats a piece of the text.
    throw new TypeError(`${name} is no JSON. A description in YAML has to be bundled as JSON first.`)
  }
}

/** Tells whether a value is a JSON object. */
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object that a value is, or an empty one. */
export const nodeOf = (value: unknown): Node => (isNode(value) ? value : {})

/** Follows references inside a document until something else stands there. */
export function resolved(document: Node, value: unknown): Node {
  let node = nodeOf(value)
  // A description may refer to itself; nothing that is meant goes deeper.
  for (let depth = 0; typeof node['$ref'] === 'string' && depth < 32; depth += 1)
    node = nodeOf(at(document, node['$ref']))
  return node
}

const at = (document: Node, pointer: string): unknown =>
  pointer
    .replace(/^#\//, '')
    .split('/')
    .map((piece) => piece.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((place, piece) => nodeOf(place)[piece], document)
