/**
 * An acceptance test for receivers of notifications, in any language.
 *
 * @example
 * ```ts
 * import { cases } from '@custody-wallet/receiver/verify'
 *
 * for (const { id, title } of cases) console.log(id, title)
 * ```
 *
 * @module
 */
export type { Case, Finding } from './case.ts'
export { cases } from './cases.ts'
export { ProbeError } from './observer.ts'
export { commandProbe, httpProbe } from './probes.ts'
export { caseText, resultText, sheetText, summaryText } from './report.ts'
export type { Account, Probe, Session } from './session.ts'
export {
  type CaseResult,
  type ResultSheet,
  type Verdict,
  type VerifyOptions,
  verifyReceiver,
} from './verify.ts'
