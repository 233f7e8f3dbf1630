// The receiver of a merchant in this process, with the merchant's keys.
import { createParty, type Party, readEnvelope } from '@custody-wallet/encryption'
import type { Responses, Parameters } from '@custody-wallet/types'

import type { Sandbox } from '../../src/index.ts'

type NotificationContent = Parameters['notifyDeposit'] | Parameters['notifyInternal']

export interface Receiver {
  readonly fetch: (url: string, init: Pick<RequestInit, 'body'>) => Promise<Response>
  /** Contents of the received notifications, in order. */
  readonly notifications: NotificationContent[]
  /** Replaces the responses of the receiver while it is set. */
  respond: ((url: string, body: string) => Promise<Response> | Response) | undefined
}

/** Creates a receiver. The sandbox may be created later. */
export function createReceiver(
  sandbox: () => Sandbox,
  appId: string,
  createReceipt: (content: NotificationContent) => Receipt = createDefaultReceipt,
): Receiver {
  let party: Party | undefined
  const notifications: NotificationContent[] = []
  async function openNotification(url: string, body: string): Promise<Response> {
    party ??= createParty(sandbox().merchant(appId).client.profile)
    const path = new URL(url).pathname.replace('/shop', '')
    const operation = path.endsWith('deposit/notify') ? 'notifyDeposit' : 'notifyInternal'
    const { parameters, binding } = await party.openRequest(
      operation,
      path,
      readEnvelope(new TextEncoder().encode(body)),
    )
    if (!parameters) throw new TypeError('The notification does not fit the contract.')
    notifications.push(parameters)
    return new Response(await party.sealResponse(binding, createReceipt(parameters)))
  }
  const receiver: Receiver = {
    notifications,
    respond: undefined,
    fetch: async (url, { body }) => (receiver.respond ?? openNotification)(url, typeof body === 'string' ? body : ''),
  }
  return receiver
}

type Receipt = Responses['notifyDeposit'] & Responses['notifyInternal']

/** Response of a success. */
export const createDefaultReceipt = (content: NotificationContent): Receipt =>
  'request_id' in content
    ? { code: 0, msg: 'success', data: { data: { request_id: content.request_id } } }
    : { code: 0, msg: 'success' }
