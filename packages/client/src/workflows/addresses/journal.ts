import { type FileJournal, type Journal, journalIn, memoryJournal } from '../stores/journal.ts'

/** What became of a push. A push that was begun and has no other entry is in doubt. */
export interface PushEntry {
  readonly kind: 'begun' | 'pushed' | 'refused'
  readonly symbol: string
  readonly addresses: readonly string[]
}

export type PushJournal = Journal<PushEntry>

const kinds: readonly unknown[] = ['begun', 'pushed', 'refused'] satisfies PushEntry['kind'][]
const isText = (value: unknown): value is string => typeof value === 'string'

function isPushEntry(value: unknown): value is PushEntry {
  if (typeof value !== 'object' || value === null) return false
  if (!('kind' in value && 'symbol' in value && 'addresses' in value)) return false
  const { kind, symbol, addresses } = value
  return kinds.includes(kind) && isText(symbol) && Array.isArray(addresses) && addresses.every(isText)
}

/**
 * Keeps the pushes in a file that only grows. One process at a time may use it.
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
export const filePushJournal = (file: string): FileJournal<PushEntry> =>
  journalIn(file, { format: 'custody-pushes', version: 1, isEntry: isPushEntry })

/**
 * Keeps the pushes until the process ends: a crash forgets them.
 *
 * @example
 * ```ts
 * import { memoryPushJournal } from '@custody-wallet/client/workflows'
 *
 * console.log(await memoryPushJournal().entries()) // []
 * ```
 */
export const memoryPushJournal = (): PushJournal => memoryJournal()

/** Addresses of a coin by what became of their last push. */
export function standing(
  entries: readonly PushEntry[],
  symbol: string,
): ReadonlyMap<string, PushEntry['kind']> {
  const own = entries.filter((entry) => entry.symbol === symbol)
  return new Map(own.flatMap(({ kind, addresses }) => addresses.map((address) => [address, kind] as const)))
}

/**
 * Addresses of a coin whose last push was sent without an acknowledgement, so that nobody knows whether it arrived.
 *
 * @example
 * ```ts
 * import { memoryPushJournal, pushesInDoubt } from '@custody-wallet/client/workflows'
 *
 * const journal = memoryPushJournal()
 * await journal.append({ kind: 'begun', symbol: 'BTC', addresses: ['bc1qone'] })
 * console.log(await pushesInDoubt(journal, 'BTC')) // [ 'bc1qone' ]
 * ```
 */
export async function pushesInDoubt(journal: PushJournal, symbol: string): Promise<readonly string[]> {
  const known = standing(await journal.entries(), symbol)
  return [...known].flatMap(([address, kind]) => (kind === 'begun' ? [address] : []))
}
