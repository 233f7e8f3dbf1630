import { type Break, createBreaks, notification, servers, token, v1, v2 } from './break.ts'

/** Breaks of the family, the envelope and the retry of an operation. */
export const operations: readonly Break[] = [
  ...createBreaks('custody/family', v2, {
    'an operation without a family': {
      replace: '  x-family: v2\n',
      by: '',
      says: /^Give listWithdrawals an x-family/,
      line: 'get:',
    },
    'an operation whose family does not fit its path': {
      replace: 'x-family: v2',
      by: 'x-family: token',
      says: /^Change the x-family of listWithdrawals, or its path \/api\/v2\/billing\/withdrawList/,
      besides: ['custody/envelope', 'custody/family'],
    },
    'an operation whose family does not fit its method': {
      file: v1,
      replace: 'post:',
      by: 'put:',
      says: /^Describe notifyDeposit as a post, not as a put/,
      line: 'x-family: v1',
    },
    'a path without a server': {
      replace: 'servers:\n  - $ref: ../servers.yaml#/base_url\n',
      by: '',
      says: /^Give the path of listWithdrawals the server \{base_url\}, as every path of v2 has/,
    },
    'a path with the server of another family': {
      file: v1,
      replace: '#/v1_url',
      by: '#/base_url',
      says: /^Give notifyDeposit the server \{v1_url\}, as every path of v1 has/,
    },
    'a server with another address': {
      file: servers,
      replace: "url: '{open_platform_url}'\n  variables:\n    open_platform_url:",
      by: "url: '{token_url}'\n  variables:\n    token_url:",
      says: /^Give getToken the server \{open_platform_url\}, as every path of token has/,
      line: '- $ref: ../servers.yaml#/open_platform_url',
      pointsTo: token,
    },
  }),
  ...createBreaks('custody/resource', v2, {
    'an operation without a name for clients': {
      replace: '  x-resource: withdrawals.list\n',
      by: '',
      says: /^Give listWithdrawals an x-resource of the form resource\.verb/,
      line: 'get:',
    },
    'a name for clients that is not a resource with a verb': {
      replace: 'x-resource: withdrawals.list',
      by: 'x-resource: Withdrawals.list.all',
      says: /^Write the x-resource of listWithdrawals in the form resource\.verb/,
    },
    'two operations with one name for clients': {
      file: v1,
      replace: 'x-resource: notifications.deposit',
      by: 'x-resource: token.get',
      says: /^Give notifyDeposit another x-resource: getToken has token\.get/,
    },
  }),
  ...createBreaks('custody/envelope', v1, {
    'a token call with an envelope': {
      file: v2,
      replace: 'x-family: v2',
      by: 'x-family: token',
      says: /^Remove x-envelope from listWithdrawals: operations of token do not have it/,
      line: 'x-envelope:',
      besides: ['custody/family', 'custody/family'],
    },
    'a v1 operation without an envelope': {
      replace: '  x-envelope:\n',
      by: '  x-opened:\n',
      says: /^Give notifyDeposit an x-envelope/,
      line: 'post:',
      besides: ['custody/known-extension'],
    },
    'a v1 operation whose envelope does not speak of the response': {
      replace: '    response:\n',
      by: '    x-response:\n',
      says: /^Give notifyDeposit a response in its x-envelope, even if it is none/,
      line: 'x-envelope:',
      besides: ['custody/known-extension'],
    },
    'a v2 operation whose envelope holds a sealed response': {
      file: v2,
      replace: '  x-envelope:\n',
      by: '  x-envelope:\n    response: none\n',
      says: /^Remove response from listWithdrawals/,
    },
    'an envelope whose schema has no file of its own': {
      replace: 'schema: { $ref: ../schemas/Receipts.yaml }',
      by: 'schema: { type: array, description: Deposits., items: { $ref: ../schemas/fields.yaml#/RequestId } }',
      says: /^Move the response schema of notifyDeposit to a separate file/,
      besides: ['no-invalid-media-type-examples'],
    },
  }),
  ...createBreaks('custody/retry', token, {
    'an operation that does not say whether it may be repeated': {
      replace: '  x-retry: safe\n',
      by: '',
      says: /^Give getToken an x-retry/,
      line: 'get:',
    },
    'an operation that is idempotent by an optional field': {
      file: notification,
      replace: 'required: [request_id, amount]',
      by: 'required: [amount]',
      says: /^Require the field request_id in the request of notifyDeposit/,
      line: 'idempotent: [request_id]',
      pointsTo: v1,
    },
  }),
]
