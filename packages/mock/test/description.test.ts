import { readFileSync } from 'node:fs'

import { readQuery } from '@custody-wallet/server/core'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { findBuiltInFile, type Node, toNode } from '../src/description/description.ts'
import { createMock } from '../src/index.ts'
import { account, mockOperations, origin } from './support.ts'

const own = readFileSync(findBuiltInFile(), 'utf8')

/** Returns the contract with a replaced text. */
const changeDescription = (change: (paths: Node) => Node): string => {
  const document: Node = JSON.parse(own)
  return JSON.stringify({ ...document, paths: change(toNode(document['paths'])) })
}

const another: Node = {
  get: {
    operationId: 'listThings',
    parameters: [
      { name: 'size', in: 'query', required: true, schema: { type: 'integer', format: 'own-format' } },
      { name: 'flag', in: 'query', schema: { type: 'boolean' } },
    ],
    responses: {
      200: {
        description: 'Things.',
        content: { 'application/json': { schema: { type: 'object' }, example: { many: 3 } } },
      },
    },
  },
  post: {
    operationId: 'addThing',
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { name: { type: 'string', format: 'own-format' } },
            required: ['name'],
          },
          examples: { done: { value: { name: "it's" } } },
        },
      },
    },
    responses: {
      200: {
        description: 'Done.',
        content: { 'application/json': { examples: { done: { value: { done: true } } } } },
      },
    },
  },
}

describe('another description', () => {
  const mock = createMock({
    description: changeDescription((paths) => ({ ...paths, '/api/v9/things': another })),
  })
  const ask = async (path: string, init?: RequestInit) => mock.fetch(new Request(`${origin}${path}`, init))
  const json = { method: 'POST', headers: { 'content-type': 'application/json' } }

  test('determines the responses', async () => {
    expect(await (await ask('/api/v9/things?size=3')).json()).toEqual({ many: 3 })
    expect((await ask(account)).status).toBe(200)
    expect(await (await ask('/api/v9/things', { ...json, body: '{"name":"a"}' })).json()).toEqual({
      done: true,
    })
  })

  test.each([
    ['without a parameter', '/api/v9/things', /size/],
    ['with one of another type', '/api/v9/things?size=big', /size/],
    ['with one that is misspelt', '/api/v9/things?size=1&flga=true', /flga is not a parameter/],
  ])('checks the parameters of its own calls: %s', async (_what, path, detail) => {
    const response = await ask(path)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ detail: expect.stringMatching(detail) })
  })

  test('checks the bodies of its own calls', async () => {
    const response = await ask('/api/v9/things', { ...json, body: '{"nam":"a"}' })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      detail: "the body must have required property 'name'; the body must NOT have additional properties; found 'nam'.",
    })
  })

  test('accepts repeated lists of its own calls', async () => {
    const tags = { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } }
    const things = { get: { ...toNode(another['get']), parameters: [tags] } }
    const { fetch } = createMock({ description: changeDescription(() => ({ '/things': things })) })
    const getQueryStatus = async (query: string) => (await fetch(new Request(`${origin}/things${query}`))).status
    expect([await getQueryStatus('?tags=a&tags=b'), await getQueryStatus('?tag=a')]).toEqual([200, 422])
  })

  test('is listed with correctly quoted shell commands', async () => {
    const { operations }: { readonly operations: readonly { id: string; examples: readonly { curl: string }[] }[] } =
      await (await ask('/_mock')).json()
    const curl = operations.find(({ id }) => id === 'addThing')?.examples[0]?.curl
    expect(curl).toBe(String.raw`curl --json '{"name":"it\u0027s"}' '${origin}/api/v9/things'`)
  })

  test('can have special characters in its paths', async () => {
    const oddMock = createMock({
      description: changeDescription(() => ({ '/a+b/(c)/{id}': { get: another['get'] } })),
    })
    const getStatus = async (path: string) => (await oddMock.fetch(new Request(`${origin}${path}?size=3`))).status
    expect([await getStatus('/a+b/(c)/7'), await getStatus('/aab/c/7')]).toEqual([200, 404])
  })

  test('has generated responses', async () => {
    expect((await ask(account, { headers: { prefer: 'dynamic=true' } })).status).toBe(200)
  })
})

test('the contract itself, given as text, is checked by the generated validators', async () => {
  const response = await createMock({ description: own }).fetch(
    new Request(`${origin}/api/v2/billing/withdrawList?ids=`),
  )
  expect(await response.json()).toMatchObject({
    detail: 'ids/0 must not be empty; ids/0 must match ^[^,]+$.',
  })
})

describe('a description is rejected', () => {
  test.each([
    ['that is not JSON', 'openapi: 3.1.1', /Convert a description in YAML to JSON first/],
    ['that is not OpenAPI', '{"swagger":"2.0","paths":{}}', /not an OpenAPI 3 description/],
    ['without paths', '{"openapi":"3.1.1"}', /not an OpenAPI 3 description/],
    ['that is the wire view', '{"openapi":"3.1.1","paths":{},"x-view":"wire"}', /Use the plain view/],
  ])('%s', (_what, description, sentence) => {
    expect(() => createMock({ description })).toThrow(sentence)
  })
})

test('any text of a query is returned as it was encoded', () => {
  const operation = mockOperations.find(({ id }) => id === 'findUser') ?? mockOperations[0]
  const loadDescription = (search: string) =>
    operation ? readQuery(operation, search) : { parameters: {}, violations: [] }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, raw) => {
      expect(loadDescription(`?email=${encodeURIComponent(text)}`).parameters).toEqual({ email: text })
      expect(loadDescription(`?${raw}`).violations.length).toBeGreaterThanOrEqual(0)
    }),
  )
})
