// A small contract, and changes to it as merge patches: a field that is null goes, a list is replaced as a whole.
import type { Change } from '../changes.ts'
import { compareViews } from '../compare.ts'
import { isRecord, type Json } from '../documents.ts'

/** A schema with one field for each keyword that a change can touch. */
const shape: Json = {
  type: 'object',
  required: ['id', 'coin'],
  additionalProperties: false,
  description: 'Everything at once.',
  properties: {
    id: { type: 'integer', minimum: 1, maximum: 100 },
    coin: {
      type: 'string',
      format: 'symbol',
      pattern: '^[A-Z]+$',
      minLength: 2,
      maxLength: 10,
      description: 'Coin.',
    },
    state: { type: 'string', enum: ['on', 'off'] },
    status: {
      anyOf: [{ type: 'integer', enum: [1, 2] }, { type: 'integer' }],
      'x-known-values': [
        { value: 1, meaning: 'Under way', final: false, source: 'interface' },
        { value: 2, meaning: 'Done', final: true, source: 'interface' },
      ],
    },
    speed: { type: 'string', default: 'slow' },
    list: { type: 'array', items: { type: 'string', maxLength: 5 }, minItems: 1, maxItems: 9 },
    way: {
      anyOf: [
        { title: 'By mail', type: 'object', properties: { mail: { type: 'string' } } },
        { title: 'By phone', type: 'object', properties: { phone: { type: 'string' } } },
      ],
    },
    mail: { $ref: '#/components/schemas/Mail' },
    anything: { description: 'Any value.' },
  },
  'x-open-point': [{ id: 'unit', what: 'Unit.', assumed: 'coins', source: 'guess', setting: 'units.one' }],
}

const createResponse = (schema: string): Json => ({
  200: {
    description: 'Fine.',
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
  },
  '4XX': { description: 'Refused.' },
})
const createBody = (schema: string): Json => ({
  required: true,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
})

const createCall = (id: string, more: { readonly [name: string]: Json }): { readonly [name: string]: Json } => ({
  operationId: id,
  summary: `Call ${id}`,
  tags: ['Things'],
  security: [],
  'x-family': 'v2',
  'x-resource': `things.${id}`,
  'x-retry': { idempotent: ['id'] },
  responses: createResponse('Seen'),
  ...more,
})

const servers: Json = [{ url: '{base}', variables: { base: { default: 'https://base.example' } } }]

/** `Sent` is only sent, `Seen` is only read, `Told` is part of a notification. */
export const base: Json = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '0.1.0', description: 'Of things.' },
  servers,
  tags: [{ name: 'Things', description: 'All things.' }],
  paths: {
    '/list': {
      servers,
      get: createCall('list', {
        parameters: [
          { name: 'ids', in: 'query', required: true, schema: { type: 'array', maxItems: 100 } },
          { name: 'page', in: 'query', schema: { type: 'integer' } },
        ],
        'x-retry': 'safe',
        'x-batch': { parameter: 'ids', maximum: 100, separator: ',', caps: 'ids' },
        'x-cursor': { parameter: 'page', record: 'id', page: 20 },
        'x-limit': [{ rule: 'batch', value: 100, unit: 'ids', source: 'interface' }],
      }),
    },
    '/send': { post: createCall('send', { requestBody: createBody('Sent'), 'x-limit': [] }) },
    '/tell': {
      post: createCall('notify', {
        'x-resource': 'notifications.things',
        requestBody: createBody('Told'),
        responses: createResponse('Heard'),
      }),
    },
  },
  components: {
    schemas: {
      Sent: shape,
      Seen: shape,
      Told: shape,
      Heard: shape,
      Mail: { type: 'string', format: 'mail', 'x-personal': true },
    },
    securitySchemes: { Key: { type: 'apiKey', in: 'header', name: 'Key' } },
    examples: { one: { summary: 'One', value: { id: 1 } } },
  },
  'x-codes': {
    v2: { codes: [{ code: '1', meaning: 'Wrong', source: 'documented' }] },
    mpc: { codes: [{ code: '1', meaning: 'Wrong', source: 'documented' }] },
  },
  'x-view': 'plain',
}

/** The document after a merge patch. */
export function applyPatch(document: Json | undefined, patch: Json): Json {
  if (!isRecord(patch)) return patch
  const before = isRecord(document) ? document : {}
  const changes = Object.entries(patch).flatMap(([name, value]) =>
    value === null ? [] : [[name, applyPatch(before[name], value)] as const],
  )
  const others = Object.entries(before).filter(([name]) => !Object.hasOwn(patch, name))
  return Object.fromEntries([...others, ...changes])
}

export const compareDocuments = (was: Json, is: Json): readonly Change[] => compareViews([{ was, is }])

export const listChanges = (was: Json, is: Json) =>
  compareDocuments(was, is).map((change) => [change.kind, change.class])

/** The contract with a changed schema. */
export const patchSchema = (name: string, patch: Json): Json =>
  applyPatch(base, { components: { schemas: { [name]: patch } } })
