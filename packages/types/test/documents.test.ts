import { openPoints } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'
import { describe, expect, test } from 'vitest'

import {
  listResponseExamples,
  findEveryUnder,
  findNodesWith,
  listOperations,
  plain,
  wire,
} from './support/documents.ts'

const ids = Object.keys(operations)

describe.each([
  ['plain', plain],
  ['wire', wire],
])('the %s document', (name, document) => {
  test('describes all 17 operations', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document['x-view']).toBe(name)
    expect([...listOperations(document).keys()]).toEqual(ids)
  })

  test('describes itself shortly, and links the guides instead of holding them', () => {
    const { description } = document.info
    expect(description.length).toBeLessThan(1000)
    expect(description).toContain('](guides/getting-started.html)')
  })

  test('has no broken reference', () => {
    const references = findEveryUnder(document, '$ref') as string[]
    const lost = references.filter((reference) => {
      const [, , kind = '', target = ''] = reference.split('/')
      return !Object.hasOwn((document.components as Record<string, object>)[kind] ?? {}, target)
    })
    expect(references.length).toBeGreaterThan(100)
    expect(lost).toEqual([])
  })

  test('has names for numbers, so that generators name their constants', () => {
    const numbered = findNodesWith(document.components, 'enum') as {
      enum: unknown[]
      'x-enum-varnames'?: string[]
    }[]
    expect(numbered.length).toBeGreaterThan(1)
    for (const { enum: values, 'x-enum-varnames': names } of numbered) {
      expect(names).toHaveLength(values.length)
      for (const name of names ?? []) expect(name).toMatch(/^[A-Z][A-Z_]*$/)
    }
  })

  test('has no unused component', () => {
    const used = new Set(findEveryUnder(document, '$ref'))
    const { securitySchemes: _schemes, ...components } = document.components as Record<string, object>
    const named = Object.entries(components).flatMap(([kind, all]) =>
      Object.keys(all).map((each) => `#/components/${kind}/${each}`),
    )
    expect(named.filter((reference) => !used.has(reference))).toEqual([])
  })

  test('marks every open point', () => {
    const marks = findEveryUnder(document, 'x-open-point').flat() as { id: string }[]
    expect(new Set(marks.map(({ id }) => id))).toEqual(new Set(Object.keys(openPoints)))
  })

  test.each(ids)('has examples of a success and a failure of %s', (id) => {
    const examples = listResponseExamples(document, id)
    expect([...examples.keys()]).toEqual(expect.arrayContaining(['typical', 'failure']))
    expect(Number((examples.get('failure') as { code: unknown }).code)).not.toBe(0)
  })
})

describe('the plain document', () => {
  test('has one address for all calls', () => {
    expect(findEveryUnder(plain, 'servers')).toEqual([[expect.objectContaining({ url: 'http://127.0.0.1:4010' })]])
  })

  test('has a single type for each query parameter', () => {
    const schemas = [...listOperations(plain).values()].flatMap(({ parameters = [] }) =>
      parameters.map(({ schema }) => schema),
    )
    expect(schemas.length).toBeGreaterThan(10)
    expect(findEveryUnder(schemas, 'anyOf')).toEqual([])
  })

  test('has no schema in an extension', () => {
    expect(findEveryUnder(plain, 'x-parameters')).toEqual([])
  })

  test('has links in which every expression is a parameter', () => {
    const links = findEveryUnder(plain, 'links').flatMap((each) => Object.values(each as object))
    expect(links.length).toBeGreaterThan(3)
    expect(findEveryUnder(links, 'requestBody')).toEqual([])
  })

  test('has no envelope fields in parameters and bodies', () => {
    const names = findEveryUnder(plain.paths, 'name')
    for (const hidden of ['app_id', 'data', 'time', 'charset', 'version', 'sign', 'Timestamp'])
      expect(names).not.toContain(hidden)
    expect(findEveryUnder(plain, 'x-envelope')).toEqual([])
    expect(findEveryUnder(plain, 'x-filled')).toEqual([])
  })
})

describe('the wire document', () => {
  test('describes the content of each sealed text', () => {
    const sealed = ids.filter((id) => operations[id as keyof typeof operations].family !== 'token')
    for (const id of sealed) expect(findEveryUnder(listOperations(wire).get(id), 'contentSchema')).not.toEqual([])
  })

  test('has no field beside the reference to a sealed text, because tools ignore it', () => {
    const sealed = findNodesWith(wire, 'contentSchema')
    expect(sealed.length).toBeGreaterThan(15)
    for (const schema of sealed) expect(schema).toMatchObject({ type: 'string' })
    expect(sealed.filter((schema) => '$ref' in schema)).toEqual([])
  })

  test('has placeholders for sealed texts', () => {
    const data = [...listResponseExamples(wire, 'notifyDeposit').values()].map(
      (example) => (example as { data: string }).data,
    )
    expect(data).toEqual(['<sealed text of the example "typical">', ''])
  })

  test('has v1 amounts as numbers, and lists as one string', () => {
    const { DepositNotification, WithdrawalLookup } = wire.components.schemas
    expect(DepositNotification?.['properties']).toMatchObject({
      amount: { type: 'number' },
      balance: { type: 'number' },
    })
    expect(WithdrawalLookup?.['properties']).toMatchObject({
      ids: { type: 'string' },
      time: expect.anything(),
    })
  })
})

// The open points for the 32 gaps that interface.md names, in its order.
const openPointIds = [
  'miner-fee-field',
  'transaction-kind',
  'withdraw-source',
  'resource-type',
  'withdrawal-transitions',
  'mpc-withdrawal-status',
  'staking-status',
  'delegation-status',
  'miner-fee-status',
  'token-url',
  'mpc-filled-fields',
  'withdrawal-list-parameter',
  'withdrawal-list-cursor',
  'account-parameters',
  'mpc-batch-maximum',
  'available-fields',
  'pull-fields',
  'deposit-fields',
  'register-fields',
  'internal-fields',
  'cancel-fields',
  'sealing',
  'call-direction',
  'token-attachment',
  'token-lifetime',
  'event-direction',
  'callback-topic',
  'timestamp-code',
  'error-codes',
  'failure-status',
  'rate-limits',
  'deprecation',
] as const satisfies readonly (keyof typeof openPoints)[]

describe('the open points', () => {
  test('include the 32 that the interface names', () => {
    expect(new Set(openPointIds).size).toBe(32)
    expect(Object.keys(openPoints)).toEqual(expect.arrayContaining([...openPointIds]))
  })

  test('have a setting with another value for each assumption, except for fixed ones', () => {
    const points = Object.entries<{ source: string; assumed?: unknown; setting?: string; other?: string }>(openPoints)
    for (const [, { source, assumed, setting, other }] of points) {
      expect(assumed === undefined).toBe(source === 'open')
      expect(setting === undefined).toBe(other === undefined)
    }
    const fixed = points.filter(([, { assumed, setting }]) => assumed !== undefined && setting === undefined)
    expect(fixed.map(([id]) => id).toSorted()).toEqual([
      'call-direction',
      'cancel-number',
      'error-codes',
      'event-direction',
      'failure-status',
      'miner-fee-without-cursor',
      'mpc-failure',
      'notification-memo',
      'notification-source',
      'page-end',
      'page-order',
      'pull-payer',
      'token-lifetime',
      'unknown-ids',
      'withdrawal-list-cursor',
    ])
  })
})
