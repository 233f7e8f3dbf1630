import { type Break, createBreaks, states } from './break.ts'

const failedValue = '    - { value: 4, meaning: It failed, final: true, source: interface, advice: Stop. }\n'
const observedValue = '    - { value: 1, meaning: Observed in `stake`, source: interface }\n'

/** Breaks of lists of known values. */
export const values: readonly Break[] = createBreaks('custody/known-values', states, {
  'known values that do not ascend': {
    replace: 'value: 3,',
    by: 'value: 7,',
    says: /^Move the value 4 up: values ascend/,
    line: failedValue.trim(),
  },
  'an enum of numbers without a name for each value': {
    replace: '[FAILED, SUCCEEDED]',
    by: '[FAILED]',
    says: /^Give the enum one x-enum-varnames for each value/,
    line: 'enum: [4, 5]',
  },
  'a known value that is listed twice': {
    replace: 'value: 3,',
    by: 'value: 4,',
    says: /^List the value 4 once/,
    line: failedValue.trim(),
  },
  'two known values with one meaning': {
    replace: 'meaning: It is on its way',
    by: 'meaning: It failed',
    says: /^Change the meaning "It failed"/,
    line: failedValue.trim(),
  },
  'a known value without `final`': {
    replace: 'meaning: It is on its way, final: false',
    by: 'meaning: It is on its way',
    says: /^Say whether the value 3 is final/,
    besides: ['custody/known-values'],
  },
  'a state without advice': {
    replace: 'source: documented, advice: Wait.',
    by: 'source: documented',
    says: /^Add advice to the value 3: say what a merchant does about a record in this state/,
  },
  'advice on a value that is not a state': {
    replace: 'meaning: Observed in `stake`,',
    by: 'meaning: Observed in `stake`, advice: Wait.,',
    says: /^Remove the advice of the value 1: it is not a state/,
  },
  'an open enum with a value whose meaning is not known': {
    replace: 'enum: [4, 5]\n      x-enum-varnames: [FAILED, SUCCEEDED]',
    by: 'enum: [4, 5, 6]\n      x-enum-varnames: [FAILED, SUCCEEDED, OTHER]',
    says: /^List 6 in x-known-values with the source interface, or remove it from the enum/,
  },
  'an open enum with a value that the interface does not explain': {
    replace: 'enum: [4, 5]\n      x-enum-varnames: [FAILED, SUCCEEDED]',
    by: 'enum: [3, 4, 5]\n      x-enum-varnames: [OTHER, FAILED, SUCCEEDED]',
    says: /^List 3 in x-known-values with the source interface, or remove it from the enum/,
  },
  'a value of the interface that the enum lacks': {
    replace: 'enum: [4, 5]\n      x-enum-varnames: [FAILED, SUCCEEDED]',
    by: 'enum: [5]\n      x-enum-varnames: [SUCCEEDED]',
    says: /^Add 4 to the enum, or name/,
    line: failedValue.trim(),
  },
  'a closed enum without known values': {
    replace: `  examples: [1]\n  x-known-values:\n${observedValue}`,
    by: '  enum: [1]\n  x-enum-varnames: [STAKE]\n  examples: [1]\n',
    says: /^List 1 in x-known-values with the source interface, or remove it from the enum/,
  },
  'a value of the interface that no enum lists': {
    replace: 'title: Staking transaction type',
    by: 'title: Kind of transaction',
    says: /^Add 1 to the enum, or name another source for it/,
    line: observedValue.trim(),
  },
})
