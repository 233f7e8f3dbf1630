import { shellJson, shellQuoted } from '@custody-wallet/server/cli'
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
  controlled(control, '/chain/pay', { symbol, to: addresses[0], amount: '0.5' }),
  controlled(control, '/chain/mine', { blocks: 3 }),
]

const controlled = ({ url, token }: Place['control'], path: string, body: object): string =>
  `curl -H ${shellQuoted(`Authorization: Bearer ${token}`)} ${json(body)} ${url}${path}`

const json = (body: object): string => `--json ${shellJson(JSON.stringify(body))}`

/** What the commands do. */
export const exampleSays = 'register addresses, assign one to a user, pay to it, and mine three blocks'

/** What the blocks change. */
export const exampleGoesOn =
  'The blocks credit the payment: run the second command again to see the new balance.'
