import type { Parameters } from '@custody-wallet/types'
import { type OperationId, operations } from '@custody-wallet/types/operations'

type NotificationId = {
  [Id in OperationId]: (typeof operations)[Id]['name'] extends `notifications.${string}` ? Id : never
}[OperationId]

type EventOf<Id extends NotificationId> = (typeof operations)[Id]['name'] extends `notifications.${infer Event}`
  ? Event
  : never

/** A type of notification: `deposit` or `internal`. */
export type EventName = EventOf<NotificationId>

type ContentOf<Event extends EventName> = {
  [Id in NotificationId]: EventOf<Id> extends Event ? Parameters[Id] : never
}[NotificationId]

const common = {
  address_from: 'example-source',
  amount: '0.5',
  confirm: 6,
  symbol: 'BTC',
  balance: '12.5',
  memo: '',
} as const

/** Examples with all fields, so that --override can replace each; `id` makes the transaction new. */
export const examples: { readonly [Event in EventName]: (id: string) => ContentOf<Event> } = {
  deposit: (id) => ({
    ...common,
    request_id: `example-${id}`,
    txid: `example-${id}`,
    address_to: 'example-address',
    status: 1,
  }),
  internal: (id) => ({ ...common, txid: `example-${id}`, address_to: 'example-cold-wallet', fee: '0.0001' }),
}

/** Finds the operation of a notification. */
export const findCall = (event: EventName): NotificationId => (event === 'deposit' ? 'notifyDeposit' : 'notifyInternal')

export const isEvent = (name: string | undefined): name is EventName => Object.hasOwn(examples, name ?? '')

/** Finds the type of notification that arrives at a path. */
export const findEvent = (path: string): EventName | undefined =>
  Object.keys(examples)
    .filter(isEvent)
    .find((event) => operations[findCall(event)].path === path)
