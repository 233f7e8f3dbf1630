// Words for what is wrong, in a module of its own: it is loaded when something is.
import { type OperationId, operations } from '@custody-wallet/types/operations'
import { explain } from '@custody-wallet/types/validate'

import { stepForList } from './split.ts'
import { AnswerError, type ErrorIssue, ParametersError } from './tree.ts'

/** The error of parameters that break a rule of their call, by place and rule. */
export const parametersError = (operation: OperationId, parameters: unknown): ParametersError =>
  new ParametersError('PARAMETERS_INVALID', operation, issuesFor(operation, 'parameters', parameters), {
    next: stepForList(operation, parameters),
  })

/** The error of an answer that breaks the contract. */
export const answerError = (operation: OperationId, answer: unknown): AnswerError =>
  new AnswerError('ANSWER_INVALID', operation, { issues: issuesFor(operation, 'answer', answer) })

const issuesFor = (
  operation: OperationId,
  side: 'parameters' | 'answer',
  value: unknown,
): readonly ErrorIssue[] =>
  explain(operations[operation].schemas[side], value).map(({ pointer, message }) => ({ pointer, message }))
