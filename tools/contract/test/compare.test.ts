import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { compareViews } from '../compare.ts'
import type { Json } from '../documents.ts'
import { base, between, inSchema, patched, shown } from './base.ts'
import { mutationsOf } from './mutations.ts'

const send = (patch: Json): Json => ({ paths: { '/send': { post: patch } } })
const inline = (schema: Json): Json => ({ 'application/json': { schema } })
const body = (schema: Json) => ({ requestBody: { content: inline(schema) } })
const viewOf = (view: string): Json =>
  JSON.parse(readFileSync(new URL(`../../../packages/types/openapi/${view}.json`, import.meta.url), 'utf8'))

describe('the comparison', () => {
  test.each([
    ['a keyword without a rule', { callbacks: {} }],
    ['a list that becomes a text', { 'x-limit': 'none' }],
    ['alternatives that become a text', body({ anyOf: 'none', description: 'Another.' })],
    ['required names that become a text', body({ required: 'none', description: 'Another.' })],
  ])('%s does not hide beside another change', (_, patch) => {
    const was = patched(base, send(body({ $ref: null, anyOf: [], required: [] })))
    expect(shown(was, patched(was, send({ ...patch, summary: 'Another.' })))).toContainEqual([
      'keyword unknown',
      'breaking',
    ])
  })

  test('an entry that repeats a name does not hide behind the other', () => {
    const codes = (...meanings: string[]): Json =>
      patched(base, { 'x-codes': { v2: { codes: meanings.map((meaning) => ({ code: '1', meaning })) } } })
    expect(shown(codes('Wrong', 'Late'), codes('Early', 'Late'))).toEqual([['meaning changed', 'breaking']])
    expect(shown(codes('Late'), codes('Late', 'Late'))).toEqual([['code added', 'compatible']])
  })

  test('paths that become a text do not hide beside another change', () => {
    const none: Json = { paths: {}, info: { title: 'Things' } }
    expect(shown(none, { paths: 'none', info: { title: 'All things' } })).toContainEqual([
      'keyword unknown',
      'breaking',
    ])
  })

  test('a path without calls does not hide beside another change', () => {
    const empty = (servers: Json): Json => ({ paths: { '/none': { servers } } })
    const was = patched(base, empty([]))
    expect(
      shown(was, patched(patched(was, empty([{ url: '/' }])), send({ summary: 'Another.' }))),
    ).toHaveLength(2)
  })

  test.each([
    ['is sent', 'compatible', (schema: Json) => send(body(schema))],
    ['is read', 'breaking', (schema: Json) => send({ responses: { 200: { content: inline(schema) } } })],
  ] as const)('a looser schema without a name that %s is %s', (_, expected, place) => {
    const limited = (maximum: number) => patched(base, place({ $ref: null, type: 'integer', maximum }))
    expect(shown(limited(1), limited(2))).toEqual([['limit loosened', expected]])
  })

  test('a list beside null is as closed as it is alone', () => {
    const listed = (...values: string[]): Json => ({
      properties: {
        state: { enum: null, type: null, anyOf: [{ type: 'string', enum: values }, { type: 'null' }] },
      },
    })
    const was = inSchema('Seen', listed('on', 'off'))
    const is = inSchema('Seen', listed('on', 'off', 'idle'))
    expect(shown(was, is)).toEqual([['value added', 'breaking']])
    expect(shown(is, was)).toEqual([['value removed', 'compatible']])
  })

  test('a schema under another name is compared by what it holds', () => {
    const renamed = (schema: Json) => ({
      components: {
        schemas: { Post: schema, Seen: { properties: { mail: { $ref: '#/components/schemas/Post' } } } },
      },
    })
    const same = { type: 'string', format: 'mail', 'x-personal': true }
    expect(shown(base, patched(base, renamed(same)))).toEqual([
      ['type added', 'compatible'],
      ['reference changed', 'compatible'],
    ])
    expect(shown(base, patched(base, renamed({ ...same, format: 'post' })))).toContainEqual([
      'rule changed',
      'breaking',
    ])
  })

  test('schemas that hold themselves are compared once', () => {
    const tree = (name: string): Json => ({
      type: 'object',
      properties: { next: { $ref: `#/components/schemas/${name}` } },
    })
    const both = patched(base, { components: { schemas: { One: tree('One'), Two: tree('Two') } } })
    const root = (name: string): Json =>
      patched(both, {
        components: { schemas: { Seen: { properties: { mail: { $ref: `#/components/schemas/${name}` } } } } },
      })
    expect(shown(root('One'), root('Two')).map(([kind]) => kind)).toEqual([
      'reference changed',
      'reference changed',
    ])
  })

  test('references that lead to each other alone are a change like any other', () => {
    const circle = { One: { $ref: '#/components/schemas/Two' }, Two: { $ref: '#/components/schemas/One' } }
    const mail = { properties: { mail: { $ref: '#/components/schemas/One' } } }
    const is = patched(base, { components: { schemas: { ...circle, Seen: mail } } })
    for (const [was, now] of [
      [base, is],
      [is, base],
    ] as const)
      expect(shown(was, now)).toContainEqual(['reference changed', 'compatible'])
    const itself = inSchema('Mail', { $ref: '#/components/schemas/Mail' })
    expect(shown(base, itself)).toContainEqual(['reference changed', 'compatible'])
  })
})

describe('a sentence', () => {
  test('says what changed, and what that means to whom', () => {
    const patch = {
      paths: {
        '/list': {
          get: {
            parameters: [
              { name: 'ids', in: 'query', required: true, schema: { type: 'array', maxItems: 50 } },
            ],
          },
        },
      },
    }
    expect(between(base, patched(base, patch)).map(({ sentence }) => sentence)).toEqual([
      'The parameter `ids` of list has a tighter `maxItems`, `50` instead of `100`: values that were accepted will be refused.',
      'The parameter `page` of list is gone: callers that send it will be refused.',
    ])
  })

  test('names all that a call sends after the call, and records after their type', () => {
    const sentences = ['Sent', 'Seen'].map(
      (name) => between(base, inSchema(name, { required: ['id'] }))[0]?.sentence,
    )
    expect(sentences).toEqual([
      'The body member `coin` of send is no longer required: callers may leave it out.',
      'The member `coin` of `Seen` is no longer required: readers that rely on it miss it.',
    ])
  })

  test('tells what happens to several calls once', () => {
    const patch = {
      paths: { '/list': { get: { 'x-family': 'v1' } }, '/send': { post: { 'x-family': 'v1' } } },
    }
    expect(between(base, patched(base, patch)).map(({ kind }) => kind)).toEqual([
      'setting changed',
      'setting changed',
    ])
    const answers = { '4XX': null }
    const gone = {
      paths: { '/list': { get: { responses: answers } }, '/send': { post: { responses: answers } } },
    }
    expect(between(base, patched(base, gone)).map(({ sentence }) => sentence)).toEqual([
      'The answer 4XX of list and send is gone: code that reads it no longer compiles.',
    ])
  })

  test('tells once what both views show', () => {
    const is = inSchema('Seen', { required: ['id'] })
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
    expect(between(viewOf(view), viewOf(view))).toEqual([])
  })

  // Every place is tried among the long tests; a step that is prime meets every kind of place.
  test.each(['plain', 'wire'])('in its %s view shows a change in any place', (view) => {
    const document = viewOf(view)
    const tried = [...mutationsOf(document)].filter((_, index) => index % 197 === 0)
    const missed = tried.filter((mutation) => between(document, mutation.document).length === 0)
    expect(missed.map(({ what }) => what)).toEqual([])
    expect(tried.length).toBeGreaterThan(40)
  })
})
