// Words for what is wrong, in a module of its own: it is loaded when something is.
import { type OperationId, operations } from '@custody-wallet/types/operations'
import { explain } from '@custody-wallet/types/validate'

import type { ErrorIssue } from './tree.ts'

/** What is wrong with a value of a call, by place and rule. */
export const issuesFor = (
  operation: OperationId,
  side: 'parameters' | 'answer',
  value: unknown,
): readonly ErrorIssue[] =>
  explain(operations[operation].schemas[side], value).map(({ pointer, message }) => ({ pointer, message }))
