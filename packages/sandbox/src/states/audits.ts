/** Values of `saas_status` and `company_status`: what the platform and the merchant decide about a record. */
export const audits = { open: 0, approved: 1, rejected: 2 } as const
