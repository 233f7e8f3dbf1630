// The clients of a simulation. The seed selects their view.
import { createCustody } from '@custody-wallet/client'
import { createPlainClient } from '@custody-wallet/client/plain'
import { withWorkflows, type WorkflowResources } from '@custody-wallet/client/workflows'

import type { Sandbox } from '../../src/index.ts'
import { address, createDesk as plainOf, createPlainSend } from '../support/plain.ts'
import { deadline, type VirtualClock } from './clock.ts'
import type { Send } from './network.ts'

/** How the merchant calls the sandbox. */
export type View = 'plain' | 'sealed, modern' | 'sealed, classic'

// Sealed calls take five times as long as plain ones, so only one of 20 seeds uses them.
export const getView = (seed: number): View => sealedSeeds.get(seed % 40) ?? 'plain'
const sealedSeeds: ReadonlyMap<number, View> = new Map([
  [10, 'sealed, classic'],
  [20, 'sealed, modern'],
])

/** The clients of a merchant, and their network. */
export function createClients(
  sandbox: Sandbox,
  appId: string,
  view: View,
  { now, setTimer }: VirtualClock,
): { readonly send: Send; readonly client: (fetch: Send) => WorkflowResources } {
  const common = { clock: now, setTimer, random: () => 0.5, timeout: deadline }
  const { client } = sandbox.merchant(appId)
  if (view !== 'plain')
    return {
      send: client.fetch,
      client: (fetch) => withWorkflows(createCustody({ ...client, ...common, fetch })),
    }
  return {
    send: createPlainSend(sandbox),
    client: (fetch) =>
      withWorkflows(createPlainClient({ url: address, headers: { 'App-Id': appId }, ...common, fetch })),
  }
}

/** A client of the plain view without a network. */
export const createDesk = (sandbox: Sandbox, appId: string): WorkflowResources => withWorkflows(plainOf(sandbox, appId))
