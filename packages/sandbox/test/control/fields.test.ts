import { describe, expect, test } from 'vitest'

import { controlCalls } from '../../src/generated/calls.ts'
import { createTestSandbox, useSharedSandbox } from '../support/sandbox.ts'

// These accept bytes, or no fields.
const others: ReadonlySet<string> = new Set(['calls.list', 'reset', 'restore', 'snapshot', 'time.now'])
const ids = Object.keys(controlCalls).filter((id) => !others.has(id))

describe('control in this process', () => {
  const getSandbox = useSharedSandbox()

  test('rejects an unknown field in every call', async () => {
    const { control } = getSandbox()
    const sentences = await Promise.all(
      ids.map(async (id) => {
        const [group = '', name = ''] = id.split('.')
        const call: unknown = Reflect.get(Object(Reflect.get(control, group)), name)
        if (typeof call !== 'function') return `${id} is missing`
        const outcome: Promise<unknown> = Reflect.apply(call, undefined, [{ canaryField: 1 }])
        return outcome.then(
          () => `${id} accepted it`,
          (error: unknown) => (error instanceof TypeError ? error.message : `${id}: ${String(error)}`),
        )
      }),
    )
    const expected = ids.map((id) =>
      expect.stringMatching(new RegExp(`^${id} has no field canaryField\\. Its fields: `)),
    )
    expect(sentences).toEqual(expected)
  })

  test.each([
    ['users', 'create', { merchant: 'demo-classic' }, 'users.create has no field merchant. Its fields: appId, '],
    ['users', 'create', { emial: 'a@shop.example' }, 'users.create has no field emial. Did you mean email?'],
    ['merchants', 'create', { keys: { encription: {} } }, 'has no field keys.encription. Did you mean encryption?'],
    [
      'merchants',
      'create',
      { keys: { encryption: { key: 'a', id: 'b' } } },
      'merchants.create has no field keys.encryption.id. Did you mean kid? Its fields: key, kid.',
    ],
    [
      'merchants',
      'create',
      { keys: { signature: [{ kye: 'a' }] } },
      'has no field keys.signature.0.kye. Did you mean key?',
    ],
    ['faults', 'list', { limit: 1 }, 'faults.list has no field limit. Its fields: none.'],
  ] as const)('names the field of %s.%s and those that it has', async (group, name, input, sentence) => {
    const { control } = getSandbox()
    const call: unknown = Reflect.get(control[group], name)
    await expect(Reflect.apply(Object(call), undefined, [input])).rejects.toThrow(sentence)
    expect(await control.records.list({ kind: 'user', appId: 'demo-classic' })).toHaveLength(1)
  })

  test.each([
    ['list', { kind: 'deposits' }, 'There is no record type "deposits"; did you mean deposit?'],
    ['get', { kind: 'thing', id: 1 }, 'There is no record type "thing"; there are user, '],
  ] as const)('records.%s names the kinds of records if it gets %j', async (name, input, sentence) => {
    const { control } = getSandbox()
    const call: unknown = Reflect.get(control.records, name)
    await expect(Reflect.apply(Object(call), undefined, [input])).rejects.toThrow(sentence)
  })

  test('accepts undefined fields, numbers and strings', async () => {
    const { control } = await createTestSandbox()
    const { uid } = await control.users.create({ appId: undefined, email: undefined })
    expect(uid).toBe(10_003)
    await control.chain.mine(2, 'Bitcoin')
    await control.time.advance('1h')
    await control.restore(await control.snapshot())
  })
})
