import { amountOf } from '../amounts.ts'
import { coinOf } from '../chain/coins.ts'
import {
  type Audit,
  auditWithdrawal,
  endUnpaid,
  holdWithdrawal,
  payWithdrawal,
  requestWithdrawal,
  type ReviewEvent,
  reviewWithdrawal,
  type Withdrawal,
  withdrawalOf,
  type WithdrawalRequest,
} from '../resources/withdrawal-lifecycle.ts'
import { effects } from '../service/effects.ts'
import { eventsAt } from '../states/table.ts'
import { withdrawalStates } from '../states/withdrawals.ts'
import type { Work } from '../work.ts'
import type { ControlContext, OfMerchant, RecordKey } from './context.ts'

/** A withdrawal as control shows it. */
interface SandboxWithdrawal {
  readonly id: number
  readonly requestId: string
  readonly uid: number
  readonly symbol: string
  readonly amount: string
  readonly status: number
  readonly held: boolean
  readonly txid: string
  readonly reason: string
  /** What can happen to it now. */
  readonly events: readonly string[]
}

/** What users and both sides do with withdrawals. */
export interface WithdrawalsControl {
  readonly request: (request: OfMerchant<WithdrawalRequest>) => Promise<SandboxWithdrawal>
  /** Records the decision of the merchant or of the platform. */
  readonly audit: (audit: RecordKey & Audit) => Promise<SandboxWithdrawal>
  readonly hold: (key: RecordKey) => Promise<SandboxWithdrawal>
  readonly release: (key: RecordKey) => Promise<SandboxWithdrawal>
  readonly check: (key: RecordKey) => Promise<SandboxWithdrawal>
  readonly escalate: (key: RecordKey) => Promise<SandboxWithdrawal>
  readonly accept: (key: RecordKey) => Promise<SandboxWithdrawal>
  /** Sends the transaction, from the wallet of the one who pays. */
  readonly pay: (key: RecordKey) => Promise<SandboxWithdrawal>
  readonly fail: (key: RecordKey & { readonly reason?: string | undefined }) => Promise<SandboxWithdrawal>
}

export function withdrawalsControl({ run, appId }: ControlContext): WithdrawalsControl {
  const changed =
    <Key extends RecordKey>(change: (work: Work, withdrawal: Withdrawal, key: Key) => Promise<Withdrawal>) =>
    (key: Key): Promise<SandboxWithdrawal> =>
      run(async (work) => shown(work, await change(work, await withdrawalOf(work, key.id), key)))
  const review = (event: ReviewEvent) =>
    changed((work, withdrawal) => reviewWithdrawal(work, withdrawal, event, effects))
  return {
    request: ({ appId: owner = appId, ...request }) =>
      run(async (work) => shown(work, await requestWithdrawal(work, owner, request, effects))),
    audit: changed((work, withdrawal, audit: RecordKey & Audit) =>
      auditWithdrawal(work, withdrawal, audit, effects),
    ),
    hold: changed((work, withdrawal) => holdWithdrawal(work, withdrawal, 'hold', effects)),
    release: changed((work, withdrawal) => holdWithdrawal(work, withdrawal, 'release', effects)),
    check: review('check'),
    escalate: review('escalate'),
    accept: review('accept'),
    pay: changed((work, withdrawal) => payWithdrawal(work, withdrawal, effects)),
    fail: changed((work, withdrawal, { reason = '' }: RecordKey & { readonly reason?: string | undefined }) =>
      endUnpaid(work, withdrawal, 'fail', reason),
    ),
  }
}

async function shown({ db }: Work, withdrawal: Withdrawal): Promise<SandboxWithdrawal> {
  const { id, uid, symbol, status, txid, reason } = withdrawal
  const { decimals } = await coinOf(db, symbol)
  const amount = amountOf(withdrawal.amount, decimals)
  const facts = { requestId: withdrawal.request_id, held: withdrawal.held === 1 }
  return {
    id,
    uid,
    symbol,
    amount,
    status,
    txid,
    reason,
    ...facts,
    // Once it is sent, only the chain ends it.
    events: eventsAt(withdrawalStates, status).filter((event) => txid === '' || event === 'confirm'),
  }
}
