// The commands of the model: each changes the model and makes the same call to a sandbox. A command is a name and five
// numbers, so that lists of commands can be replayed.
import type { Custody } from '@custody-wallet/client'

import type { Sandbox } from '../../src/index.ts'
import * as model from './model.ts'
import type { Coin, Model, Network, WithdrawalChange } from './model.ts'

/** The sandbox under comparison, and its last snapshot. */
export interface RealSandbox {
  readonly sandbox: Sandbox
  readonly custody: Custody
  readonly appId: string
  /** Address of the PostgreSQL database, if there is one. */
  readonly database: string | undefined
  saved?: Uint8Array
}

/** A command whose numbers were interpreted. */
interface StepPlan {
  readonly says: string
  readonly change: (model: Model) => void
  readonly callSandbox: (real: RealSandbox) => Promise<unknown>
  /** Expected response of an accepted call. */
  readonly expectResponse?: (model: Model) => unknown
}

export type StepName =
  | 'account'
  | 'advance'
  | 'collection'
  | 'createUser'
  | 'delegate'
  | 'delegation'
  | 'internal'
  | 'mine'
  | 'mpc'
  | 'notify'
  | 'pay'
  | 'payer'
  | 'register'
  | 'reorg'
  | 'request'
  | 'requestMpc'
  | 'restore'
  | 'snapshot'
  | 'stake'
  | 'stakeStep'
  | 'withdrawal'

type Numbers = readonly [a: number, b: number, c: number, d: number, e: number]

/** A command as it is replayed. */
export type Step = readonly [name: StepName, ...numbers: Numbers]

const userCoins = ['BTC', 'ETH', 'USDT'] as const
const networks = ['Bitcoin', 'Ethereum', 'Tron'] as const
const scale: Readonly<Record<Coin, bigint>> = { BTC: 100_000n, ETH: 1_000_000n, TRX: 1n, USDT: 100_000_000n }

const pick = <Each>(list: readonly Each[], at: number): Each | undefined => list[at % list.length]
const pickCoin = (at: number): Coin => pick(userCoins, at) ?? 'BTC'
const pickNetwork = (at: number): Network => pick(networks, at) ?? 'Bitcoin'
// Few different amounts, so that notifications often match payments.
const pickAmount = (at: number, coin: Coin): bigint => BigInt(1 + (at % 4)) * 25n * scale[coin]
const pickTxid = (at: number): string => `tx-${at % 6}`

export function formatAmount(units: bigint): string {
  const digits = `${units}`.padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '')
}

/** Interprets a command for a model; `undefined` if it is not possible now. */
type Planner = (model: Model, ...numbers: Numbers) => StepPlan | undefined

const findAddress = ({ places }: Model, uid: number, coin: Coin): string | undefined => places[`${uid} ${coin}`]

