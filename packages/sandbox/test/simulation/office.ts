import type { WorkflowResources } from '@custody-wallet/client/workflows'

import type { Life, Notification, Records } from './records.ts'

/** Dependencies of the merchant's program. */
export interface Office {
  readonly records: Records
  readonly custody: WorkflowResources
  readonly life: Life
  /** Uid of the account that pays miner fees. */
  readonly collector: number
  /** Sends the transaction of a withdrawal from the merchant's wallet; absent if the platform pays. */
  readonly pay: ((id: number) => Promise<void>) | undefined
  /** Sends a notification; rejects unless the service acknowledges it. */
  readonly notify: (notification: Notification) => Promise<void>
  readonly tasks: Readonly<Record<TaskName, Task>>
}

/** One task of the merchant's program. */
export type Task = (office: Office) => Promise<void>

export type TaskName =
  | 'addresses'
  | 'deposits'
  | 'fees'
  | 'notifications'
  | 'orders'
  | 'pool'
  | 'treasury'
  | 'withdrawals'
