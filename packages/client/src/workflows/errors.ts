/** What an error carries, by its code. It never holds ids, addresses or amounts. */
export interface WorkflowErrorContexts {
  /** `count`: ids that a look-up left out. */
  readonly ABORTED: { readonly count?: number }
  readonly ADDRESS_INVALID: AtIndex
  readonly BATCH_PARTIAL: Counted
  readonly BATCH_STUCK: Counted
  readonly CHECKPOINT_MISMATCHED: object
  readonly CURSOR_STUCK: object
  readonly FILE_BROKEN: InFile & { readonly line?: number }
  readonly FILE_CLOSED: InFile
  readonly FILE_FORMAT: InFile
  readonly ID_EMPTY: AtIndex
  readonly ID_HAS_SEPARATOR: AtIndex
  readonly ID_TOO_LONG: AtIndex
  readonly JOURNAL_IN_USE: object
  readonly MEMO_ONE_ADDRESS: Counted
  /** `member`: name of the member whose values differ. */
  readonly OUTPUTS_DISAGREE: Counted & { readonly member: string }
  readonly PULL_DESTRUCTIVE: object
  readonly PUSH_IN_DOUBT: Counted
}

/** Index in the list that was given. */
interface AtIndex {
  readonly index: number
}

interface Counted {
  readonly count: number
}

interface InFile {
  readonly file: string
}

/** Codes of the errors that stop a workflow. Errors of the calls themselves pass through unchanged. */
export type WorkflowErrorCode = keyof WorkflowErrorContexts

const messages: {
  readonly [Code in WorkflowErrorCode]: (context: WorkflowErrorContexts[Code]) => string
} = {
  ABORTED: () => 'The signal aborted the workflow. Run it again to continue.',
  ADDRESS_INVALID: ({ index }) =>
    `addresses[${index}] is empty, or contains a comma, white space or a lone surrogate. Correct it.`,
  BATCH_PARTIAL: ({ count }) =>
    `The look-up of ${count} ids failed. \`cause\` has the reason, and \`outcome\` has what was found. Look up the other ids again.`,
  BATCH_STUCK: ({ count }) =>
    `The service returned a full batch that contains none of the ${count} requested ids. Look up fewer ids at a time.`,
  CHECKPOINT_MISMATCHED: () =>
    'The checkpoint was written for other records. Give each kind of record its own checkpoint.',
  CURSOR_STUCK: () =>
    'The service returned a full page without a record after the cursor, so no page can follow. Report it to the service.',
  FILE_BROKEN: ({ file, line }) =>
    `The file ${file} is damaged${line === undefined ? '' : ` at line ${line}`}. It was not changed: restore it, or move it away to start again.`,
  FILE_CLOSED: ({ file }) =>
    `The file ${file} was closed, or an earlier write to it failed. Open the store again.`,
  FILE_FORMAT: ({ file }) =>
    `The file ${file} has another format or an unknown version. It was not changed: give another file.`,
  ID_EMPTY: ({ index }) => `ids[${index}] is empty. Remove it.`,
  ID_HAS_SEPARATOR: ({ index }) =>
    `ids[${index}] contains the separator that joins the ids of a call. Remove it.`,
  ID_TOO_LONG: ({ index }) =>
    `ids[${index}] is too long for the URL of a call. Remove it, or raise maxUrlLength.`,
  JOURNAL_IN_USE: () =>
    'Another run registers addresses of this coin with the same journal. Wait until it ends.',
  MEMO_ONE_ADDRESS: ({ count }) =>
    `A coin with memos takes exactly one address, not ${count}. Register one address.`,
  OUTPUTS_DISAGREE: ({ member, count }) =>
    `The ${count} outputs of one deposit have different values of ${member}. Correct them.`,
  PULL_DESTRUCTIVE: () =>
    'The profile says that a pull removes what it returns, so a lost answer or a crash would lose withdrawals. Call withdrawals.pull yourself, and save its answer before you use it.',
  PUSH_IN_DOUBT: ({ count }) =>
    `An earlier push of ${count} addresses has an unknown outcome. Check whether they arrived, then set inDoubt: push sends them again, skip leaves them out.`,
}

/**
 * An error that stops a workflow. Its `code` says which one, and its `context` depends on the code.
 *
 * @example
 * ```ts
 * import { idBatches, isWorkflowError } from '@custody-wallet/client/workflows'
 *
 * const error = await idBatches(['order-1', 'order,2'], { maximum: 100 }).catch((reason: unknown) => reason)
 * if (isWorkflowError(error, 'ID_HAS_SEPARATOR')) console.log(`ids[${error.context.index}]`) // ids[1]
 * ```
 */
export class WorkflowError<Code extends WorkflowErrorCode = WorkflowErrorCode> extends Error {
  override readonly name: string = 'WorkflowError'
  readonly code: Code
  readonly context: WorkflowErrorContexts[Code]

  constructor(code: Code, context: WorkflowErrorContexts[Code], options: ErrorOptions = {}) {
    super(messages[code](context), options)
    this.code = code
    this.context = context
  }
}

/**
 * Tells whether a value is an error of a workflow, and has the given code. It works across copies of the package.
 *
 * @example
 * ```ts
 * import { isWorkflowError, WorkflowError } from '@custody-wallet/client/workflows'
 *
 * const error: unknown = new WorkflowError('CURSOR_STUCK', {})
 * console.log(isWorkflowError(error), isWorkflowError(error, 'ABORTED')) // true false
 * ```
 */
export function isWorkflowError<Code extends WorkflowErrorCode = WorkflowErrorCode>(
  value: unknown,
  code?: Code,
): value is WorkflowError<Code> {
  if (!(value instanceof Error) || value.name !== 'WorkflowError' || !('code' in value)) return false
  return code === undefined ? Object.hasOwn(messages, String(value.code)) : value.code === code
}