export const planners: Readonly<Record<StepName, Planner>> = {
  account(state, a, b) {
    const [uid, coin] = [pick(state.users, a) ?? 0, pickCoin(b)]
    return {
      says: `read the account of user ${uid} in ${coin}`,
      change({ places, pool }) {
        const free = places[`${uid} ${coin}`] ?? pool[coin].shift()
        if (free !== undefined) places[`${uid} ${coin}`] = free
      },
      callSandbox: ({ custody }) => custody.accounts.get({ uid, symbol: coin }),
      expectResponse(after) {
        const { available, locked } = model.getAccount(after, `user ${uid}`, coin)
        const balances = { normal_balance: formatAmount(available), lock_balance: formatAmount(locked) }
        return { ...balances, deposit_address: findAddress(after, uid, coin) ?? '' }
      },
    }
  },

  advance(_, a) {
    const seconds = [0, 1, 30, 60, 61, 120, 3600][a % 7] ?? 0
    return {
      says: `advance by ${seconds} seconds`,
      change: (state) => model.advanceTime(state, seconds * 1000),
      callSandbox: ({ sandbox }) => sandbox.control.time.advance(`${seconds}s`),
    }
  },

  collection(_, a) {
    const isCollecting = a % 2 === 0
    return {
      says: `switch the collection ${isCollecting ? 'on' : 'off'}`,
      change: (state) => void (state.isCollecting = isCollecting),
      callSandbox: ({ sandbox, appId }) => sandbox.control.merchants.update({ appId, autoCollection: isCollecting }),
    }
  },

  createUser({ users }) {
    if (users.length > 3) return undefined
    const uid = 10_002 + users.length
    return {
      says: `create user ${uid}`,
      change: (state) => void state.users.push(uid),
      callSandbox: async ({ sandbox, appId }) => (await sandbox.control.users.create({ appId })).uid,
      expectResponse: () => uid,
    }
  },

  delegate({ delegations }, a) {
    const requestId = createRequestId(delegations)
    const tens = 1 + (a % 200)
    return {
      says: `order ${tens * 10} of bandwidth`,
      change: (state) => model.delegateResources(state, tens),
      callSandbox: ({ sandbox, appId }) =>
        sandbox.control.delegations.create({
          ...createWalletKey(appId, 'TRX'),
          requestId,
          to: 'outside',
          net: tens * 10,
          netPrice: '0.0004',
          serviceChargeRate: '0.05',
        }),
    }
  },

  delegation({ delegations }, a, b) {
    const event = pick(['send', 'fail'] as const, a) ?? 'send'
    const record = pick(delegations, b)
    return (
      record && {
        says: `${event} delegation ${record.id}`,
        change: (state) => model.changeRecord(state, state.delegations, record.id, model.delegationChanges[event]),
        callSandbox: ({ sandbox }) => sandbox.control.delegations[event]({ id: record.id }),
      }
    )
  },

  internal(_, a, b, c) {
    const [coin, amount] = [pickCoin(a), pickAmount(b, pickCoin(a))]
    const [fee, txid] = [BigInt(c % 3) * 10_000n, `fee-${b % 3}`]
    return {
      says: `notify the fee ${formatAmount(fee)} of ${txid} in ${coin}`,
      change: (state) => model.notifyInternal(state, coin, amount, fee, txid),
      callSandbox: ({ custody }) =>
        custody.notifications.internal({
          address_from: 'a',
          address_to: 'b',
          txid,
          amount: formatAmount(amount),
          fee: formatAmount(fee),
          confirm: 1,
          symbol: coin,
          balance: '0',
        }),
    }
  },

  mine(_, a, b, c) {
    const blocks = c % 12 === 0 ? 1010 : 1 + (a % 4)
    const network = b % 2 === 0 ? undefined : pickNetwork(b >> 1)
    return {
      says: `mine ${blocks} blocks of ${network ?? 'every network'}`,
      change(state) {
        for (const each of network ? [network] : networks) model.mineBlocks(state, blocks, each)
      },
      callSandbox: ({ sandbox }) => sandbox.control.chain.mine(blocks, network),
    }
  },

  mpc({ mpc }, a, b) {
    const events = ['approve', 'deny', 'discard', 'fail', 'pay', 'reject'] as const
    const event = pick(events, a) ?? 'pay'
    const record = pick(mpc, b)
    return (
      record && {
        says: `${event} MPC withdrawal ${record.id}`,
        change: (state) => model.changeRecord(state, state.mpc, record.id, model.mpcChanges[event]),
        callSandbox: ({ sandbox }) => sandbox.control.mpcWithdrawals[event]({ id: record.id }),
      }
    )
  },

  notify(state, a, b, c, d, e) {
    const [uid, coin] = [pick(state.users, a) ?? 0, pickCoin(b)]
    const to = findAddress(state, uid, coin)
    const [amount, txid, flag] = [pickAmount(c, coin), pickTxid(d), e % 4 === 0 ? 0 : 1] as const
    const request = `request-${d % 3}-${e % 2}`
    return to === undefined
      ? undefined
      : {
          says: `notify ${request}: ${formatAmount(amount)} ${coin} to user ${uid} in ${txid} with flag ${flag}`,
          change: (next) => model.notifyDeposit(next, { request, uid, coin, txid, amount, flag }),
          callSandbox: ({ custody }) =>
            custody.notifications.deposit({
              request_id: request,
              address_to: to,
              txid,
              amount: formatAmount(amount),
              confirm: model.notifiedConfirmations,
              symbol: coin,
              balance: '0',
              status: flag,
            }),
        }
  },

  pay(state, a, b, c, d) {
    const [uid, coin] = [pick(state.users, a) ?? 0, pickCoin(b)]
    const to = findAddress(state, uid, coin)
    const [amount, txid] = [pickAmount(c, coin), pickTxid(d)]
    return to === undefined
      ? undefined
      : {
          says: `pay ${formatAmount(amount)} ${coin} to user ${uid} in ${txid}`,
          change: (next) => model.payDeposit(next, uid, coin, amount, txid),
          callSandbox: ({ sandbox }) =>
            sandbox.control.chain.pay({ symbol: coin, to, amount: formatAmount(amount), txid }),
        }
  },

  payer(_, a) {
    const payer = a % 2 === 0 ? 'platform' : 'merchant'
    return {
      says: `let the ${payer} pay`,
      change: (state) => void (state.payer = payer),
      callSandbox: ({ sandbox, appId }) => sandbox.control.merchants.update({ appId, payer }),
    }
  },

  register(_, a, b) {
    const coin = pickCoin(a)
    const address = `${coin}-${b % 6}`
    return {
      says: `register ${address}`,
      change({ pool, places }) {
        if (!pool[coin].includes(address) && !Object.values(places).includes(address)) pool[coin].push(address)
      },
      callSandbox: ({ custody }) => custody.addresses.register({ symbol: coin, addresses: [address], memo: false }),
    }
  },

  reorg(_, a, b, c) {
    const [network, depth, shortage] = [pickNetwork(a), 1 + (b % 4), c % 3 === 0 ? undefined : 'shortage'] as const
    return {
      says: `reorganize ${depth} blocks of ${network}${shortage ? ' with a shortage account' : ''}`,
      change: (next) => model.reorganizeChain(next, network, depth, shortage !== undefined),
      callSandbox: ({ sandbox }) => sandbox.control.chain.reorg({ network, depth, shortage }),
    }
  },

  request({ users, withdrawals }, a, b, c, d) {
    const [uid, coin] = [pick(users, a) ?? 0, pickCoin(b)]
    const amount = BigInt(c % 60) * scale[coin]
    // A request_id that exists is rejected.
    const requestId = d % 10 === 0 ? 'request-1' : createRequestId(withdrawals)
    return {
      says: `request ${requestId}: ${formatAmount(amount)} ${coin} of user ${uid}`,
      change: (state) => model.requestWithdrawal(state, { uid, coin, amount, request: requestId }),
      callSandbox: ({ sandbox, appId }) =>
        sandbox.control.withdrawals.request({
          appId,
          uid,
          requestId,
          symbol: coin,
          amount: formatAmount(amount),
          to: 'o',
        }),
    }
  },

  requestMpc(state, a, b) {
    const requestId = createRequestId(state.mpc)
    const amount = BigInt(a % 50) * 1_000_000n
    const uid = pick(state.users, b)
    const to = b % 3 === 0 || uid === undefined ? undefined : findAddress(state, uid, 'BTC')
    return {
      says: `request ${formatAmount(amount)} BTC of the wallet for ${to === undefined ? 'outside' : `user ${uid}`}`,
      change: (next) => model.requestMpc(next, amount, to === undefined ? undefined : uid),
      callSandbox: ({ sandbox, appId }) =>
        sandbox.control.mpcWithdrawals.request({
          ...createWalletKey(appId, 'BTC'),
          requestId,
          to: to ?? 'outside',
          amount: formatAmount(amount),
        }),
    }
  },

  restore: ({ saved }) =>
    saved && {
      says: 'restore the snapshot',
      change: (state) => void Object.assign(state, structuredClone(saved), { saved }),
      callSandbox: ({ sandbox, ...real }) => sandbox.control.restore(real.saved ?? new Uint8Array()),
    },

  snapshot: () => ({
    says: 'take a snapshot',
    change: (state) => void (state.saved = structuredClone({ ...state, saved: undefined })),
    callSandbox: async (real) => void (real.saved = await real.sandbox.control.snapshot()),
  }),

  stake({ stakes }, a) {
    const requestId = createRequestId(stakes)
    const amount = BigInt(a % 40) * 1_000_000n
    return {
      says: `stake ${formatAmount(amount)} BTC`,
      change: (state) => model.stakeCoins(state, amount),
      callSandbox: ({ sandbox, appId }) =>
        sandbox.control.stakes.stake({
          ...createWalletKey(appId, 'BTC'),
          requestId,
          amount: formatAmount(amount),
        }),
    }
  },

  stakeStep({ stakes }, a, b) {
    const event = pick(['unbond', 'unstake', 'unbond', 'unstake', 'fail'] as const, a) ?? 'unbond'
    const record = pick(stakes, b)
    return (
      record && {
        says: `${event} stake ${record.id}`,
        change: (state) => model.changeRecord(state, state.stakes, record.id, model.stakeChanges[event]),
        callSandbox: ({ sandbox }) => sandbox.control.stakes[event]({ id: record.id }),
      }
    )
  },

  withdrawal({ withdrawals }, a, b) {
    const change = pick(withdrawalEvents, a) ?? 'pay'
    const record = pick(withdrawals, b)
    return (
      record && {
        says: `${change} withdrawal ${record.id}`,
        change: (state) => model.changeRecord(state, state.withdrawals, record.id, model.withdrawalChanges[change]),
        callSandbox: (real) => withdrawalCalls[change](real, record),
      }
    )
  },
}

