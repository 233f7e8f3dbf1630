import { isCustodyError } from '../../errors/errors.ts'
import { idBatches } from '../batches/plan.ts'
import { WorkflowError } from '../errors.ts'
import {
  type MoveOptions,
  pause,
  resting,
  type SetTimer,
  sourceOptions,
  tell,
  textsIn,
  throwIfAborted,
} from '../moves.ts'
import type { PushEntry, PushJournal } from './journal.ts'
import {
  type AddressesOf,
  addressesOf,
  type AddressService,
  allowsPush,
  available,
  mostPushed,
  type PoolRule,
  poolRuleName,
} from './pool.ts'
import { checkedAddresses, notPushed } from './wanted.ts'

export type RegisterProgress =
  | { readonly kind: 'pushed'; readonly done: number; readonly total: number }
  /** The rule that stops the next push, and how many addresses are available. */
  | { readonly kind: 'paused'; readonly rule: string; readonly available: number }

export interface RegisterOptions extends MoveOptions<RegisterProgress> {
  readonly journal: PushJournal
  /** How the profile reads the rule of 5000; what the client says unless given. */
  readonly poolRule?: PoolRule | undefined
  /** Whether it is a coin with memos, of which exactly one address is registered. */
  readonly memo?: boolean | undefined
  /** When the rule stops a push: end and say so, or wait; `pause` unless given. */
  readonly onFull?: 'pause' | 'wait' | undefined
  /** Milliseconds between two looks while waiting; 60,000 unless given. */
  readonly interval?: number | undefined
  /** What to do with a push of which nobody knows whether it arrived. Unless given, the move refuses to begin. */
  readonly inDoubt?: 'push' | 'skip' | undefined
  /**
   * Whether an error of a push proves that nothing was registered. Unless given, a proven failure of the service
   * that is no system error does, and so do parameters that were never sent.
   */
  readonly isRefusal?: ((error: unknown) => boolean) | undefined
  readonly setTimer?: SetTimer | undefined
}

export interface Registration {
  readonly state: 'done' | 'paused'
  /** Rule that stopped it. */
  readonly rule?: string
  /** Addresses pushed by this run, and addresses that are not pushed yet. */
  readonly pushed: number
  readonly left: readonly string[]
}

/**
 * Pushes addresses of a coin to be given to users: checked, each once, in pushes of 100, and the rule of 5000 before
 * each of them. Every acknowledged push goes to the journal; run again with the same journal, it goes on, and pushes
 * none of them again.
 *
 * @example
 * ```ts
 * import { memoryPushJournal, registerAddresses } from '@custody-wallet/client/workflows'
 *
 * const service = {
 *   available: async ({ symbol }: { symbol: string }) => ({ symbol, count: 120 }),
 *   register: async ({ addresses }: { addresses: readonly string[] }) => console.log(`${addresses.length} pushed`),
 * }
 * const addresses = Array.from({ length: 250 }, (_, index) => `bc1qexample${index}`)
 * const options = { journal: memoryPushJournal(), poolRule: 'refuse-from-5000' } as const
 * console.log((await registerAddresses(service, 'BTC', addresses, options)).state) // done
 * ```
 */
export async function registerAddresses(
  client: AddressesOf<AddressService>,
  symbol: string,
  addresses: Iterable<string>,
  options: RegisterOptions,
): Promise<Registration> {
  const given = checkedAddresses(textsIn('addresses', addresses), options.memo ?? false)
  resting('interval', options.interval ?? 0)
  return alone(options.journal, symbol, () => registerAll(addressesOf(client), symbol, given, options))
}

const running = new WeakMap<PushJournal, Set<string>>()

// Two runs that read the journal before the other writes to it would push the same twice.
async function alone<T>(journal: PushJournal, symbol: string, run: () => Promise<T>): Promise<T> {
  const symbols = running.get(journal) ?? new Set<string>()
  running.set(journal, symbols)
  if (symbols.has(symbol)) throw new WorkflowError('JOURNAL_IN_USE')
  symbols.add(symbol)
  try {
    return await run()
  } finally {
    symbols.delete(symbol)
  }
}

async function registerAll(
  service: AddressService,
  symbol: string,
  given: readonly string[],
  options: RegisterOptions,
): Promise<Registration> {
  const wanted = await notPushed(given, symbol, options)
  const pushes = await idBatches(wanted, { maximum: mostPushed })
  let pushed = 0
  for (const push of pushes) {
    const rule = await ruleAgainst(service, symbol, options)
    if (rule !== undefined) return { state: 'paused', rule, pushed, left: wanted.slice(pushed) }
    await pushOnce(service, { symbol, addresses: push }, options)
    pushed += push.length
    void tell(options.onProgress, {
      kind: 'pushed',
      done: given.length - wanted.length + pushed,
      total: given.length,
    })
  }
  return { state: 'done', pushed, left: [] }
}

/** Name of the rule that forbids the next push now; waits for it to allow one if that was asked for. */
async function ruleAgainst(
  service: AddressService,
  symbol: string,
  options: RegisterOptions,
): Promise<string | undefined> {
  const { onFull = 'pause', interval = 60_000, signal, setTimer, onProgress } = options
  const poolRule = options.poolRule ?? service.poolRule
  if (poolRule === undefined) throw new TypeError('poolRule must say how the rule of 5000 is read.')
  for (;;) {
    throwIfAborted(signal)
    const count = await available(service, symbol, sourceOptions(signal))
    if (allowsPush[poolRule](count)) return undefined
    void tell(onProgress, { kind: 'paused', rule: poolRuleName, available: count })
    if (onFull === 'pause') return poolRuleName
    await pause(interval, { signal, setTimer })
  }
}

// The journal says that a push begins before it does: then a crash can hide no push, and a push that is in doubt is
// never taken for one that did not happen.
async function pushOnce(
  service: AddressService,
  push: Omit<PushEntry, 'kind'>,
  { journal, memo = false, isRefusal = isProvenRefusal, signal }: RegisterOptions,
): Promise<void> {
  throwIfAborted(signal)
  await journal.append({ kind: 'begun', ...push })
  try {
    // A list of its own: what the service does with it changes nothing of what the journal says.
    await service.register({ ...push, addresses: [...push.addresses], memo }, sourceOptions(signal))
  } catch (error) {
    if (isRefusal(error)) await journal.append({ kind: 'refused', ...push })
    throw error
  }
  await journal.append({ kind: 'pushed', ...push })
}

// A system error says that something broke, and not how much was registered before it did.
const systemError = '100002'

function isProvenRefusal(error: unknown): boolean {
  if (isCustodyError(error, 'SERVICE_FAILED')) return error.context.serviceCode !== systemError
  return isCustodyError(error, 'PARAMETERS_INVALID')
}
