// The handlers and the response of the servers that are measured.
import type { Handlers } from '@custody-wallet/server'

const account = { normal_balance: '1.25', lock_balance: '0', deposit_address: 'bc1qexampledepositaddress' }

export const handlers: Partial<Handlers> = { getAccount: () => account, pullWithdrawals: () => [] }
export const accountResponse: object = { code: '0', msg: 'success', data: account }
