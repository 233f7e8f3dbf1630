import { RecordStateError } from '../errors.ts'

/** Values of `saas_status` and `company_status`, the decisions of platform and merchant. */
export const audits = { open: 0, approved: 1, rejected: 2 } as const

export type Auditor = 'merchant' | 'platform'

/** Field with the decision of each side. */
export const auditFields: { readonly merchant: 'company_status'; readonly platform: 'saas_status' } = {
  merchant: 'company_status',
  platform: 'saas_status',
}

/** Rejects a second approval by the same side, which would have no effect. */
export function checkFirstApproval(id: number, by: Auditor, value: number): void {
  if (value !== audits.approved) return
  const otherAuditor = by === 'merchant' ? 'platform' : 'merchant'
  throw new RecordStateError(`withdrawal ${id} is approved by the ${by} already: approve it as the ${otherAuditor}.`)
}
