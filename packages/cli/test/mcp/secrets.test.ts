// The contract has the fields of all control calls, so these tests cover new calls too.
import { createPlainClient } from '@custody-wallet/client/plain'
import { isObject } from '@custody-wallet/types/validate'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createControl } from '../../src/control.ts'
import { readField } from '../../src/json-values.ts'
import { tools } from '../../src/mcp/tools.ts'
import { describedCalls } from '../support/contract.ts'
import { startService, type Service } from '../support/custody.ts'

let here: Service
let listed: readonly unknown[]
beforeAll(async () => {
  here = await startService()
  const surroundings = {
    documents: [],
    plain: createPlainClient({ url: here.servers.plain.url }),
    control: () => createControl(undefined, here.env),
  }
  const calls = await tools['list_control_calls']?.run({}, surroundings)
  listed = Array.isArray(calls) ? calls : []
})
afterAll(() => here.close())

// These name a key, or a text of stakes.
const ids = new Set(['fp_key', 'unknownKey'])

// Fields of credentials: Api-Keys, tokens, and the variables of a client with its private keys.
const isSecret = (field: string): boolean =>
  !ids.has(field) && /key|secret|token|password|credential|private|^variables$/i.test(field)

const withSecrets = describedCalls.filter(({ fields }) => [...fields].some(isSecret)).map(({ id }) => id)

test('the contract has credentials in the responses of two calls', () => {
  expect(withSecrets).toEqual(['merchants.create', 'merchants.update'])
})

test('the tools have every call of the contract, except those with credentials or bytes', () => {
  const left = ['merchants.create', 'restore', 'snapshot', 'tickets.create']
  const listedIds = listed.map((call) => readField(call, 'id'))
  expect(new Set([...listedIds, ...left])).toEqual(new Set(describedCalls.map(({ id }) => id)))
  expect(listedIds).toHaveLength(describedCalls.length - left.length)
})

test('calls with a credential in their response have no parameter that creates one', () => {
  const made = listed.filter((call) => withSecrets.includes(String(readField(call, 'id'))))
  expect(made.map(listParameters)).toEqual([
    ['appId', 'addresses', 'autoCollection', 'payer', 'notificationUrls', 'keys', 'platformKeys'],
  ])
})

function listParameters(call: unknown): readonly string[] {
  const properties = readField(readField(call, 'parameters'), 'properties')
  return isObject(properties) ? Object.keys(properties) : []
}
