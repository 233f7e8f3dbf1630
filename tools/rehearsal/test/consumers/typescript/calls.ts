// One typed call of each family, made to the mock: token, v2, MPC and v1.
import { type Custody, isCustodyError, type PendingWithdrawals } from '@custody-wallet/client'
import { createCustodyFromEnv } from '@custody-wallet/client/env'

const custody: Custody = createCustodyFromEnv()

const token: string = (await custody.token.get()).access_token
const nickname: string | undefined = (await custody.users.find({ email: 'user@custody.example' })).nickname
const [network] = (await custody.networks.list()).open_main_chain
const symbol: string | undefined = network?.symbol
const withdrawals: PendingWithdrawals = await custody.withdrawals.pull({ symbol: 'BTC' })
console.log([token.length > 0, nickname !== undefined, symbol, withdrawals.length].join(' '))

try {
  await custody.accounts.get({ uid: 10_042, symbol: 'BTC' }, { signal: AbortSignal.abort() })
} catch (error) {
  if (!isCustodyError(error, 'ABORTED')) throw error
  const { family }: { family: 'token' | 'v2' | 'mpc' | 'v1' } = error
  console.log(family)
}
