// Sends due notifications automatically, or when control moves the clock.
import type { Fetch } from '@custody-wallet/types/http'

import type { Engine } from '../engine/engine.ts'
import type { Registry } from '../merchants/registry.ts'
import type { Store } from '../store/store.ts'
import { type AddressRule, systemLookup } from './addresses.ts'
import { errorDelay, createAlarm } from './alarm.ts'
import { createFetchConnections, createNetworkConnections } from './connection.ts'
import { createOutbox } from './sender.ts'

export interface DeliveryOptions {
  /** Allowed hosts on other machines. Default: notifications stay on this machine. */
  readonly notificationHosts?: readonly string[] | undefined
  /** Sends notifications without the network, for example to a receiver in this process. */
  readonly notificationFetch?: Fetch | undefined
  /** Timeout of an attempt in milliseconds. Default: 10,000. */
  readonly notificationTimeout?: number | undefined
  /** Looks up the addresses of hosts. Default: DNS of this machine. */
  readonly notificationLookup?: AddressRule['lookup'] | undefined
}

interface NotifierDependencies {
  readonly store: Store
  readonly clock: { readonly now: () => number; readonly isFrozen: () => boolean }
  readonly registry: Registry
  /** Returns the engine. A function, because engine and notifier depend on each other. */
  readonly engine: () => Engine
  readonly onError: (error: unknown) => void
}

export interface Notifier {
  /** Sends ready notifications. */
  readonly deliver: () => Promise<boolean>
  /** Sends due notifications soon. */
  readonly wake: () => void
  /** Call this after all data was replaced. */
  readonly invalidate: () => void
  readonly close: () => Promise<void>
}

// Another process of the database may have ended before it sent its notifications.
const sharedInterval = 2000

export function createNotifier(dependencies: NotifierDependencies, options: DeliveryOptions): Notifier {
  const { store, clock, registry, engine, onError } = dependencies
  const { notificationFetch: fetch, notificationHosts: hosts = [], notificationLookup: lookup = systemLookup } = options
  const connections = fetch ? createFetchConnections(fetch) : createNetworkConnections({ hosts, lookup })
  const outbox = createOutbox({
    store,
    clock,
    post: connections.post,
    getParty: registry.getParty,
    timeout: options.notificationTimeout ?? 10_000,
    onRetry: () => {
      engine().invalidate()
      wake()
    },
    onError(error) {
      onError(error)
      alarm.set(errorDelay)
    },
  })
  const alarm = createAlarm({
    // In turn with moves of the clock, so that these don't overtake an attempt.
    act: () =>
      engine().runInTurn(async () => {
        await engine().refresh()
        await engine().read(async () => {})
        await outbox.send()
      }),
    async wait() {
      const maxDelay = store.isShared ? sharedInterval : Number.POSITIVE_INFINITY
      const due = (await engine().getNextDue()) - clock.now()
      return clock.isFrozen() && due > 0 ? maxDelay : Math.min(due, maxDelay)
    },
    onError,
  })
  function wake(): void {
    if (!store.readOnly && registry.hasReceivers()) alarm.set()
  }
  return {
    deliver: outbox.deliver,
    wake,
    invalidate: outbox.invalidate,
    async close() {
      await outbox.close()
      await alarm.close()
      connections.close()
    },
  }
}
