import { WorkflowError, type WorkflowErrorCode } from '../errors.ts'

/** What a look-up found. */
export interface LookUp<R> {
  /** Records in the order of the ids that were asked for. */
  readonly found: readonly R[]
  /** Ids for which no record came. */
  readonly missing: readonly string[]
}

/** What a look-up found that did not come to its end. */
export interface PartialLookUp<R> extends LookUp<R> {
  /** Ids whose call failed, with what it threw. */
  readonly failed: readonly { readonly ids: readonly string[]; readonly error: unknown }[]
  /** Ids that were not asked for any more. */
  readonly left: readonly string[]
}

/**
 * A look-up that failed in part. What it found is not lost; a log that prints the error does not show it. `cause` is
 * what a call threw, or an `AggregateError` of what several calls threw.
 */
export class LookUpError<R> extends WorkflowError {
  readonly #outcome: PartialLookUp<R>

  constructor(code: WorkflowErrorCode, outcome: PartialLookUp<R>) {
    const count = outcome.left.length + outcome.failed.reduce((all, { ids }) => all + ids.length, 0)
    super(code, { count }, causeOf(outcome))
    this.#outcome = outcome
  }

  get outcome(): PartialLookUp<R> {
    return this.#outcome
  }
}

function causeOf({ failed }: Pick<PartialLookUp<unknown>, 'failed'>): ErrorOptions {
  const errors = failed.map(({ error }) => error)
  if (errors.length === 0) return {}
  return {
    cause: errors.length === 1 ? errors[0] : new AggregateError(errors, `${errors.length} calls failed.`),
  }
}
