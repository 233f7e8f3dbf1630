import type { Answers, Parameters } from '@custody-wallet/types'
import { answers } from '@custody-wallet/types/validate'

/** Every call asks for the account of one user. */
export const asked: Parameters['getAccount'] = { uid: 10_042, symbol: 'BTC' }

/** What every call is told, as it is on the wire of the plain view. */
export const accountText: string = JSON.stringify({
  code: '0',
  msg: 'success',
  data: { normal_balance: '12.5', lock_balance: '0', deposit_address: 'bc1qexampledepositaddress' },
})

export function accountAnswer(): Answers['getAccount'] {
  const answer: unknown = JSON.parse(accountText)
  if (!answers.getAccount(answer)) throw new TypeError('The account does not fit the contract.')
  return answer
}
