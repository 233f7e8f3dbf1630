import { WorkflowError } from '../errors.ts'
import { standing } from './journal.ts'
import type { RegisterOptions } from './register.ts'

/** Checks addresses, and leaves out what stands there twice. */
export function checkedAddresses(addresses: readonly string[], memo: boolean): readonly string[] {
  const index = addresses.findIndex((address) => !/^[^\s,\p{Surrogate}]+$/u.test(address))
  if (index >= 0) throw new WorkflowError('ADDRESS_INVALID', { index })
  const given = [...new Set(addresses)]
  if (memo && given.length !== 1) throw new WorkflowError('MEMO_ONE_ADDRESS', { count: given.length })
  return given
}

/** The addresses that this run has to push, by what the journal says of earlier ones. */
export async function notPushed(
  given: readonly string[],
  symbol: string,
  { journal, inDoubt, memo = false }: RegisterOptions,
): Promise<readonly string[]> {
  const known = standing(await journal.entries(), symbol)
  if (memo) checkOnlyAddress(given, known)
  const doubtful = given.filter((address) => known.get(address) === 'begun')
  if (doubtful.length > 0 && inDoubt === undefined)
    throw new WorkflowError('PUSH_IN_DOUBT', { count: doubtful.length })
  if (doubtful.length > 0 && inDoubt === 'skip')
    await journal.append({ kind: 'pushed', symbol, addresses: doubtful })
  const settled = new Set(inDoubt === 'skip' ? doubtful : [])
  return given.filter((address) => known.get(address) !== 'pushed' && !settled.has(address))
}

function checkOnlyAddress(given: readonly string[], known: ReturnType<typeof standing>): void {
  const addresses = new Set(given)
  for (const [address, kind] of known) if (kind !== 'refused') addresses.add(address)
  if (addresses.size > 1) throw new WorkflowError('MEMO_ONE_ADDRESS', { count: addresses.size })
}
