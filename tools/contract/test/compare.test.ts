import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { compareViews } from '../compare.ts'
import type { Json } from '../documents.ts'
import { base, compareDocuments, patchSchema, applyPatch, listChanges } from './base.ts'
import { listMutations } from './mutations.ts'

const patchSend = (patch: Json): Json => ({ paths: { '/send': { post: patch } } })
const createContent = (schema: Json): Json => ({ 'application/json': { schema } })
const createBody = (schema: Json) => ({ requestBody: { content: createContent(schema) } })
const readView = (view: string): Json =>
  JSON.parse(readFileSync(new URL(`../../../packages/types/openapi/${view}.json`, import.meta.url), 'utf8'))

describe('the comparison', () => {
  test.each([
    ['a keyword without a rule', { callbacks: {} }],
    ['a list that becomes a text', { 'x-limit': 'none' }],
    ['alternatives that become a text', createBody({ anyOf: 'none', description: 'Another.' })],
    ['required names that become a text', createBody({ required: 'none', description: 'Another.' })],
  ])('%s does not hide beside another change', (_, patch) => {
    const was = applyPatch(base, patchSend(createBody({ $ref: null, anyOf: [], required: [] })))
    expect(listChanges(was, applyPatch(was, patchSend({ ...patch, summary: 'Another.' })))).toContainEqual([
      'keyword unknown',
      'breaking',
    ])
  })

  test('both entries of a repeated name are compared', () => {
    const createCodes = (...meanings: string[]): Json =>
      applyPatch(base, { 'x-codes': { v2: { codes: meanings.map((meaning) => ({ code: '1', meaning })) } } })
    expect(listChanges(createCodes('Wrong', 'Late'), createCodes('Early', 'Late'))).toEqual([
      ['meaning changed', 'breaking'],
    ])
    expect(listChanges(createCodes('Late'), createCodes('Late', 'Late'))).toEqual([['code added', 'compatible']])
  })

  test('paths that become a string are reported next to another change', () => {
    const none: Json = { paths: {}, info: { title: 'Things' } }
    expect(listChanges(none, { paths: 'none', info: { title: 'All things' } })).toContainEqual([
      'keyword unknown',
      'breaking',
    ])
  })

  test('a path without calls is reported next to another change', () => {
    const createEmptyDocument = (servers: Json): Json => ({ paths: { '/none': { servers } } })
    const was = applyPatch(base, createEmptyDocument([]))
    expect(
      listChanges(
        was,
        applyPatch(applyPatch(was, createEmptyDocument([{ url: '/' }])), patchSend({ summary: 'Another.' })),
      ),
    ).toHaveLength(2)
  })

  test.each([
    ['is sent', 'compatible', (schema: Json) => patchSend(createBody(schema))],
    ['is read', 'breaking', (schema: Json) => patchSend({ responses: { 200: { content: createContent(schema) } } })],
  ] as const)('a looser schema without a name that %s is %s', (_, expected, place) => {
    const patchLimit = (maximum: number) => applyPatch(base, place({ $ref: null, type: 'integer', maximum }))
    expect(listChanges(patchLimit(1), patchLimit(2))).toEqual([['limit loosened', expected]])
  })

  test('a list with null is as closed as it is without', () => {
    const createKnownValues = (...values: string[]): Json => ({
      properties: {
        state: { enum: null, type: null, anyOf: [{ type: 'string', enum: values }, { type: 'null' }] },
      },
    })
    const was = patchSchema('Seen', createKnownValues('on', 'off'))
    const is = patchSchema('Seen', createKnownValues('on', 'off', 'idle'))
    expect(listChanges(was, is)).toEqual([['value added', 'breaking']])
    expect(listChanges(is, was)).toEqual([['value removed', 'compatible']])
  })

  test('a renamed schema is compared by its content', () => {
    const renameSchema = (schema: Json) => ({
      components: {
        schemas: { Post: schema, Seen: { properties: { mail: { $ref: '#/components/schemas/Post' } } } },
      },
    })
    const same = { type: 'string', format: 'mail', 'x-personal': true }
    expect(listChanges(base, applyPatch(base, renameSchema(same)))).toEqual([
      ['type added', 'compatible'],
      ['reference changed', 'compatible'],
    ])
    expect(listChanges(base, applyPatch(base, renameSchema({ ...same, format: 'post' })))).toContainEqual([
      'rule changed',
      'breaking',
    ])
  })

  test('recursive schemas are compared once', () => {
    const createTree = (name: string): Json => ({
      type: 'object',
      properties: { next: { $ref: `#/components/schemas/${name}` } },
    })
    const both = applyPatch(base, {
      components: { schemas: { One: createTree('One'), Two: createTree('Two') } },
    })
    const createRoot = (name: string): Json =>
      applyPatch(both, {
        components: { schemas: { Seen: { properties: { mail: { $ref: `#/components/schemas/${name}` } } } } },
      })
    expect(listChanges(createRoot('One'), createRoot('Two')).map(([kind]) => kind)).toEqual([
      'reference changed',
      'reference changed',
    ])
  })

  test('circular references are reported as a change', () => {
    const circle = { One: { $ref: '#/components/schemas/Two' }, Two: { $ref: '#/components/schemas/One' } }
    const mail = { properties: { mail: { $ref: '#/components/schemas/One' } } }
    const is = applyPatch(base, { components: { schemas: { ...circle, Seen: mail } } })
    for (const [was, now] of [
      [base, is],
      [is, base],
    ] as const)
      expect(listChanges(was, now)).toContainEqual(['reference changed', 'compatible'])
    const itself = patchSchema('Mail', { $ref: '#/components/schemas/Mail' })
    expect(listChanges(base, itself)).toContainEqual(['reference changed', 'compatible'])
  })
})

