import type { PendingWithdrawal } from '@custody-wallet/types'

import { inParallel, sourceOptions, tell } from '../moves.ts'
import { claimed } from './claims.ts'
import type { ConsumeOptions } from './consume.ts'

// The oldest first: they have waited longest, and are the first to be hidden.
export async function handOverAll(
  page: readonly PendingWithdrawal[],
  concurrency: number,
  options: ConsumeOptions,
): Promise<number> {
  const each = new Map(page.map((withdrawal) => [withdrawal.trans_id, withdrawal]))
  const oldest = [...each.values()].toSorted((one, other) => one.trans_id - other.trans_id)
  const goOn = (): boolean => !options.signal?.aborted
  let committed = 0
  await inParallel(oldest, { concurrency, goOn }, async (withdrawal) => {
    const key = String(withdrawal.trans_id)
    await claimed(options.store, key, async () => {
      if (await options.store.has(key)) return
      if (await handOver(withdrawal, options)) committed += 1
    })
  })
  return committed
}

async function handOver(
  withdrawal: PendingWithdrawal,
  { store, handOff, signal, onProgress }: ConsumeOptions,
): Promise<boolean> {
  const { trans_id } = withdrawal
  const attempts: Promise<Outcome>[] = []
  function commit(): Promise<void> {
    const adding = store.add(String(trans_id))
    attempts.push(outcomeOf(() => adding))
    return adding
  }
  const failure = await outcomeOf(async () => handOff(withdrawal, commit, sourceOptions(signal)))
  // The hand-off may not have waited for them.
  const kept = await Promise.all(attempts)
  const isCommitted = kept.some((attempt) => !('error' in attempt))
  if (isCommitted) void tell(onProgress, { kind: 'committed', trans_id, ...failure })
  else void tell(onProgress, { kind: 'not-committed', trans_id, ...failure, ...kept.at(-1) })
  // While the store keeps nothing, each pull would hand the same over again.
  if (!isCommitted && kept.length > 0) throw kept.at(-1)?.error
  return isCommitted
}

interface Outcome {
  readonly error?: unknown
}

async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    await work()
    return {}
  } catch (error) {
    return { error }
  }
}
