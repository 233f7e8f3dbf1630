import { operations } from '@custody-wallet/types/operations'

import { firstUser } from '../seed.ts'

const { countAvailableAddresses, getAccount, registerAddresses } = operations

const addresses = ['demo-address-1', 'demo-address-2']

const post = (url: string, body: object): string => `curl --json '${JSON.stringify(body)}' ${url}`

/** Commands for a shell that work in this order, as often as wanted. */
export const exampleOf = (plain: string): readonly string[] => [
  post(`${plain}${registerAddresses.path}`, { symbol: 'BTC', addresses, memo: false }),
  `curl '${plain}${getAccount.path}?uid=${firstUser}&symbol=BTC'`,
  post(`${plain}${countAvailableAddresses.path}`, { symbol: 'BTC' }),
]
