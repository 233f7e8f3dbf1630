import { base, type Break, createBreaks, token } from './break.ts'

const sentence = /^Begin the description with a capital letter but no article, and end it with a full stop\.$/

/** Breaks of the code tables, the table of contents and the wording. */
export const root: readonly Break[] = [
  ...createBreaks('custody/code-table', base, {
    'a code that is listed twice': {
      replace: 'code: 1005',
      by: 'code: 0',
      says: /^List the code 0 once: the table of token has it already/,
      besides: ['custody/code-table'],
    },
    'a code that an included table lists': {
      replace: "code: '200004'",
      by: "code: '100004'",
      says: /^List the code 100004 once: the table of mpc has it already/,
    },
    'a code of another type than its family responses': {
      replace: "code: '100004'",
      by: 'code: 100004',
      says: /^Write the code 100004 as a text: v2 responses do/,
    },
    'a code of a failure that the interface is said to explain': {
      replace: 'meaning: A parameter is wrong\n        source: documented',
      by: 'meaning: A parameter is wrong\n        source: interface',
      says: /^Name another source for the code 100004: the interface explains only 0/,
    },
    'a code of a failure without a remedy': {
      replace: '        remedy: Set the clock.\n',
      by: '',
      says: /^Add remedy to the code 1005: a failure has cause, remedy, repeat/,
      line: '- code: 1005',
    },
    'a code of a success with a cause': {
      replace: "code: '0', meaning: The call succeeded",
      by: "code: '0', meaning: The call succeeded, cause: Luck.",
      says: /^Remove cause from the code 0: a success needs no help/,
    },
  }),
  ...createBreaks('custody/path-file', base, {
    'a path whose file has another name': {
      replace: '  /api/mpc/stakes:',
      by: '  /api/mpc/stakes/list:',
      says: /^Describe the path \/api\/mpc\/stakes\/list in \.\/paths\/api@mpc@stakes@list\.yaml/,
    },
  }),
  ...createBreaks('rule/summary', token, {
    'a summary that begins with an unusual verb': {
      replace: 'summary: Get an',
      by: 'summary: Fetch an',
      says: /^Begin the summary with a verb that other summaries use/,
    },
    'a summary with a full stop': {
      replace: 'summary: Get an access token',
      by: 'summary: Get an access token.',
      says: /end it without a full stop/,
    },
  }),
  ...createBreaks('rule/tag-sentence', base, {
    'a tag without a full stop': {
      replace: 'One call of each family.',
      by: 'One call of each family',
      says: sentence,
    },
  }),
  ...createBreaks('rule/operation-sentence', token, {
    'an operation that is described in lower case': {
      replace: 'Returns a token.',
      by: 'returns a token.',
      says: sentence,
    },
  }),
  ...createBreaks('rule/parameter-sentence', token, {
    'a parameter whose description begins with an article': {
      replace: 'Moment of the call.',
      by: 'A time of the call.',
      says: sentence,
    },
  }),
  ...createBreaks('rule/response-sentence', token, {
    'a response whose description begins with an article': {
      replace: 'Access token, or a failure.',
      by: 'The access token, or a failure.',
      says: sentence,
    },
  }),
  ...createBreaks('rule/schema-sentence', 'schemas/Outcome.yaml', {
    'a schema whose description does not end': {
      replace: 'description: Outcome of a call.',
      by: 'description: Outcome of a call',
      says: sentence,
    },
  }),
]
