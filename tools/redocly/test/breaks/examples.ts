import { type Break, createBreaks, mpc, token, v1, v2 } from './break.ts'

const failure = '            failure: { $ref: ../schemas/failure.yaml }\n'

/** Breaks of the responses and examples that every operation has. */
export const examples: readonly Break[] = [
  ...createBreaks('custody/failure-response', mpc, {
    'an operation without a failure response': {
      replace: failure,
      by: '',
      says: /^Give the 200 response of listStakes an example named failure/,
      line: "'200':",
    },
    'a failure with the number of a success': {
      file: token,
      replace: 'code: 1005',
      by: 'code: 0',
      says: /^Give this failure example a code other than 0/,
    },
    'a failure with the text of a success, once, however many operations show it': {
      file: 'schemas/failure.yaml',
      replace: "code: '100004'",
      by: "code: '0'",
      says: /^Give this failure example a code other than 0/,
    },
  }),
  ...createBreaks('custody/named-examples', v1, {
    'a request without a typical example': {
      file: mpc,
      replace: "typical: { value: { time: 1767225600000, charset: utf-8, max_id: '0' } }",
      by: "usual: { value: { time: 1767225600000, charset: utf-8, max_id: '0' } }",
      says: /^Give the request of listStakes an example named typical/,
      line: 'examples:',
    },
    'a response without a typical example': {
      file: token,
      replace: 'typical:',
      by: 'usual:',
      says: /^Give the response of getToken an example named typical/,
      line: 'examples:',
    },
    'a sealed response without a typical example': {
      replace: 'typical: { value: [{ request_id: dep-1 }] }',
      by: 'usual: { value: [{ request_id: dep-1 }] }',
      says: /^Give the response of notifyDeposit an example named typical/,
      line: 'examples:',
    },
    'a list without an empty example': {
      file: v2,
      replace: '            empty: { value: { data: [] } }\n',
      by: '',
      says: /^Give the response of listWithdrawals, which is a list, an example named empty/,
      line: 'examples:',
    },
    'a sealed list without an empty example': {
      replace: '        empty: { value: [] }\n',
      by: '',
      says: /^Give the response of notifyDeposit, which is a list, an example named empty/,
      line: 'examples:',
    },
  }),
  ...createBreaks('no-invalid-media-type-examples', v2, {
    'an example of a sealed request that breaks its schema': {
      replace: 'ids: [wd-1]',
      by: 'ids: []',
      says: /`ids` property must NOT have fewer than 1 items/,
    },
    'an example of a sealed response that breaks its schema': {
      file: v1,
      replace: 'typical: { value: [{ request_id: dep-1 }] }',
      by: 'typical: { value: [{ request_id: 1 }] }',
      says: /`request_id` property type must be string/,
    },
    'an example of a sealed request with an unknown field': {
      file: mpc,
      replace: "max_id: '0' } }",
      by: "max_id: '0', from: 1 } }",
      says: /must NOT have additional properties `from`/,
      besides: Array<string>(3).fill('no-invalid-media-type-examples'),
    },
  }),
]
