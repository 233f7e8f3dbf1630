import { expect, test } from 'vitest'

import { lookUp, memoryPushJournal, pushesInDoubt, registerAddresses } from '../src/workflows/index.ts'
import { options, service } from './workflow-pool.ts'

/** Takes everything out of a list, as a caller without types may. */
const emptied = (list: readonly string[]): unknown => Reflect.apply(Array.prototype.splice, list, [0])

test('a service that alters the addresses of a push alters nothing of what the journal says', async () => {
  const journal = memoryPushJournal()
  const one = service()
  const altering = {
    ...one,
    register: async (push: Parameters<typeof one.register>[0]) => {
      await one.register({ ...push, addresses: [...push.addresses] })
      emptied(push.addresses)
    },
  }
  expect(await registerAddresses(altering, 'BTC', ['a', 'b'], options(journal))).toMatchObject({ pushed: 2 })
  expect(await pushesInDoubt(journal, 'BTC')).toEqual([])
  await registerAddresses(altering, 'BTC', ['a', 'b'], options(journal))
  expect(one.registered()).toEqual(['a', 'b'])
})

test('a service that alters the ids of a call alters nothing of what is missing', async () => {
  const altering = async (ids: readonly string[]) => {
    const found = ids.filter((id) => id !== 'b')
    emptied(ids)
    return found
  }
  const looked = await lookUp(altering, ['a', 'b', 'c'], { idOf: (id) => id, maximum: 100, caps: 'ids' })
  expect(looked).toEqual({ found: ['a', 'c'], missing: ['b'] })
})
