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
export function memoryPushJournal(): PushJournal {
  const entries: PushEntry[] = []
  return { entries: async () => [...entries], append: async (entry) => void entries.push(entry) }
}

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
