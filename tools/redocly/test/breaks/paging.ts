import { type Break, createBreaks, lookup, mpc, token, v2 } from './break.ts'

/** Breaks of batches, cursors and limits. */
export const paging: readonly Break[] = [
  ...createBreaks('custody/batch-and-cursor', v2, {
    'a batch by a field that the request lacks': {
      replace: 'parameter: ids',
      by: 'parameter: request_ids',
      says: /^Let the x-batch of listWithdrawals name a field of its request of the type array, not request_ids/,
    },
    'a batch by a field that is no list': {
      replace: 'parameter: ids',
      by: 'parameter: charset',
      says: /^Let the x-batch of listWithdrawals name a field of its request of the type array, not charset/,
    },
    'a batch that holds more than its list': {
      file: lookup,
      replace: 'maxItems: 100',
      by: 'maxItems: 50',
      says: /^Set maxItems of ids to 100/,
    },
    'a batch that may be empty': {
      file: lookup,
      replace: 'minItems: 1',
      by: 'minItems: 0',
      says: /^Set minItems of ids to 1/,
    },
    'a batch whose maximum is no limit': {
      replace: 'value: 100',
      by: 'value: 99',
      says: /^Add a limit of 100 to the x-limit of listWithdrawals/,
      line: "x-batch: { parameter: ids, maximum: 100, separator: ',', caps: ids }",
    },
    'a cursor that the request lacks': {
      file: mpc,
      replace: 'parameter: max_id',
      by: 'parameter: after',
      says: /^Let the x-cursor of listStakes name a field of its request of the type string or integer, not after/,
    },
    'a list of ids that is no batch': {
      replace: "  x-batch: { parameter: ids, maximum: 100, separator: ',', caps: ids }\n",
      by: '',
      says: /^Give listWithdrawals an x-batch: its request has the field ids/,
      line: 'get:',
    },
    'a page without a cursor': {
      file: mpc,
      replace: '  x-cursor: { parameter: max_id, record: id, page: 20 }\n',
      by: '',
      says: /^Give listStakes an x-cursor: its request has the field max_id/,
      line: 'get:',
    },
    'a cursor that the records lack': {
      file: mpc,
      replace: 'record: id',
      by: 'record: stake_id',
      says: /^Let the x-cursor of listStakes name a field of the records in its response, not stake_id/,
    },
    'a batch whose ids the records lack': {
      replace: 'caps: ids',
      by: 'record: order_id, caps: ids',
      says: /^Let the x-batch of listWithdrawals name a field of the records in its response, not order_id/,
    },
    'a page whose size is no limit': {
      file: mpc,
      replace: 'page: 20',
      by: 'page: 50',
      says: /^Add a limit of 50 to the x-limit of listStakes/,
    },
  }),
  ...createBreaks('rule/limit-name', token, {
    'a limit whose rule is not in kebab case': {
      replace: 'rule: token-clock',
      by: 'rule: tokenClock',
      says: /^Write the rule of this limit in kebab case/,
    },
  }),
  ...createBreaks('rule/limit-unit', token, {
    'a limit that does not say what it counts': {
      replace: 'unit: seconds',
      by: "unit: ''",
      says: /^Say in the unit of the limit what it counts/,
    },
  }),
]
