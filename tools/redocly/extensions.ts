// Types of our extensions. Redocly resolves references and validates examples only inside typed extensions.
// spec/EXTENSIONS.md explains the extensions.
import { families, repetitions } from './document.ts'
import type { NamedType, NodeType, NodeTypes } from './model.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const whole = { type: 'integer' } as const
const createEnum = (...values: string[]) => ({ enum: values })
const createListType = (items: string): NodeType => ({ properties: {}, items })

const origin = createEnum('interface', 'documented', 'open')

/** Our node types, by name. */
const extensionTypes: NodeTypes = {
  Batch: {
    properties: {
      parameter: text,
      maximum: whole,
      separator: createEnum(','),
      record: text,
      caps: createEnum('ids', 'records'),
    },
    required: ['parameter', 'maximum', 'separator', 'caps'],
  },
  Cursor: {
    properties: { parameter: text, record: text, page: whole },
    required: ['parameter', 'record', 'page'],
  },
  Retry: {
    properties: { idempotent: { type: 'array', items: text } },
    required: ['idempotent'],
  },
  LimitList: createListType('Limit'),
  Limit: {
    properties: { rule: text, value: whole, unit: text, source: origin },
    required: ['rule', 'value', 'unit', 'source'],
  },
  OpenPointList: createListType('OpenPoint'),
  OpenPoint: {
    properties: {
      id: text,
      what: text,
      assumed: (value) => (typeof value === 'string' ? text : 'AssumedByProfile'),
      source: createEnum('seen', 'documented', 'guess', 'ours', 'open'),
      setting: text,
      other: text,
    },
    required: ['id', 'what', 'source'],
  },
  AssumedByProfile: { properties: { modern: text, classic: text }, required: ['modern', 'classic'] },
  KnownValueList: createListType('KnownValue'),
  KnownValue: {
    properties: {
      value: (value) => (typeof value === 'string' ? text : whole),
      meaning: text,
      final: flag,
      source: origin,
      advice: text,
    },
    required: ['value', 'meaning', 'source'],
  },
  CodeTables: {
    properties: Object.fromEntries(families.map((family) => [family, 'CodeTable'])),
    required: families,
  },
  CodeTable: {
    properties: { includes: createEnum(...families), codes: 'CodeList' },
    required: ['codes'],
  },
  CodeList: createListType('Code'),
  Code: {
    properties: {
      code: (value) => (typeof value === 'string' ? text : whole),
      meaning: text,
      source: origin,
      cause: text,
      remedy: text,
      repeat: createEnum(...repetitions),
    },
    required: ['code', 'meaning', 'source'],
  },
}

// Redocly's rule `no-invalid-media-type-examples` looks only inside nodes of the type RequestBody, Response or Parameter.
const envelope: NamedType = {
  name: 'RequestBody',
  properties: {
    request: 'MediaType',
    response: (value) => (typeof value === 'string' ? createEnum('none') : 'MediaType'),
    links: 'LinksMap',
  },
  required: ['request'],
}

const openPoints = { 'x-open-point': 'OpenPointList' }

/** Our fields of OpenAPI's node types. */
const extendedTypes: Record<string, NodeType['properties']> = {
  Root: { ...openPoints, 'x-codes': 'CodeTables', 'x-view': createEnum('wire', 'plain') },
  Operation: {
    ...openPoints,
    'x-family': createEnum(...families),
    'x-resource': text,
    'x-envelope': envelope,
    'x-batch': 'Batch',
    'x-cursor': 'Cursor',
    'x-limit': 'LimitList',
    'x-retry': (value) => (typeof value === 'string' ? createEnum('safe', 'never') : 'Retry'),
  },
  Parameter: { ...openPoints, 'x-filled': flag },
  Response: openPoints,
  SecurityScheme: openPoints,
  Schema: {
    ...openPoints,
    'x-enum-varnames': { type: 'array', items: text },
    'x-filled': flag,
    'x-format': text,
    'x-wire-number': flag,
    'x-personal': flag,
    'x-known-values': 'KnownValueList',
  },
}

/** Extensions that a node of a type may have. */
export const listExtensions = (type: string): readonly string[] => Object.keys(extendedTypes[type] ?? {})

/** Types of the nodes that may have an extension. */
export const listNodeTypes = (extension: string): readonly string[] =>
  Object.keys(extendedTypes).filter((type) => listExtensions(type).includes(extension))

/** Names of all our extensions. */
export const extensionNames: readonly string[] = [
  ...new Set(Object.keys(extendedTypes).flatMap((type) => listExtensions(type))),
]

/** Adds our extensions to the node types that Redocly knows. */
export function extendTypes(types: NodeTypes): NodeTypes {
  const extended = Object.entries(extendedTypes).map(([name, properties]) => {
    const type = types[name] ?? { properties: {} }
    return [name, { ...type, properties: { ...type.properties, ...properties } }] as const
  })
  return { ...types, ...extensionTypes, ...Object.fromEntries(extended) }
}