describe('a sentence', () => {
  test('says what changed and who is affected', () => {
    const patch = {
      paths: {
        '/list': {
          get: {
            parameters: [{ name: 'ids', in: 'query', required: true, schema: { type: 'array', maxItems: 50 } }],
          },
        },
      },
    }
    expect(compareDocuments(base, applyPatch(base, patch)).map(({ sentence }) => sentence)).toEqual([
      'The parameter `ids` of list has a tighter `maxItems`, `50` instead of `100`: values that were accepted will be rejected.',
      'The parameter `page` of list was removed: callers that send it will be rejected.',
    ])
  })

  test('names all that a call sends after the call, and records after their type', () => {
    const sentences = ['Sent', 'Seen'].map(
      (name) => compareDocuments(base, patchSchema(name, { required: ['id'] }))[0]?.sentence,
    )
    expect(sentences).toEqual([
      'The body field `coin` of send is no longer required: callers may leave it out.',
      'The field `coin` of `Seen` is no longer required: readers that rely on it may not get it.',
    ])
  })

  test('reports a change of several calls once', () => {
    const patch = {
      paths: { '/list': { get: { 'x-family': 'v1' } }, '/send': { post: { 'x-family': 'v1' } } },
    }
    expect(compareDocuments(base, applyPatch(base, patch)).map(({ kind }) => kind)).toEqual([
      'setting changed',
      'setting changed',
    ])
    const responses = { '4XX': null }
    const gone = {
      paths: { '/list': { get: { responses: responses } }, '/send': { post: { responses: responses } } },
    }
    expect(compareDocuments(base, applyPatch(base, gone)).map(({ sentence }) => sentence)).toEqual([
      'The response 4XX of list and send was removed: code that reads it no longer compiles.',
    ])
  })

  test('reports a change of both views once', () => {
    const is = patchSchema('Seen', { required: ['id'] })
    expect(
      compareViews([
        { was: base, is },
        { was: base, is },
      ]),
    ).toHaveLength(1)
  })
})

describe('the real contract', () => {
  test.each(['plain', 'wire'])('in its %s view is the same as itself', (view) => {
    expect(compareDocuments(readView(view), readView(view))).toEqual([])
  })

  // The long tests cover every location. A prime step covers every kind of location.
  test.each(['plain', 'wire'])('reports a change at any location of its %s view', (view) => {
    const document = readView(view)
    const mutations = [...listMutations(document)].filter((_, index) => index % 197 === 0)
    const missedMutations = mutations.filter((mutation) => compareDocuments(document, mutation.document).length === 0)
    expect(missedMutations.map(({ what }) => what)).toEqual([])
    expect(mutations.length).toBeGreaterThan(40)
  })
})