/** Id of the next request of a list. */
const createRequestId = (records: readonly object[]): string => `request-${records.length + 1}`

const createWalletKey = (appId: string, symbol: Coin) => ({ appId, symbol, wallet: 7 })

type WithdrawalCall = (real: RealSandbox, withdrawal: { readonly id: number; readonly coin: Coin }) => Promise<unknown>

const createControlCall =
  (event: 'accept' | 'check' | 'escalate' | 'fail' | 'hold' | 'pay' | 'release'): WithdrawalCall =>
  ({ sandbox }, { id }) =>
    sandbox.control.withdrawals[event]({ id })

const createAuditCall =
  (by: 'merchant' | 'platform', decision: 'approve' | 'reject'): WithdrawalCall =>
  ({ sandbox }, { id }) =>
    sandbox.control.withdrawals.audit({ id, by, decision })

const withdrawalCalls: Readonly<Record<WithdrawalChange, WithdrawalCall>> = {
  accept: createControlCall('accept'),
  approveAsMerchant: createAuditCall('merchant', 'approve'),
  approveAsPlatform: createAuditCall('platform', 'approve'),
  cancel: ({ custody }, { id, coin }) => custody.withdrawals.cancel({ symbol: coin, trans_id: id, msg: 'x' }),
  check: createControlCall('check'),
  escalate: createControlCall('escalate'),
  fail: createControlCall('fail'),
  hold: createControlCall('hold'),
  pay: createControlCall('pay'),
  reject: createAuditCall('merchant', 'reject'),
  release: createControlCall('release'),
}

const withdrawalEvents = [
  'approveAsMerchant',
  'approveAsPlatform',
  'pay',
  'check',
  'accept',
  'escalate',
  'cancel',
  'fail',
  'hold',
  'release',
  'reject',
] as const satisfies readonly WithdrawalChange[]
