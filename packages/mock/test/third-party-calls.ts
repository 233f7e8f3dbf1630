// The calls of a third-party client, and the messages that it usually writes for them.
import type { SealedId } from '@custody-wallet/encryption'
import { operations } from '@custody-wallet/types/operations'

import { ids, getExampleParameters } from './support.ts'
import type { Draft } from './third-party-client.ts'

const sealedIds = ids.filter((id): id is SealedId => id !== 'getToken')
const isV1 = (id: SealedId): boolean => operations[id].family === 'v1'

/** Calls that a habit applies to. */
export const callsOf = {
  all: sealedIds,
  'v2 and MPC': sealedIds.filter((id) => !isV1(id)),
  v1: sealedIds.filter(isV1),
  v2: sealedIds.filter((id) => operations[id].family === 'v2'),
  'deposit and stake cursors': ['syncDeposits', 'listStakes'],
  notifications: ['notifyDeposit', 'notifyInternal'],
} as const satisfies Readonly<Record<string, readonly SealedId[]>>

/** Creates the message that a usual client writes for a call. */
export function createDraft(id: SealedId): Draft {
  const { family, path, filled: content, request } = operations[id]
  const now = Date.now()
  const common = Object.entries(content).map(([name, value]) => [name, value ?? now])
  const numbers: readonly string[] = request.wireNumbers
  const fields = Object.entries(getExampleParameters(id)).map(([name, value]) => [
    name,
    numbers.includes(`/${name}`) ? Number(value) : Array.isArray(value) ? value.join(',') : value,
  ])
  return {
    family,
    path: path.replace('{staking_protocol}', 'babylon').replace('{resource_chain}', 'tron'),
    content: Object.fromEntries([...common, ...fields]),
    json: JSON.stringify,
    size: family === 'v1' ? 245 : 234,
    text: (sealed) => sealed.toString('base64url'),
    time: now,
    method: 'GET',
    escape: encodeURIComponent,
    type: 'application/x-www-form-urlencoded',
  }
}
