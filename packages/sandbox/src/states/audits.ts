import { RecordStateError } from './table.ts'

/** Values of `saas_status` and `company_status`: what the platform and the merchant decide about a record. */
export const audits = { open: 0, approved: 1, rejected: 2 } as const

/** Who audits a withdrawal. */
export type Auditor = 'merchant' | 'platform'

/** The field with the decision of each side. */
export const auditFields: { readonly merchant: 'company_status'; readonly platform: 'saas_status' } = {
  merchant: 'company_status',
  platform: 'saas_status',
}

/** Rejects a second approval of one side, which would change nothing. */
export function checkFirstApproval(id: number, by: Auditor, value: number): void {
  if (value !== audits.approved) return
  const otherAuditor = by === 'merchant' ? 'platform' : 'merchant'
  throw new RecordStateError(
    `withdrawal ${id} is approved by the ${by} already: it waits for the ${otherAuditor}.`,
  )
}
