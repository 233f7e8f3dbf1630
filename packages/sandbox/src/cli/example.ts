import { operations } from '@custody-wallet/types/operations'

import { firstUser } from '../seed.ts'

const { getAccount, registerAddresses } = operations

const symbol = 'BTC'
const addresses = ['demo-address-1', 'demo-address-2']

/** Where the commands call the sandbox. */
export interface Place {
  /** Address of the plain view. */
  readonly plain: string
  readonly control: {
    readonly url: string
    readonly token: string
  }
}

/** Commands for a shell that work in this order, as often as wanted. */
export const exampleOf = ({ plain, control }: Place): readonly string[] => [
  `curl ${json({ symbol, addresses, memo: false })} ${plain}${registerAddresses.path}`,
  `curl '${plain}${getAccount.path}?uid=${firstUser}&symbol=${symbol}'`,
  `curl -H 'Authorization: Bearer ${control.token}' ${json({ symbol, to: addresses[0], amount: '0.5' })} ${control.url}/chain/pay`,
]

const json = (body: object): string => `--json '${JSON.stringify(body)}'`

/** What the commands do. */
export const exampleSays = 'register addresses, assign one to a user, pay to it'

/** What completes the payment. */
export const exampleGoesOn = ({ control }: Pick<Place, 'control'>): string =>
  `Three blocks credit the payment: wait for 30 minutes, or send {"blocks":3} to ${control.url}/chain/mine with the same token.`
