import { WorkflowError } from '../errors.ts'
import { counted, textsIn } from '../moves.ts'

export interface BatchOptions {
  /** Most ids of one call. */
  readonly maximum: number
  /** What joins the ids of a call; a comma unless given. */
  readonly separator?: string | undefined
  /**
   * Length of the URL of a call for these ids. It has to grow with their weight and depend on nothing else, as the
   * length of a sealed URL does: then a few measurements serve any number of ids.
   */
  readonly lengthOf?: ((ids: readonly string[]) => number | Promise<number>) | undefined
  /** Longest URL of a call; 8,000 unless given. */
  readonly maxUrlLength?: number | undefined
  /** Weight of one id; its bytes as JSON unless given. */
  readonly weigh?: ((id: string) => number) | undefined
}

/**
 * Cuts a list of ids into batches that fit a call, by their number and by the length of its URL. Ids that stand twice
 * are asked once; the order stays; every batch is as long as it can be.
 *
 * @example
 * ```ts
 * import { idBatches } from '@custody-wallet/client/workflows'
 *
 * const ids = Array.from({ length: 250 }, (_, index) => `order-${index}`)
 * const lengthOf = (batch: readonly string[]) => 120 + batch.join(',').length
 * console.log((await idBatches(ids, { maximum: 100, lengthOf })).map((batch) => batch.length)) // [ 100, 100, 50 ]
 * ```
 */
export async function idBatches(
  ids: Iterable<string>,
  { maximum, separator = ',', lengthOf, maxUrlLength = 8000, weigh = jsonBytes }: BatchOptions,
): Promise<readonly (readonly string[])[]> {
  const most = counted('maximum', maximum, 1)
  const given = textsIn('ids', ids)
  const wanted = checkedIds(given, separator)
  const fits = lengthOf ? lengthGauge(lengthOf, maxUrlLength) : () => true
  const weights = lengthOf ? runningTotals(wanted, weigh) : []
  const batches: (readonly string[])[] = []
  for (let start = 0; start < wanted.length;) {
    const candidate = (count: number): Candidate => ({
      ids: () => wanted.slice(start, start + count),
      weight: (weights[start + count] ?? 0) - (weights[start] ?? 0),
    })
    const count = await largest(Math.min(most, wanted.length - start), (tried) => fits(candidate(tried)))
    if (count === 0) throw new WorkflowError('ID_TOO_LONG', { index: given.indexOf(wanted[start] ?? '') })
    batches.push(wanted.slice(start, start + count))
    start += count
  }
  return batches
}

interface Candidate {
  readonly ids: () => readonly string[]
  readonly weight: number
}

function checkedIds(given: readonly string[], separator: string): readonly string[] {
  for (const [index, id] of given.entries()) {
    if (id === '') throw new WorkflowError('ID_EMPTY', { index })
    if (id.includes(separator)) throw new WorkflowError('ID_HAS_SEPARATOR', { index })
  }
  return [...new Set(given)]
}

// Sealing costs a private operation, so a length is measured only between what is known to fit and what is known not
// to. That gap closes by half with each measurement, for all batches together.
function lengthGauge(lengthOf: NonNullable<BatchOptions['lengthOf']>, longest: number) {
  let [fitting, tooHeavy] = [0, Infinity]
  return async ({ ids, weight }: Candidate): Promise<boolean> => {
    if (weight <= fitting) return true
    if (weight >= tooHeavy) return false
    const fits = (await lengthOf(ids())) <= longest
    if (fits) fitting = weight
    else tooHeavy = weight
    return fits
  }
}

/** The largest count that passes, where all smaller ones do; the whole is tried first, for mostly it fits. */
async function largest(
  whole: number,
  passes: (count: number) => boolean | Promise<boolean>,
): Promise<number> {
  if (await passes(whole)) return whole
  let [least, failing] = [0, whole]
  while (failing - least > 1) {
    const middle = (least + failing) >> 1
    if (await passes(middle)) least = middle
    else failing = middle
  }
  return least
}

function runningTotals(ids: readonly string[], weigh: (id: string) => number): readonly number[] {
  let total = 0
  return [0, ...ids.map((id) => (total += weigh(id) + 1))]
}

const encoder = new TextEncoder()
const written = /^[ !#-[\]-~]*$/

// Two bytes are the quotes, which stand around the whole list and not around each id. Most ids are written as they are.
const jsonBytes = (id: string): number =>
  written.test(id) ? id.length : encoder.encode(JSON.stringify(id)).length - 2
