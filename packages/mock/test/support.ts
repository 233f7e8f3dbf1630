// One mock of each side for all tests, and the demo merchants.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Parameters } from '@custody-wallet/types'
import { type OperationId, operations } from '@custody-wallet/types/operations'
import { parameters as predicates } from '@custody-wallet/types/validate'

import { putDemoKeys } from '../../demo/test/support/demo-keys.ts'
import { readBuiltInDescription } from '../src/description/description.ts'
import { listOperations } from '../src/description/operations.ts'
import { createMock, loadDemoMerchants } from '../src/index.ts'

/** Folder of the demo keys, which ends with the test run. */
export const state: string = mkdtempSync(join(process.env['RUN_FOLDER'] ?? tmpdir(), 'custody-mock-'))
putDemoKeys(state)

export const demo = loadDemoMerchants({ directory: state })
export const plain = createMock()
export const merchants = { modern: demo.merchant('modern'), classic: demo.merchant('classic') } as const
export const wire = createMock({ wire: demo.wire })

export const origin = 'http://mock.example'
export const account = '/api/v2/account/getByUidAndSymbol?uid=1&symbol=BTC'
export const consume = '/api/v1/withdraw/consume'

/** The response to a plain request. */
export async function ask(path: string, init?: RequestInit) {
  const response = await plain.fetch(new Request(`${origin}${path}`, init))
  const text = await response.text()
  return { status: response.status, headers: response.headers, text }
}

export const withPreference = (value: string): RequestInit => ({ headers: { prefer: value } })

export const withBody = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json', ...headers },
})

export const ids: readonly OperationId[] = Object.values(operations).map(({ id }) => id)
export const mockOperations = listOperations(readBuiltInDescription())

/** A new folder. */
export const createFolder = (): string => mkdtempSync(join(state, 'folder-'))

/** Returns example parameters of a call. */
export function getExampleParameters<Id extends OperationId>(id: Id): Parameters[Id] {
  const example: unknown = mockOperations.find((operation) => operation.id === id)?.requests.get('typical') ?? {}
  if (!isParametersOf(id, example)) throw new TypeError(`The contract shows no parameters of ${id}.`)
  return example
}

function isParametersOf<Id extends OperationId>(id: Id, value: unknown): value is Parameters[Id] {
  return predicates[id](value)
}
