import { checkCount } from '../../calls/checks.ts'
import { WorkflowError } from '../errors.ts'
import { checkStrings } from '../workflow.ts'

export interface BatchOptions {
  /** Most ids of one call. */
  readonly maximum: number
  /** Separates the ids of a call. Default: a comma. */
  readonly separator?: string | undefined
  /**
   * Measures the URL of a call with these ids. The length must only depend on their bytes as JSON and grow with them, so
   * that a few measurements are enough for any number of ids.
   */
  readonly measureLength?: ((ids: readonly string[]) => number | Promise<number>) | undefined
  /** Longest URL of a call. Default: 8,000 characters. */
  readonly maxUrlLength?: number | undefined
}

/**
 * Splits a list of ids into batches that fit a call, by the number of ids and by the length of the URL. Removes
 * duplicates, keeps the order, and makes each batch as long as possible.
 */
export async function createIdBatches(
  ids: Iterable<string>,
  { maximum, separator = ',', measureLength, maxUrlLength = 8000 }: BatchOptions,
): Promise<readonly (readonly string[])[]> {
  const most = checkCount('maximum', maximum, 1)
  const idList = checkStrings('ids', ids)
  const unique = checkIds(idList, separator)
  const isWithinLength = measureLength ? createLengthCheck(measureLength, maxUrlLength) : () => true
  const weights = measureLength ? computeRunningTotals(unique) : []
  const batches: (readonly string[])[] = []
  for (let start = 0; start < unique.length;) {
    const createCandidate = (count: number): Candidate => ({
      ids: () => unique.slice(start, start + count),
      weight: (weights[start + count] ?? 0) - (weights[start] ?? 0),
    })
    const count = await findLargest(Math.min(most, unique.length - start), (size) =>
      isWithinLength(createCandidate(size)),
    )
    if (count === 0) throw new WorkflowError('ID_TOO_LONG', { index: idList.indexOf(unique[start] ?? '') })
    batches.push(unique.slice(start, start + count))
    start += count
  }
  return batches
}

interface Candidate {
  readonly ids: () => readonly string[]
  readonly weight: number
}

/** Checks ids and removes duplicates. */
function checkIds(idList: readonly string[], separator: string): readonly string[] {
  for (const [index, id] of idList.entries()) {
    if (id === '') throw new WorkflowError('ID_EMPTY', { index })
    if (id.includes(separator)) throw new WorkflowError('ID_HAS_SEPARATOR', { index })
  }
  return [...new Set(idList)]
}

// Each measurement costs a private-key operation. So it only measures weights between the heaviest that fits and the
// lightest that does not. Each measurement halves this gap, for all batches together.
function createLengthCheck(measureLength: NonNullable<BatchOptions['measureLength']>, longest: number) {
  let [fitting, tooHeavy] = [0, Infinity]
  return async ({ ids, weight }: Candidate): Promise<boolean> => {
    if (weight <= fitting) return true
    if (weight >= tooHeavy) return false
    const isWithinLength = (await measureLength(ids())) <= longest
    if (isWithinLength) fitting = weight
    else tooHeavy = weight
    return isWithinLength
  }
}

/** Finds the largest allowed count, if all smaller ones are allowed. Tries the whole first, because it usually fits. */
async function findLargest(whole: number, isAllowed: (count: number) => boolean | Promise<boolean>): Promise<number> {
  if (await isAllowed(whole)) return whole
  let [least, failing] = [0, whole]
  while (failing - least > 1) {
    const middle = (least + failing) >> 1
    if (await isAllowed(middle)) least = middle
    else failing = middle
  }
  return least
}

function computeRunningTotals(ids: readonly string[]): readonly number[] {
  let total = 0
  return [0, ...ids.map((id) => (total += countJsonBytes(id) + 1))]
}

const encoder = new TextEncoder()
const unescapedCharacters = /^[ !#-[\]-~]*$/

// Without the quotes, which surround the whole list. Most ids need no escapes.
const countJsonBytes = (id: string): number =>
  unescapedCharacters.test(id) ? id.length : encoder.encode(JSON.stringify(id)).length - 2
