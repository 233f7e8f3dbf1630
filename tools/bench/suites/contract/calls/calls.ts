import type { operations, paths } from '@custody-wallet/types/plain'
// One call of every operation, with the parameters of its example: what the compiler of a caller has to check. The
// suite times this file alone; the type check of the folder covers it like any other.
import createClient from 'openapi-fetch'

const custody = createClient<paths>({ baseUrl: 'http://127.0.0.1:4000' })

const staking = { staking_protocol: 'babylon' }
const resources = { resource_chain: 'tron' }

export const calls = {
  getToken: () => custody.GET('/open-api/v1/merchant/token'),
  listWithdrawals: () =>
    custody.GET('/api/v2/billing/withdrawList', {
      params: { query: { ids: ['wd-20260101-0001', 'wd-20260101-0002'] } },
    }),
  getAccount: () =>
    custody.GET('/api/v2/account/getByUidAndSymbol', { params: { query: { uid: 10_042, symbol: 'BTC' } } }),
  syncDeposits: () =>
    custody.GET('/api/v2/billing/syncDepositList', { params: { query: { max_id: '771204' } } }),
  syncMinerFees: () =>
    custody.GET('/api/v2/billing/syncMinerFeeList', { params: { query: { max_id: 33_119 } } }),
  findUser: () => custody.GET('/api/v2/user/info', { params: { query: { email: 'user@custody.example' } } }),
  listNetworks: () => custody.GET('/api/mpc/wallet/open_coin'),
  listMpcWithdrawals: () =>
    custody.GET('/api/mpc/billing/withdraw_list', { params: { query: { ids: ['mpc-20260101-0001'] } } }),
  getStakingDetails: () =>
    custody.GET('/api/mpc/{staking_protocol}/details', {
      params: { path: staking, query: { ids: ['5021'] } },
    }),
  listStakes: () =>
    custody.GET('/api/mpc/{staking_protocol}/stake_list', {
      params: { path: staking, query: { max_id: '5020' } },
    }),
  listDelegations: () =>
    custody.GET('/api/mpc/{resource_chain}/delegate/trans_list', {
      params: { path: resources, query: { ids: ['dlg-20260101-0001'] } },
    }),
  countAvailableAddresses: () => custody.POST('/api/v1/address/available', { body: { symbol: 'BTC' } }),
  pullWithdrawals: () => custody.POST('/api/v1/withdraw/consume', { body: { symbol: 'BTC' } }),
  notifyDeposit: () =>
    custody.POST('/api/v1/deposit/notify', {
      body: {
        request_id: 'dep-btc-4d1f0c6b-bc1qexample',
        address_from: '',
        address_to: 'bc1qexampledepositaddress0000000000000000',
        txid: '4d1f0c6ba5ff54ab0a0e0c6b6f5a3b9ddc1d1cf1f7a8f52b5f0c2a7d3e9b8a10',
        amount: '0.5',
        confirm: 3,
        symbol: 'BTC',
        balance: '12.75',
        status: 1,
      },
    }),
  registerAddresses: () =>
    custody.POST('/api/v1/address/register', {
      body: {
        symbol: 'BTC',
        addresses: ['bc1qexampledepositaddress0000000000000000', 'bc1qexamplecustomeraddress000000000000000'],
        memo: false,
      },
    }),
  notifyInternal: () =>
    custody.POST('/api/v1/internal/notify', {
      body: {
        address_from: '0xExampleUserAddress000000000000000000000',
        address_to: '0xExampleCollectionAddress00000000000000',
        txid: '4d1f0c6ba5ff54ab0a0e0c6b6f5a3b9ddc1d1cf1f7a8f52b5f0c2a7d3e9b8a10',
        amount: '250',
        fee: '0.0021',
        confirm: 12,
        symbol: 'USDT',
        balance: '18400.5',
      },
    }),
  cancelWithdrawal: () =>
    custody.POST('/api/v1/withdraw/cancel', {
      body: { symbol: 'BTC', trans_id: 30_021, msg: 'address refused by the payment desk' },
    }),
} satisfies {
  readonly [Id in keyof operations]: () => Promise<{ readonly response: Response; readonly data?: unknown }>
}
