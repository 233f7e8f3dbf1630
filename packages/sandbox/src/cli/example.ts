import { quoteJsonForShell, quoteForShell } from '@custody-wallet/demo/cli'
import { operations } from '@custody-wallet/types/operations'

import { firstUser } from '../seed.ts'

const { getAccount, registerAddresses } = operations

const symbol = 'BTC'
const addresses = ['demo-address-1', 'demo-address-2']

/** Addresses that the commands call. */
export interface SandboxAddresses {
  readonly plain: string
  readonly control: {
    readonly url: string
    readonly token: string
  }
}

/** Lists shell commands to run in this order. They can be repeated. */
export const listExampleCommands = ({ plain, control }: SandboxAddresses): readonly string[] => [
  `curl ${formatJsonOption({ symbol, addresses, memo: false })} ${plain}${registerAddresses.path}`,
  `curl '${plain}${getAccount.path}?uid=${firstUser}&symbol=${symbol}'`,
  formatControlCommand(control, '/chain/pay', { symbol, to: addresses[0], amount: '0.5' }),
  formatControlCommand(control, '/chain/mine', { blocks: 3 }),
]

const formatControlCommand = ({ url, token }: SandboxAddresses['control'], path: string, body: object): string =>
  `curl -H ${quoteForShell(`Authorization: Bearer ${token}`)} ${formatJsonOption(body)} ${url}${path}`

const formatJsonOption = (body: object): string => `--json ${quoteJsonForShell(JSON.stringify(body))}`

export const exampleSummary = 'register addresses, assign one to a user, pay to it, and mine three blocks'

export const exampleNextStep = 'The blocks credit the payment: run the second command again to see the new balance.'
