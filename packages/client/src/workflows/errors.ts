/**
 * Contexts by code. They contain no ids, addresses or amounts. `index` is the index in the list that the caller passed.
 */
interface WorkflowErrorContexts {
  /** `count`: ids that a look-up left out. */
  readonly ABORTED: { readonly count?: number }
  readonly ADDRESS_INVALID: { readonly index: number }
  readonly BATCH_PARTIAL: { readonly count: number }
  readonly BATCH_STUCK: { readonly count: number }
  readonly CHECKPOINT_MISMATCHED: object
  readonly CURSOR_STUCK: object
  /** `name`: name of the checkpoint, journal or ids in the row. Absent if the whole table is affected. */
  readonly FILE_BROKEN: { readonly table: string; readonly name?: string }
  readonly ID_EMPTY: { readonly index: number }
  readonly ID_HAS_SEPARATOR: { readonly index: number }
  readonly ID_TOO_LONG: { readonly index: number }
  readonly JOURNAL_IN_USE: object
  readonly MEMO_ONE_ADDRESS: { readonly count: number }
  /** `field`: name of the field whose values differ. */
  readonly OUTPUTS_DISAGREE: { readonly count: number; readonly member: string }
  readonly PULL_DESTRUCTIVE: object
  readonly PUSH_IN_DOUBT: { readonly count: number }
  readonly STATE_CHANGED: { readonly kind: 'checkpoint' | 'journal'; readonly name: string }
}

const messages: {
  readonly [Code in keyof WorkflowErrorContexts]: (context: WorkflowErrorContexts[Code]) => string
} = {
  ABORTED: () => 'The signal aborted the workflow. Run it again to continue.',
  ADDRESS_INVALID: ({ index }) =>
    `addresses[${index}] is empty or contains a comma, white space or a lone surrogate. Correct it.`,
  BATCH_PARTIAL: ({ count }) =>
    `The look-up failed for ${count} ids. See \`cause\` for the reason and \`outcome\` for what was found. Look up the other ids again.`,
  BATCH_STUCK: ({ count }) =>
    `The service returned a full batch that contains none of the ${count} requested ids. Look up fewer ids at a time.`,
  CHECKPOINT_MISMATCHED: () =>
    'The checkpoint belongs to other records. Use a separate checkpoint for each type of record.',
  CURSOR_STUCK: () =>
    'The service returned a full page without a record after the cursor, so paging cannot continue. Report it to the service.',
  FILE_BROKEN: ({ table, name }) =>
    `${name === undefined ? 'The table' : `A row of ${name} in the table`} ${table} is corrupted. Nothing was changed. Restore its rows from a backup; claims in other tables may be newer.`,
  ID_EMPTY: ({ index }) => `ids[${index}] is empty. Remove it.`,
  ID_HAS_SEPARATOR: ({ index }) => `ids[${index}] contains the character that separates the ids of a call. Remove it.`,
  ID_TOO_LONG: ({ index }) => `ids[${index}] is too long for the URL of a call. Remove it, or raise maxUrlLength.`,
  JOURNAL_IN_USE: () => 'Another run is registering addresses of this coin with the same journal. Wait until it ends.',
  MEMO_ONE_ADDRESS: ({ count }) => `A coin with memos has exactly one address, not ${count}. Register one address.`,
  OUTPUTS_DISAGREE: ({ member: field, count }) =>
    `The ${count} outputs of one deposit have different values of ${field}. Correct them.`,
  PULL_DESTRUCTIVE: () =>
    'Under this profile, a pull removes what it returns, so a lost response or a crash would lose withdrawals. Call withdrawals.pull yourself, and save its response before you use it.',
  PUSH_IN_DOUBT: ({ count }) =>
    `An earlier push of ${count} addresses has an unknown outcome. Check whether the addresses of listPushesInDoubt arrived, then set inDoubt: push sends them again, skip leaves them out.`,
  STATE_CHANGED: ({ kind, name }) =>
    `Another process has changed the ${kind} ${name}. Run this work in one process at a time, and restart this one.`,
}

/**
 * An error that stops a workflow. Its `context` depends on its `code`.
 *
 * @example
 * ```ts
 * import { isWorkflowError, WorkflowError } from '@custody-wallet/client/workflows'
 *
 * const error: unknown = new WorkflowError('ID_HAS_SEPARATOR', { index: 1 })
 * if (isWorkflowError(error, 'ID_HAS_SEPARATOR')) console.log(`ids[${error.context.index}]`) // ids[1]
 * ```
 */
export class WorkflowError<Code extends keyof WorkflowErrorContexts = keyof WorkflowErrorContexts> extends Error {
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
 * Checks whether a value is an error of a workflow and has the given code. It works across copies of the package.
 *
 * @example
 * ```ts
 * import { isWorkflowError, WorkflowError } from '@custody-wallet/client/workflows'
 *
 * const error: unknown = new WorkflowError('CURSOR_STUCK', {})
 * console.log(isWorkflowError(error), isWorkflowError(error, 'ABORTED')) // true false
 * ```
 */
export function isWorkflowError<Code extends keyof WorkflowErrorContexts = keyof WorkflowErrorContexts>(
  value: unknown,
  code?: Code,
): value is WorkflowError<Code> {
  if (!(value instanceof Error) || value.name !== 'WorkflowError' || !('code' in value)) return false
  return code === undefined ? Object.hasOwn(messages, String(value.code)) : value.code === code
}
