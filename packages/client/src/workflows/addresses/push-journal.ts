import { isObject } from '@custody-wallet/types/validate'

import { openJournal, memoryJournal } from '../stores/journal.ts'

/** An event of a push. A push whose last entry is `begun` is in doubt. */
export interface PushEntry {
  readonly kind: 'begun' | 'pushed' | 'refused'
  readonly symbol: string
  readonly addresses: readonly string[]
}

/** Keeps pushes in their order. `append` resolves when the entry is saved. */
export interface PushJournal {
  entries(): Promise<readonly PushEntry[]>
  append(entry: PushEntry): Promise<void>
}

const kinds: readonly unknown[] = ['begun', 'pushed', 'refused'] satisfies PushEntry['kind'][]
const isString = (value: unknown): value is string => typeof value === 'string'

function isPushEntry(value: unknown): value is PushEntry {
  if (!isObject(value)) return false
  const { kind, symbol, addresses } = value
  return kinds.includes(kind) && isString(symbol) && Array.isArray(addresses) && addresses.every(isString)
}

/**
 * Keeps pushes in an append-only file. Only one process at a time may use the file.
 *
 * @example
 * ```ts
 * import { mkdtemp } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * import { filePushJournal } from '@custody-wallet/client/workflows'
 *
 * const journal = filePushJournal(join(await mkdtemp(join(tmpdir(), 'custody-')), 'pushes'))
 * await journal.append({ kind: 'pushed', symbol: 'BTC', addresses: ['bc1qone'] })
 * console.log((await journal.entries()).length) // 1
 * await journal.close()
 * ```
 */
export const filePushJournal = (file: string): PushJournal & { close(): Promise<void> } =>
  openJournal(file, { format: 'custody-pushes', version: 1, isEntry: isPushEntry })

/**
 * Keeps pushes in memory. They are lost when the process ends.
 *
 * @example
 * ```ts
 * import { memoryPushJournal } from '@custody-wallet/client/workflows'
 *
 * console.log(await memoryPushJournal().entries()) // []
 * ```
 */
export const memoryPushJournal = (): PushJournal => memoryJournal()

export function findLastKinds(entries: readonly PushEntry[], symbol: string): ReadonlyMap<string, PushEntry['kind']> {
  const own = entries.filter((entry) => entry.symbol === symbol)
  return new Map(own.flatMap(({ kind, addresses }) => addresses.map((address) => [address, kind] as const)))
}

/**
 * Lists the addresses of a coin whose last push was sent but not acknowledged. They may be registered.
 *
 * @example
 * ```ts
 * import { memoryPushJournal, listPushesInDoubt } from '@custody-wallet/client/workflows'
 *
 * const journal = memoryPushJournal()
 * await journal.append({ kind: 'begun', symbol: 'BTC', addresses: ['bc1qone'] })
 * console.log(await listPushesInDoubt(journal, 'BTC')) // [ 'bc1qone' ]
 * ```
 */
export async function listPushesInDoubt(journal: PushJournal, symbol: string): Promise<readonly string[]> {
  const kindsByAddress = findLastKinds(await journal.entries(), symbol)
  return [...kindsByAddress].flatMap(([address, kind]) => (kind === 'begun' ? [address] : []))
}
