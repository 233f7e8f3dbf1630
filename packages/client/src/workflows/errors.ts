/** Codes of what stops a move. What a call throws comes through as it is. */
export type WorkflowErrorCode =
  | 'ABORTED'
  | 'ADDRESS_INVALID'
  | 'BATCH_PARTIAL'
  | 'BATCH_STUCK'
  | 'CHECKPOINT_OF_OTHERS'
  | 'CURSOR_STUCK'
  | 'FILE_BROKEN'
  | 'FILE_CLOSED'
  | 'FILE_FORMAT'
  | 'ID_EMPTY'
  | 'ID_HAS_SEPARATOR'
  | 'ID_TOO_LONG'
  | 'JOURNAL_IN_USE'
  | 'MEMO_ONE_ADDRESS'
  | 'OUTPUTS_DISAGREE'
  | 'PULL_DESTRUCTIVE'
  | 'PUSH_IN_DOUBT'

const sentences: { readonly [Code in WorkflowErrorCode]: string } = {
  ABORTED: 'The caller aborted the move.',
  ADDRESS_INVALID: 'An address is empty, or holds a comma or white space.',
  BATCH_PARTIAL:
    'Some calls of the look-up failed: `cause` says why, and `outcome` has what was found. Look up the other ids again.',
  BATCH_STUCK:
    'The service returned a full batch of records that nobody asked for, so the rest is out of reach.',
  CHECKPOINT_OF_OTHERS: 'The checkpoint belongs to records of another kind.',
  CURSOR_STUCK: 'The service returned a full page that does not go beyond the cursor.',
  FILE_BROKEN:
    'A file does not hold what was written to it. It was left as it is: restore it, or move it away to begin anew.',
  FILE_CLOSED: 'The file was closed, or an earlier write to it failed. Open it again.',
  FILE_FORMAT: 'A file is of another kind, or of a version that is not known here. It was left as it is.',
  ID_EMPTY: 'An id to look up is empty. Records may have an empty request id, but nothing finds them by it.',
  ID_HAS_SEPARATOR: 'An id holds the separator that joins the ids of a call.',
  ID_TOO_LONG: 'An id does not fit into the URL of a call, even alone.',
  JOURNAL_IN_USE: 'Addresses of this coin are being registered with this journal already.',
  MEMO_ONE_ADDRESS: 'For a coin with memos exactly one address is registered.',
  OUTPUTS_DISAGREE: 'Outputs of one deposit contradict each other.',
  PULL_DESTRUCTIVE:
    'A pull takes away what it returns, says the profile. What an answer that is lost on its way, or a crash before a commit, held would be lost for good: no loop can hand over everything at least once. Pull by yourself, and write down what comes before you do anything with it.',
  PUSH_IN_DOUBT:
    'An earlier push was sent, and nothing tells whether it arrived. Decide with the option `inDoubt`: `push` it again or `skip` it.',
}

/** What an error carries beside its code; never ids, addresses or amounts. */
export interface WorkflowErrorFacts {
  /** Place in the list that was given. */
  readonly index?: number
  /** Name of the member that is wrong. */
  readonly member?: string
  readonly file?: string
  readonly line?: number
  /** How many are concerned. */
  readonly count?: number
}

/**
 * What stops a move, told apart by its `code`.
 *
 * @example
 * ```ts
 * import { idBatches, isWorkflowError } from '@custody-wallet/client/workflows'
 *
 * const refused = await idBatches(['order-1', 'order,2'], { maximum: 100 }).catch((error: unknown) => error)
 * if (isWorkflowError(refused, 'ID_HAS_SEPARATOR')) console.log(`id number ${refused.facts.index}`)
 * ```
 */
export class WorkflowError extends Error {
  override readonly name: string = 'WorkflowError'
  readonly code: WorkflowErrorCode
  readonly facts: WorkflowErrorFacts

  constructor(code: WorkflowErrorCode, facts: WorkflowErrorFacts = {}, options: ErrorOptions = {}) {
    super(sentences[code] + placeOf(facts), options)
    this.code = code
    this.facts = facts
  }
}

const placeOf = ({ file, line }: WorkflowErrorFacts): string =>
  file === undefined ? '' : ` (${file}${line === undefined ? '' : `, line ${line}`})`

/**
 * Tells whether a value is an error of a move, and of the given code; works across copies of the package.
 *
 * @example
 * ```ts
 * import { isWorkflowError, WorkflowError } from '@custody-wallet/client/workflows'
 *
 * const error: unknown = new WorkflowError('CURSOR_STUCK')
 * console.log(isWorkflowError(error), isWorkflowError(error, 'ABORTED')) // true false
 * ```
 */
export function isWorkflowError(value: unknown, code?: WorkflowErrorCode): value is WorkflowError {
  if (!(value instanceof Error) || value.name !== 'WorkflowError' || !('code' in value)) return false
  return code === undefined ? Object.hasOwn(sentences, String(value.code)) : value.code === code
}
