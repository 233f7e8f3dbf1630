// Links lead from an answer to a call that takes what it has.
import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { type Document, operationsOf } from '../document.ts'

const read = (name: string): Document =>
  JSON.parse(readFileSync(new URL(`../../../packages/types/openapi/${name}.json`, import.meta.url), 'utf8'))
const plain = read('plain')

type Members = Readonly<Record<string, unknown>>
const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const at = (root: unknown, names: readonly string[]): unknown =>
  names.reduce((value: unknown, name) => membersOf(value)[name], root)

/** A value, or what its reference names. */
function followed(value: unknown): Members {
  const { $ref: reference } = membersOf(value)
  return membersOf(typeof reference === 'string' ? at(plain, reference.slice(2).split('/')) : value)
}

const operations = new Map(operationsOf(plain).map(({ operation }) => [operation.operationId, operation]))

const links = [...operations.values()].flatMap((operation) => {
  const answer = followed(operation.responses['200'])
  const content = at(answer, ['content', 'application/json', 'examples', 'typical'])
  return Object.entries(membersOf(answer['links'])).map(([name, link]) => ({
    name: `${operation.operationId} to ${name}`,
    example: followed(content)['value'],
    link: membersOf(link),
  }))
})

/** Names that a call takes, in its query or its body. */
function namesOf(operationId: string): readonly string[] {
  const target = operations.get(operationId)
  const body = followed(at(target?.requestBody, ['content', 'application/json', 'schema']))
  const branches: readonly unknown[] = Object.values(membersOf(body['anyOf']))
  return [
    ...(target?.parameters ?? []).map((parameter) => String(followed(parameter)['name'])),
    ...[body, ...branches].flatMap((schema) => Object.keys(membersOf(followed(schema)['properties']))),
  ]
}

test.each(links)(
  'the link of $name leads from members of the answer to members of the call',
  ({ example, link }) => {
    const given = membersOf(link['parameters'])
    expect(namesOf(String(link['operationId']))).toEqual(expect.arrayContaining(Object.keys(given)))
    const pointers = Object.values(given).flatMap(
      (value) => /^\$response\.body#\/(.+)$/.exec(String(value))?.[1] ?? [],
    )
    for (const pointer of pointers)
      expect([pointer, at(example, pointer.split('/'))]).toEqual([pointer, expect.anything()])
  },
)

test('the plain view has links, and the wire view has none', () => {
  expect(links.length).toBeGreaterThan(4)
  expect(JSON.stringify(read('wire'))).not.toContain('"links"')
})
