import { type Keys, createKeys } from '../../suites/encryption/messages.ts'

/** Keys of both sides, made once for all tests: making them takes longer than most tests. */
export const keys: Keys = createKeys()
