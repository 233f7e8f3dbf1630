// Blocks, reorganizations and time: what moves the records of the model.
import { coins, type Network } from './coins.ts'
import { collectDeposits, removeDeposit, seeDeposit } from './deposits.ts'
import { type Kind, type Model, getRecord, RejectedStep, type Withdrawal } from './state.ts'
import { confirmStake, delegationChanges, endWallet, mpcChanges, type WalletChange } from './wallets.ts'
import { approveWithdrawal, type WithdrawalFunction, endWithdrawal, payOut, withdrawalChanges } from './withdrawals.ts'

/** Changes the model like a call. Returns whether the service accepts the call. */
export function isAccepted(model: Model, change: (model: Model) => void): boolean {
  const before = structuredClone(model)
  try {
    change(model)
    collectDeposits(model)
    return true
  } catch (error) {
    if (!(error instanceof RejectedStep)) throw error
    Object.assign(model, before)
    return false
  }
}

export function mineBlocks(model: Model, blocks: number, network: Network): void {
  model.heights[network] += blocks
  const height = model.heights[network]
  const waiting = model.transactions.filter(
    ({ coin, isSettled: settled }) => coins[coin].network === network && !settled,
  )
  for (const tx of waiting) {
    if (height <= tx.sent && tx.height === undefined) continue
    tx.height ??= tx.sent + 1
    const confirmations = height - tx.height + 1
    tx.isSettled = confirmations >= coins[tx.coin].confirmations
    const isFirst = tx.isSettled && !tx.isConfirmed
    tx.isConfirmed ||= tx.isSettled
    if (tx.kind === 'deposit') seeDeposit(model, tx, confirmations, isFirst)
    else if (isFirst) confirm[tx.kind](model, tx.id, tx.height)
  }
}

const confirm: Readonly<Record<Exclude<Kind, 'deposit'>, (model: Model, id: number, height: number) => void>> = {
  delegation: (model, id) => endWallet(model, getRecord(model.delegations, id), 'delegated'),
  fee: () => {},
  mpc: (model, id) => endWallet(model, getRecord(model.mpc, id), 'done'),
  stake: confirmStake,
  withdrawal: (model, id) => endWithdrawal(model, getRecord(model.withdrawals, id), 'succeeded'),
}

export function reorganizeChain(model: Model, network: Network, depth: number, hasShortage: boolean): void {
  const height = model.heights[network]
  for (const tx of model.transactions) {
    if (coins[tx.coin].network !== network || (tx.height ?? 0) <= height - depth) continue
    Object.assign(tx, { sent: height, height: undefined, isSettled: false, txid: `${tx.txid} returned` })
    if (tx.kind === 'deposit') removeDeposit(model, tx, hasShortage)
  }
}

/** Moves the clock. Due steps on the way happen at their own time. */
export function advanceTime(model: Model, milliseconds: number): void {
  const end = model.time + milliseconds
  for (;;) {
    const next = listDueRecords(model).sort((one, other) => one.due - other.due)[0]
    if (!next || next.due > end) break
    model.time = next.due
    next.run()
  }
  model.time = end
}

interface DueRecord {
  readonly due: number
  readonly run: () => void
}

function listDueRecords(model: Model): DueRecord[] {
  const listDue = <Each extends { due: number | undefined }>(
    records: readonly Each[],
    run: (model: Model, each: Each) => void,
  ): readonly DueRecord[] =>
    records.flatMap((each) => (each.due === undefined ? [] : [{ due: each.due, run: () => run(model, each) }]))
  return [
    ...listDue(model.withdrawals, (_model, each) => getStep(each.state)(model, each)),
    ...listDue(model.mpc, getMpcStep),
    ...listDue(model.delegations, delegationChanges.send),
  ]
}

const getStep = (state: Withdrawal['state']): WithdrawalFunction =>
  state === 'reviewing' ? approveWithdrawal : state === 'checking' ? withdrawalChanges.accept : payOut

const getMpcStep: WalletChange = (model, record) =>
  mpcChanges[record.state === 'waiting' ? 'approve' : 'pay'](model, record)
