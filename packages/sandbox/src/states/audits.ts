/** Values of `saas_status` and `company_status`, the decisions of platform and merchant. */
export const audits = { open: 0, approved: 1, rejected: 2 } as const

export type Auditor = 'merchant' | 'platform'

/** Field with the decision of each side. */
export const auditFields = { merchant: 'company_status', platform: 'saas_status' } as const
