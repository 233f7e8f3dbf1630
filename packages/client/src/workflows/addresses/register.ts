import type { CallSettings } from '@custody-wallet/encryption'

import type { SetTimer } from '../../calls/deadline.ts'
import { notify } from '../../calls/hooks.ts'
import { isCustodyError } from '../../errors/errors.ts'
import { createIdBatches } from '../batches/id-batches.ts'
import { WorkflowError } from '../errors.ts'
import { traceStep } from '../tracing.ts'
import {
  checkInterval,
  checkStrings,
  runExclusively,
  pause,
  createSourceOptions,
  throwIfAborted,
  type WorkflowOptions,
} from '../workflow.ts'
import {
  type AddressClient,
  getAddressService,
  type AddressService,
  allowsPush,
  countAvailable,
  maxPush,
  poolRuleName,
} from './pool.ts'
import { findLastKinds, type PushEntry, type PushJournal } from './push-journal.ts'

export interface RegisterOptions extends WorkflowOptions<
  | { readonly kind: 'pushed'; readonly done: number; readonly total: number }
  | { readonly kind: 'paused'; readonly rule: string; readonly available: number }
> {
  readonly journal: PushJournal
  /** How to read the rule of 5000. Default: the setting of the profile. */
  readonly pushWhen?: CallSettings['pushWhen'] | undefined
  /** Whether the coin uses memos. If it does, register exactly one address. */
  readonly memo?: boolean | undefined
  /** Whether to return (`pause`) or wait when the rule blocks a push. Default: `pause`. */
  readonly onFull?: 'pause' | 'wait' | undefined
  /** Milliseconds between two checks of the pool while waiting. Default: 60,000. */
  readonly interval?: number | undefined
  /** What to do with an earlier push of unknown outcome. Default: throw before the first push. */
  readonly inDoubt?: 'push' | 'skip' | undefined
  /**
   * Checks whether an error proves that the service registered nothing. Default: true for invalid parameters and for
   * failures of the service except system errors.
   */
  readonly isRejection?: ((error: unknown) => boolean) | undefined
  readonly setTimer?: SetTimer | undefined
}

interface Registration {
  readonly state: 'done' | 'paused'
  /** Name of the rule that stopped the run. */
  readonly rule?: string
  /** Number of addresses that this run pushed. */
  readonly pushedCount: number
  /** Addresses that are not pushed yet. */
  readonly remaining: readonly string[]
}

/**
 * Registers addresses of a coin. It removes duplicates, pushes 100 addresses at a time, and checks the rule of 5000 before
 * each push. The journal saves acknowledged pushes: a later run with the same journal continues and does not push an
 * address again.
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
 * const options = { journal: memoryPushJournal(), pushWhen: 'below-5000' } as const
 * console.log((await registerAddresses(service, 'BTC', addresses, options)).state) // done
 * ```
 */
export async function registerAddresses(
  client: AddressClient<AddressService>,
  symbol: string,
  addresses: Iterable<string>,
  options: RegisterOptions,
): Promise<Registration> {
  const addressList = checkAddresses(checkStrings('addresses', addresses), options.memo ?? false)
  checkInterval('interval', options.interval ?? 0)
  // Two runs that read the journal at the same time would push the same addresses.
  const { pushWhen = 'addresses' in client ? client.settings?.profile?.pushWhen : undefined } = options
  const registration = runExclusively(options.journal, symbol, () =>
    pushAll(getAddressService(client), symbol, addressList, { ...options, pushWhen }),
  )
  if (!registration) throw new WorkflowError('JOURNAL_IN_USE', {})
  return registration
}

/** Checks addresses and removes duplicates. */
function checkAddresses(addresses: readonly string[], memo: boolean): readonly string[] {
  const index = addresses.findIndex((address) => !/^[^\s,\p{Surrogate}]+$/u.test(address))
  if (index >= 0) throw new WorkflowError('ADDRESS_INVALID', { index })
  const addressList = [...new Set(addresses)]
  if (memo && addressList.length !== 1) throw new WorkflowError('MEMO_ONE_ADDRESS', { count: addressList.length })
  return addressList
}

