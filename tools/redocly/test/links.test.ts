// Links lead from a response to a call that uses its values.
import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { type Document, listOperations } from '../document.ts'

const readDocument = (name: string): Document =>
  JSON.parse(readFileSync(new URL(`../../../packages/types/openapi/${name}.json`, import.meta.url), 'utf8'))
const plain = readDocument('plain')

type Fields = Readonly<Record<string, unknown>>
const toFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})

const getNode = (root: unknown, names: readonly string[]): unknown =>
  names.reduce((value: unknown, name) => toFields(value)[name], root)

/** A value, or what its reference names. */
function followReference(value: unknown): Fields {
  const { $ref: reference } = toFields(value)
  return toFields(typeof reference === 'string' ? getNode(plain, reference.slice(2).split('/')) : value)
}

const operations = new Map(listOperations(plain).map(({ operation }) => [operation.operationId, operation]))

const links = [...operations.values()].flatMap((operation) => {
  const response = followReference(operation.responses['200'])
  const content = getNode(response, ['content', 'application/json', 'examples', 'typical'])
  return Object.entries(toFields(response['links'])).map(([name, link]) => ({
    name: `${operation.operationId} to ${name}`,
    example: followReference(content)['value'],
    link: toFields(link),
  }))
})

/** Parameters of a call, in its query or its body. */
function listNames(operationId: string): readonly string[] {
  const target = operations.get(operationId)
  const body = followReference(getNode(target?.requestBody, ['content', 'application/json', 'schema']))
  const branches: readonly unknown[] = Object.values(toFields(body['anyOf']))
  return [
    ...(target?.parameters ?? []).map((parameter) => String(followReference(parameter)['name'])),
    ...[body, ...branches].flatMap((schema) => Object.keys(toFields(followReference(schema)['properties']))),
  ]
}

test.each(links)('the link of $name leads from fields of the response to fields of the call', ({ example, link }) => {
  const given = toFields(link['parameters'])
  expect(listNames(String(link['operationId']))).toEqual(expect.arrayContaining(Object.keys(given)))
  const pointers = Object.values(given).flatMap((value) => /^\$response\.body#\/(.+)$/.exec(String(value))?.[1] ?? [])
  for (const pointer of pointers)
    expect([pointer, getNode(example, pointer.split('/'))]).toEqual([pointer, expect.anything()])
})

test('the plain view has links, and the wire view has none', () => {
  expect(links.length).toBeGreaterThan(4)
  expect(JSON.stringify(readDocument('wire'))).not.toContain('"links"')
})
