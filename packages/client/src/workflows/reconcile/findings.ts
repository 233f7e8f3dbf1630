/** What is wrong with an entry of the books. */
export interface Finding {
  readonly kind: 'missing' | 'doubled' | 'differs'
  /** What the entry is about. */
  readonly what: 'deposit' | 'withdrawal' | 'miner fee'
  /** Which list lacks it, holds it twice, or was compared with ours. */
  readonly list: 'notified' | 'deposits' | 'withdrawals' | 'minerFees'
  /** Request id where there is one, transaction id otherwise. */
  readonly key: string
  readonly symbol: string
  /** Member that differs. */
  readonly member?: 'amount' | 'fee'
  /** Value on our side: what was notified, or what a withdrawal says. */
  readonly ours?: string
  /** Value in the list of the service. */
  readonly theirs?: string
  /** How often it is there. */
  readonly count?: number
  /** Ids of the records that are concerned. */
  readonly ids: readonly number[]
}

/** What came of comparing the books. */
export interface Reconciliation {
  readonly findings: readonly Finding[]
  /** Entries that were compared, and pairs in which all agrees. */
  readonly compared: { readonly entries: number; readonly agreeing: number }
}
