// The part of an OpenAPI 3.1 document that our description uses, with our extensions.

export type Family = 'token' | 'v2' | 'mpc' | 'v1'
/** Families in the order in which tables list them. */
export const families: readonly Family[] = ['token', 'v2', 'mpc', 'v1']

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

export interface Reference {
  readonly $ref: string
}

export interface OpenPoint {
  readonly id: string
  readonly what: string
  readonly assumed?: string | { readonly modern: string; readonly classic: string }
  readonly source: 'seen' | 'documented' | 'guess' | 'ours' | 'open'
  /** Path of the field of a profile that changes it; `none` if no field does yet. */
  readonly setting?: string
  /** Another value of that field, as TypeScript. */
  readonly other?: string
}

export interface KnownValue {
  readonly value: number | string
  readonly meaning: string
  readonly final?: boolean
  readonly source: 'interface' | 'documented' | 'open'
  /** What a merchant does with a record in this state. */
  readonly advice?: string
}

export interface Schema {
  readonly $ref?: string
  readonly title?: string
  readonly description?: string
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array'
  readonly format?: string
  readonly pattern?: string
  readonly const?: Json
  readonly enum?: readonly Json[]
  readonly not?: Schema
  readonly anyOf?: readonly Schema[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly examples?: readonly Json[]
  readonly 'x-enum-varnames'?: readonly string[]
  readonly contentMediaType?: string
  readonly contentSchema?: Schema
  readonly 'x-filled'?: boolean
  readonly 'x-format'?: string
  readonly 'x-wire-number'?: boolean
  readonly 'x-personal'?: boolean
  readonly 'x-known-values'?: readonly KnownValue[]
  readonly 'x-open-point'?: readonly OpenPoint[]
}

export interface Example {
  readonly summary?: string
  readonly value: Json
}
export type Examples = Readonly<Record<string, Example | Reference>>

export interface MediaType {
  readonly schema: Schema
  readonly examples?: Examples
}
type Content = Readonly<Record<string, MediaType>>

export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'header' | 'path'
  readonly required?: boolean
  readonly description?: string
  readonly style?: 'form'
  readonly explode?: boolean
  readonly schema: Schema
  readonly example?: Json
  readonly examples?: Examples
  readonly 'x-filled'?: boolean
  readonly 'x-open-point'?: readonly OpenPoint[]
}

export interface Response {
  readonly description: string
  readonly content?: Content
  readonly links?: Links
}

/** Calls that use values of a response, by the name of the link. */
type Links = Readonly<Record<string, Link>>

interface Link {
  readonly operationId: string
  readonly description: string
  readonly parameters?: Readonly<Record<string, Json>>
}

export interface Envelope {
  readonly request: MediaType
  readonly response?: MediaType | 'none'
  readonly links?: Links
}
interface Batch {
  readonly parameter: string
  readonly maximum: number
  readonly separator: ','
  readonly record?: string
  readonly caps: 'ids' | 'records'
}
interface Cursor {
  readonly parameter: string
  readonly record: string
  readonly page: number
}
export interface Limit {
  readonly rule: string
  readonly value: number
  readonly unit: string
  readonly source: string
}
type Retry = 'safe' | 'never' | { readonly idempotent: readonly string[] }

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Response | Reference>>
  readonly 'x-family': Family
  readonly 'x-resource'?: string
  readonly 'x-envelope'?: Envelope
  readonly 'x-parameters'?: Schema
  readonly 'x-batch'?: Batch
  readonly 'x-cursor'?: Cursor
  readonly 'x-limit'?: readonly Limit[]
  readonly 'x-retry'?: Retry
  readonly 'x-open-point'?: readonly OpenPoint[]
}

export type Method = 'get' | 'post'
export const methods: readonly Method[] = ['get', 'post']

export interface Server {
  readonly url: string
  readonly description?: string
}
export interface PathItem {
  readonly servers?: readonly Server[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly get?: Operation
  readonly post?: Operation
}

export interface CodeTable {
  readonly includes?: Family
  readonly codes: readonly Code[]
}

/** A known code of a response. Each failure code has a cause, a remedy and a retry rule. */
export interface Code {
  readonly code: number | string
  readonly meaning: string
  readonly source: string
  readonly cause?: string
  readonly remedy?: string
  readonly repeat?: (typeof repetitions)[number]
}

/** When a rejected call may be repeated: later, once its cause is corrected, or never. */
export const repetitions = ['later', 'corrected', 'never'] as const

type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>> & {
  readonly schemas: Readonly<Record<string, Schema>>
}

/** A bundled description: the contract itself, or one of its two views. */
export interface Document {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers?: readonly Server[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: Components
  readonly 'x-view'?: 'wire' | 'plain'
  readonly 'x-codes'?: Readonly<Record<Family, CodeTable>>
  readonly 'x-open-point'?: readonly OpenPoint[]
}

/** Every operation of a document with its location, in the order of the document. */
export function listOperations(document: Document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ path, method, item, operation }] : []
    }),
  )
}

/** Object branches of a schema: its alternatives, or itself. */
export const listBranches = (schema: Schema): readonly Schema[] => schema.anyOf ?? [schema]

/** Follows references within a bundled document. Returns any other node as it is. */
export function createResolver(document: Document) {
  return function resolve<T extends object>(node: T | Reference): T {
    if (!isReference(node)) return node
    const [, , kind = '', name = ''] = node.$ref.split('/')
    const target = document.components[kind]?.[name]
    if (target === undefined) throw new TypeError(`${node.$ref} does not exist in the document. Check its spelling.`)
    // Redocly's rule `struct` checks that a component has the type that its uses expect.
    return resolve(target as T)
  }
}

/** Whether a node is a reference. */
export const isReference = (node: unknown): node is Reference =>
  typeof node === 'object' && node !== null && '$ref' in node && typeof node.$ref === 'string'

/** Name of the component that a reference leads to. */
export const getReferenceName = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)
