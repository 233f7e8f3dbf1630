import { type Break, createBreaks, lookup, stakes } from './break.ts'

const second = 'named by a number.\n    type: object\n    additionalProperties: false\n'

/** Breaks of the contents of sealed requests. */
export const requests: readonly Break[] = [
  ...createBreaks('custody/request-fields', lookup, {
    'a request that takes unknown fields': {
      replace: 'additionalProperties: false\n',
      by: '',
      says: /^Set additionalProperties of the request Withdrawal look-up to false/,
      line: 'title: Withdrawal look-up',
    },
    'an alternative of a request that takes unknown fields': {
      file: stakes,
      replace: 'after a record.\n    type: object\n    additionalProperties: false\n',
      by: 'after a record.\n    type: object\n    additionalProperties: true\n',
      says: /^Set additionalProperties of the request From a record to false/,
    },
  }),
  ...createBreaks('custody/filled-fields', stakes, {
    'a request whose filled-in field is an ordinary one': {
      file: lookup,
      replace: 'charset: { $ref: ./fields.yaml#/Charset }',
      by: 'charset: { $ref: ./fields.yaml#/RequestId }',
      says: /^Give this request the field charset with the mark x-filled: the codec adds it on v2/,
    },
    'an alternative of a request that does not require what the codec fills in': {
      replace: `${second}    required: [time, charset, max_id]`,
      by: `${second}    required: [time, max_id]`,
      says: /^Require charset in this request: the codec adds it on mpc/,
    },
    'a request with a filled-in field of another family': {
      replace: '      time: { $ref: ./fields.yaml#/Time }\n',
      by: '      time: { $ref: ./fields.yaml#/Time }\n      version: { $ref: ./fields.yaml#/Version }\n',
      says: /^Remove version from this request, or its mark x-filled: the codec does not add it on mpc/,
    },
  }),
]
