import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { isObject } from '@custody-wallet/types/validate'

/** A JSON object. */
export type Node = Readonly<Record<string, unknown>>

/** A plain description as JSON. */
export interface Description {
  readonly document: Node
  /** Whether it is the contract's own description, which has generated validators. */
  readonly isBuiltIn: boolean
}

const builtIn = '@custody-wallet/types/openapi/plain.json'

/** Finds the file of the contract's description. */
export const findBuiltInFile = (): string => createRequire(import.meta.url).resolve(builtIn)

// Read once, because the generated validators fit only this version.
let builtInText: string | undefined
const readBuiltInText = (): string => (builtInText ??= readFileSync(findBuiltInFile(), 'utf8'))

/** Reads the contract's description. */
export const readBuiltInDescription = (): Description => readDescription(readBuiltInText(), builtIn)

/** Reads a description. Throws a `TypeError` if the mock cannot use it. */
export function readDescription(text: string, name: string): Description {
  const document = parseJson(text, name)
  if (!isObject(document) || !String(document['openapi']).startsWith('3.') || !isObject(document['paths']))
    throw new TypeError(`${name} is not an OpenAPI 3 description. Use the plain view as JSON.`)
  if (document['x-view'] === 'wire')
    throw new TypeError(`${name} is the wire view, whose responses are encrypted. Use the plain view.`)
  return { document, isBuiltIn: text === readBuiltInText() }
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's message would repeat a part of the text.
    throw new TypeError(`${name} is not JSON. Convert a description in YAML to JSON first.`)
  }
}

/** Returns the value if it is a JSON object, otherwise an empty object. */
export const toNode = (value: unknown): Node => (isObject(value) ? value : {})

/** Returns the value if it is a list, otherwise an empty list. */
export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Lists the JSON objects in a list. Any other value has none. */
export const listNodes = (value: unknown): readonly Node[] => toList(value).filter(isObject)

/** Follows references inside a document. */
export function resolveReference(document: Node, value: unknown): Node {
  let node = toNode(value)
  // A limit, because a description may refer to itself.
  for (let depth = 0; typeof node['$ref'] === 'string' && depth < 32; depth += 1)
    node = toNode(readPointer(document, node['$ref']))
  return node
}

const readPointer = (document: Node, pointer: string): unknown =>
  pointer
    .replace(/^#\//, '')
    .split('/')
    .map((piece) => piece.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, piece) => toNode(node)[piece], document)
