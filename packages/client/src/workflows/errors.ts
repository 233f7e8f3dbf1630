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
  ADDRESS_INVALID: 'An address is empty, or contains a comma or white space. Correct it.',
  BATCH_PARTIAL:
    'Some calls of the look-up failed: `cause` says why, and `outcome` has what was found. Look up the other ids again.',
  BATCH_STUCK:
    'The service returned a full batch of records that were not asked for. Look up fewer ids at a time.',
  CHECKPOINT_OF_OTHERS:
    'The checkpoint belongs to records of another kind. Give each kind its own checkpoint.',
  CURSOR_STUCK:
    'The service returned a full page without a record after the cursor. Report it to the service.',
  FILE_BROKEN:
    'A file does not contain what was written to it. It was not changed: restore it, or move it away to start again.',
  FILE_CLOSED: 'The file was closed, or an earlier write to it failed. Open it again.',
  FILE_FORMAT: 'A file is of another kind or of an unknown version. It was not changed: give another file.',
  ID_EMPTY: 'An id to look up is empty. Remove it: no call finds records by an empty id.',
  ID_HAS_SEPARATOR: 'An id contains the separator that joins the ids of a call. Remove it.',
  ID_TOO_LONG: 'An id is too long for the URL of a call. Remove it, or raise maxUrlLength.',
  JOURNAL_IN_USE: 'Another run registers addresses of this coin with this journal. Wait for its end.',
  MEMO_ONE_ADDRESS: 'A coin with memos takes exactly one address. Register one.',
  OUTPUTS_DISAGREE: 'Outputs of one deposit contradict each other in facts.member. Correct them.',
  PULL_DESTRUCTIVE:
    'The profile says that a pull takes away what it returns, so a lost answer or a crash would lose withdrawals. Call withdrawals.pull yourself, and save its answer before you use it.',
  PUSH_IN_DOUBT:
    'An earlier push was sent, and its outcome is unknown. Decide with the option inDoubt: push sends it again, skip leaves it out.',
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
