// Notifications of a sandbox: what is due is sent by itself, or when control moves the clock.
import type { Engine } from '../engine.ts'
import type { Registry } from '../merchants/registry.ts'
import type { Store } from '../store/store.ts'
import { type AddressRule, systemLookup } from './addresses.ts'
import { errorDelay, createAlarm } from './alarm.ts'
import { createFetchConnections, createNetworkConnections } from './connection.ts'
import { createOutbox } from './sender.ts'

/** How notifications reach receivers. */
export interface DeliveryOptions {
  /** Hosts that may be other machines; without them, notifications stay on this machine. */
  readonly notificationHosts?: readonly string[] | undefined
  /** Sends notifications instead of the network, as to a receiver in this process. */
  readonly notificationFetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Milliseconds until an attempt fails; 10,000 unless given. */
  readonly notificationTimeout?: number | undefined
  /** Finds the addresses of hosts; the lookup of this machine unless given. */
  readonly notificationLookup?: AddressRule['lookup'] | undefined
}

interface NotifierDependencies {
  readonly store: Store
  readonly clock: { readonly now: () => number; readonly isFrozen: () => boolean }
  readonly registry: Registry
  /** Later, because the engine needs the notifier, too. */
  readonly engine: () => Engine
  readonly onError: (error: unknown) => void
}

export interface Notifier {
  /** Sends what is ready. */
  readonly deliver: () => Promise<boolean>
  /** Looks soon for what is due. */
  readonly wake: () => void
  /** Call it after rows were replaced. */
  readonly invalidate: () => void
  readonly close: () => Promise<void>
}

// Another process of the database may have ended before it sent what it wrote.
const sharedInterval = 2000

export function createNotifier(dependencies: NotifierDependencies, options: DeliveryOptions): Notifier {
  const { store, clock, registry, engine, onError } = dependencies
  const {
    notificationFetch: fetch,
    notificationHosts: hosts = [],
    notificationLookup: lookup = systemLookup,
  } = options
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
    // In turn, because what runs now must not be late when control moves the clock.
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