async function pushAll(
  service: AddressService,
  symbol: string,
  addressList: readonly string[],
  options: RegisterOptions,
): Promise<Registration> {
  const unpushed = await listUnpushed(addressList, symbol, options)
  let pushedCount = 0
  for (const batch of await createIdBatches(unpushed, { maximum: maxPush })) {
    const rule = await findBlockingRule(service, symbol, options)
    if (rule !== undefined) return { state: 'paused', rule, pushedCount, remaining: unpushed.slice(pushedCount) }
    await pushOnce(service, { symbol, addresses: batch }, options)
    pushedCount += batch.length
    const doneCount = addressList.length - unpushed.length + pushedCount
    notify(options.onProgress, { kind: 'pushed', done: doneCount, total: addressList.length })
  }
  return { state: 'done', pushedCount, remaining: [] }
}

/** Lists the addresses that earlier runs did not push, according to the journal. */
async function listUnpushed(
  addressList: readonly string[],
  symbol: string,
  { journal, inDoubt, memo = false }: RegisterOptions,
): Promise<readonly string[]> {
  const kindsByAddress = findLastKinds(await journal.entries(), symbol)
  if (memo) checkOnlyAddress(addressList, kindsByAddress)
  const doubtfulAddresses = addressList.filter((address) => kindsByAddress.get(address) === 'begun')
  if (doubtfulAddresses.length > 0 && inDoubt === undefined)
    throw new WorkflowError('PUSH_IN_DOUBT', { count: doubtfulAddresses.length })
  if (doubtfulAddresses.length > 0 && inDoubt === 'skip')
    await journal.append({ kind: 'pushed', symbol, addresses: doubtfulAddresses })
  const skippedAddresses = new Set(inDoubt === 'skip' ? doubtfulAddresses : [])
  return addressList.filter((address) => kindsByAddress.get(address) !== 'pushed' && !skippedAddresses.has(address))
}

function checkOnlyAddress(addressList: readonly string[], kindsByAddress: ReturnType<typeof findLastKinds>): void {
  const addresses = new Set(addressList)
  for (const [address, kind] of kindsByAddress) if (kind !== 'refused') addresses.add(address)
  if (addresses.size > 1) throw new WorkflowError('MEMO_ONE_ADDRESS', { count: addresses.size })
}

/** Returns the name of the rule that blocks the next push. With `onFull: 'wait'`, waits until the push is allowed. */
async function findBlockingRule(
  service: AddressService,
  symbol: string,
  options: RegisterOptions,
): Promise<string | undefined> {
  const { pushWhen, onFull = 'pause', interval = 60_000, signal, setTimer, onProgress } = options
  if (pushWhen === undefined) throw new TypeError('pushWhen is missing. Set it to below-5000 or above-5000.')
  for (;;) {
    throwIfAborted(signal)
    const count = await countAvailable(service, symbol, signal)
    if (allowsPush[pushWhen](count)) return undefined
    notify(onProgress, { kind: 'paused', rule: poolRuleName, available: count })
    if (onFull === 'pause') return poolRuleName
    await pause(interval, { signal, setTimer })
  }
}

// The entry `begun` is saved before the push is sent, so that after a crash the push is in doubt and not unsent.
async function pushOnce(
  service: AddressService,
  push: Omit<PushEntry, 'kind'>,
  { journal, memo = false, isRejection = isProvenRejection, signal }: RegisterOptions,
): Promise<void> {
  throwIfAborted(signal)
  await journal.append({ kind: 'begun', ...push })
  try {
    // A copy, because the service may change the list.
    const register = async () =>
      service.register({ ...push, addresses: [...push.addresses], memo }, createSourceOptions(signal))
    await traceStep('push-addresses', register, () => push.addresses.length)
  } catch (error) {
    if (isRejection(error)) await journal.append({ kind: 'refused', ...push })
    throw error
  }
  await journal.append({ kind: 'pushed', ...push })
}

// After a system error, the service may have registered some of the addresses.
const systemError = '100002'

function isProvenRejection(error: unknown): boolean {
  if (isCustodyError(error, 'SERVICE_FAILED')) return error.context.serviceCode !== systemError
  return isCustodyError(error, 'PARAMETERS_INVALID')
}
