import { expect, expectTypeOf, test } from 'vitest'

import { isWorkflowError, LookUpError, WorkflowError } from '../../src/workflows/index.ts'

test.each([
  [
    new WorkflowError('FILE_BROKEN', { table: 'custody_journal', name: 'pushes' }),
    'A row of pushes in the table custody_journal is corrupted. Nothing was changed. Restore its rows from a backup; claims in other tables may be newer.',
  ],
  [
    new WorkflowError('FILE_BROKEN', { table: 'custody_journal' }),
    'The table custody_journal is corrupted. Nothing was changed. Restore its rows from a backup; claims in other tables may be newer.',
  ],
  [
    new WorkflowError('STATE_CHANGED', { kind: 'checkpoint', name: 'deposits' }),
    'Another process has changed the checkpoint deposits. Run this work in one process at a time, and restart this one.',
  ],
  [new WorkflowError('ID_EMPTY', { index: 2 }), 'ids[2] is empty. Remove it.'],
  [
    new LookUpError('ABORTED', { found: [], missing: [], failed: [], remaining: ['order-1'] }),
    'The signal aborted the workflow. Run it again to continue.',
  ],
])('an error says what happened and what to do: %o', (error, message) => {
  expect(error.message).toBe(message)
  expect(isWorkflowError(error, error.code)).toBe(true)
})

test('the code of an error determines the type of its context', () => {
  const error: unknown = new WorkflowError('OUTPUTS_DISAGREE', { member: 'status', count: 2 })
  const field = isWorkflowError(error, 'OUTPUTS_DISAGREE') ? error.context.member : undefined
  expectTypeOf(field).toEqualTypeOf<string | undefined>()
  expect([field, isWorkflowError(error, 'ABORTED')]).toEqual(['status', false])
  // @ts-expect-error -- this error needs the table
  void (() => new WorkflowError('FILE_BROKEN', {}))
})
