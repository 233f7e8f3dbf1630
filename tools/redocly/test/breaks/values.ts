import { type Break, states } from './break.ts'

const failed = '    - { value: 4, meaning: It failed, final: true, source: interface }\n'
const observed = '    - { value: 1, meaning: Observed in `stake`, source: interface }\n'

/** Breaks of lists of known values. */
export const values: readonly Break[] = [
  {
    breaks: 'known values that do not ascend',
    file: states,
    replace: 'value: 3,',
    by: 'value: 7,',
    rule: 'custody/known-values',
    says: /^Move the value 4 up: values ascend/,
    line: failed.trim(),
  },
  {
    breaks: 'a known value that is listed twice',
    file: states,
    replace: 'value: 3,',
    by: 'value: 4,',
    rule: 'custody/known-values',
    says: /^List the value 4 once/,
    line: failed.trim(),
  },
  {
    breaks: 'two known values with one meaning',
    file: states,
    replace: 'meaning: It is on its way',
    by: 'meaning: It failed',
    rule: 'custody/known-values',
    says: /^Word the meaning "It failed" differently/,
    line: failed.trim(),
  },
  {
    breaks: 'a known value of which nobody says whether it is final',
    file: states,
    replace: 'meaning: It is on its way, final: false',
    by: 'meaning: It is on its way',
    rule: 'custody/known-values',
    says: /^Say whether the value 3 is final/,
    line: '- { value: 3, meaning: It is on its way, source: documented }',
  },
  {
    breaks: 'an open enum with a value whose meaning is not known',
    file: states,
    replace: 'enum: [4, 5]',
    by: 'enum: [4, 5, 6]',
    rule: 'custody/known-values',
    says: /^List 6 in x-known-values with the source interface, or take it out of the enum/,
    line: 'enum: [4, 5, 6]',
  },
  {
    breaks: 'an open enum with a value that the interface does not explain',
    file: states,
    replace: 'enum: [4, 5]',
    by: 'enum: [3, 4, 5]',
    rule: 'custody/known-values',
    says: /^List 3 in x-known-values with the source interface, or take it out of the enum/,
    line: 'enum: [3, 4, 5]',
  },
  {
    breaks: 'a value of the interface that the enum lacks',
    file: states,
    replace: 'enum: [4, 5]',
    by: 'enum: [5]',
    rule: 'custody/known-values',
    says: /^Add 4 to the enum of what the interface explains/,
    line: failed.trim(),
  },
  {
    breaks: 'a closed enum without known values',
    file: states,
    replace: `  examples: [1]\n  x-known-values:\n${observed}`,
    by: '  enum: [1]\n  examples: [1]\n',
    rule: 'custody/known-values',
    says: /^List 1 in x-known-values with the source interface, or take it out of the enum/,
    line: 'enum: [1]',
  },
  {
    breaks: 'a value of the interface without an enum that nobody excepted',
    file: states,
    replace: 'title: Staking transaction type',
    by: 'title: Kind of transaction',
    rule: 'custody/known-values',
    says: /^Add 1 to the enum of what the interface explains, or name another source for it/,
    line: observed.trim(),
  },
]
