import { operations } from '@custody-wallet/types/operations'

import { firstUser } from '../seed.ts'

const { countAvailableAddresses, getAccount, registerAddresses } = operations

const symbol = 'BTC'
const addresses = ['demo-address-1', 'demo-address-2']

/** Address of the control port, and its token. */
interface ControlPlace {
  readonly url: string
  readonly token: string
}

export interface Place {
  readonly plain: string
  readonly control?: ControlPlace | undefined
}

const post = (url: string, body: object, options = ''): string =>
  `curl ${options}--json '${JSON.stringify(body)}' ${url}`

const pay = ({ url, token }: ControlPlace): string =>
  post(
    `${url}/chain/pay`,
    { symbol, to: addresses[0], amount: '0.5' },
    `-H 'Authorization: Bearer ${token}' `,
  )

/** Commands for a shell that work in this order, as often as wanted. */
export const exampleOf = ({ plain, control }: Place): readonly string[] => [
  post(`${plain}${registerAddresses.path}`, { symbol, addresses, memo: false }),
  `curl '${plain}${getAccount.path}?uid=${firstUser}&symbol=${symbol}'`,
  control ? pay(control) : post(`${plain}${countAvailableAddresses.path}`, { symbol }),
]

/** What the commands do. */
export const exampleSays = ({ control }: Pick<Place, 'control'>): string =>
  `register addresses, assign one to a user, ${control ? 'pay to it' : 'count the others'}`
