import type { AddressRegistration } from '@custody-wallet/types'

import { memoryPushJournal, type PushJournal, type RegisterOptions } from '../../src/workflows/index.ts'

export const createAddresses = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `a${index}`)

interface ServiceOptions {
  readonly count?: number
  /** Called before a push is registered. */
  readonly onPush?: (pushes: number) => void
  /** Called after a push is registered, so that only the response gets lost. */
  readonly onResponse?: (pushes: number) => void
}

/** A service that accepts pushes and adds them to the pool. */
export function createAddressService({ count = 0, onPush, onResponse }: ServiceOptions = {}) {
  const pushes: AddressRegistration[] = []
  const state = { count, looks: 0 }
  return {
    pushes,
    state,
    registered: () => pushes.flatMap((push) => push.addresses),
    available: async ({ symbol }: { readonly symbol: string }) => {
      state.looks += 1
      return { symbol, count: state.count }
    },
    register: async (push: AddressRegistration) => {
      onPush?.(pushes.length + 1)
      pushes.push(push)
      state.count += push.addresses.length
      onResponse?.(pushes.length)
    },
  }
}

export const createOptions = (journal: PushJournal = memoryPushJournal()): RegisterOptions => ({
  journal,
  pushWhen: 'below-5000',
})
