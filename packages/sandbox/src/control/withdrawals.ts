import { formatAmount } from '../amounts.ts'
import { getCoin } from '../chain/coins.ts'
import {
  type Audit,
  auditWithdrawal,
  endUnpaidWithdrawal,
  holdWithdrawal,
  payWithdrawal,
  requestWithdrawal,
  type ReviewEvent,
  reviewWithdrawal,
  type Withdrawal,
  getWithdrawal,
  type WithdrawalRequest,
} from '../life/withdrawals.ts'
import { listEvents } from '../states/table.ts'
import { withdrawalStates } from '../states/withdrawals.ts'
import type { Work } from '../work.ts'
import type { ControlContext, MerchantScoped, RecordKey } from './context.ts'

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
  /** Events that are possible now. */
  readonly events: readonly string[]
}

/** Control calls for withdrawals. */
export interface WithdrawalsControl {
  readonly request: (request: MerchantScoped<WithdrawalRequest>) => Promise<SandboxWithdrawal>
  /** Records the decision of the merchant or of the platform. */
  readonly audit: (audit: RecordKey & Audit) => Promise<SandboxWithdrawal>
  readonly hold: (key: RecordKey) => Promise<SandboxWithdrawal>
  readonly release: (key: RecordKey) => Promise<SandboxWithdrawal>
  readonly check: (key: RecordKey) => Promise<SandboxWithdrawal>
  readonly escalate: (key: RecordKey) => Promise<SandboxWithdrawal>
  readonly accept: (key: RecordKey) => Promise<SandboxWithdrawal>
  /** Sends the transaction from the payer's wallet. */
  readonly pay: (key: RecordKey) => Promise<SandboxWithdrawal>
  readonly fail: (key: RecordKey & { readonly reason?: string | undefined }) => Promise<SandboxWithdrawal>
}

export function createWithdrawalsControl({ run, appId }: ControlContext): WithdrawalsControl {
  const createChange =
    <Key extends RecordKey>(change: (work: Work, withdrawal: Withdrawal, key: Key) => Promise<Withdrawal>) =>
    (key: Key): Promise<SandboxWithdrawal> =>
      run(async (work) => describeWithdrawal(work, await change(work, await getWithdrawal(work, key.id), key)))
  const createReview = (event: ReviewEvent) =>
    createChange((work, withdrawal) => reviewWithdrawal(work, withdrawal, event))
  return {
    request: ({ appId: owner = appId, ...request }) =>
      run(async (work) => describeWithdrawal(work, await requestWithdrawal(work, owner, request))),
    audit: createChange((work, withdrawal, audit: RecordKey & Audit) => auditWithdrawal(work, withdrawal, audit)),
    hold: createChange((work, withdrawal) => holdWithdrawal(work, withdrawal, 'hold')),
    release: createChange((work, withdrawal) => holdWithdrawal(work, withdrawal, 'release')),
    check: createReview('check'),
    escalate: createReview('escalate'),
    accept: createReview('accept'),
    pay: createChange((work, withdrawal) => payWithdrawal(work, withdrawal)),
    fail: createChange((work, withdrawal, { reason = '' }: RecordKey & { readonly reason?: string | undefined }) =>
      endUnpaidWithdrawal(work, withdrawal, 'fail', reason),
    ),
  }
}

async function describeWithdrawal({ db }: Work, withdrawal: Withdrawal): Promise<SandboxWithdrawal> {
  const { id, uid, symbol, status, txid, reason } = withdrawal
  const { decimals } = await getCoin(db, symbol)
  const amount = formatAmount(withdrawal.amount, decimals)
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
    // After sending, only the chain ends it.
    events: listEvents(withdrawalStates, status).filter((event) => txid === '' || event === 'confirm'),
  }
}
