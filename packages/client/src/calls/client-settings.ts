import type { CallSettings } from '@custody-wallet/encryption'

/** A call that accepts a list of ids. */
export type ListedCall = 'getStakingDetails' | 'listDelegations' | 'listMpcWithdrawals' | 'listWithdrawals'

/** Settings of a client that its workflows use, so that callers set each option once. Those of a plain client are empty. */
export interface WorkflowSettings {
  /** Settings of the profile for open points of the interface. */
  readonly profile?: Pick<CallSettings, 'batch' | 'consume' | 'cursor' | 'finality' | 'pushWhen'>
  /** Most characters of a sealed URL. */
  readonly maxUrlLength?: number
  /** Measures the sealed URL of a call with some ids, in characters. */
  readonly measureLength?: (call: ListedCall, ids: readonly string[]) => Promise<number>
}

/** A client with its settings. A spread copies them. */
export interface ConfiguredClient {
  /** What workflows read. */
  readonly settings: WorkflowSettings
}
