// The receiver of a merchant, in this process: it opens notifications with the merchant's keys and signs its answers.
import { createParty, type Party, readEnvelope } from '@custody-wallet/encryption'
import type { Answers, Parameters } from '@custody-wallet/types'

import type { Sandbox } from '../../src/index.ts'

type Notified = Parameters['notifyDeposit'] | Parameters['notifyInternal']

export interface Receiver {
  readonly fetch: (url: string, init: Pick<RequestInit, 'body'>) => Promise<Response>
  /** Contents of the notifications that it opened, in their order. */
  readonly received: Notified[]
  /** Answers instead of the receiver, until it is `undefined` again. */
  answer: ((url: string, body: string) => Promise<Response> | Response) | undefined
}

/** Opens what the platform of a merchant sends. The sandbox may come later than its receiver. */
export function receiverOf(
  sandbox: () => Sandbox,
  appId: string,
  answerOf: (content: Notified) => Answer = receiptOf,
): Receiver {
  let party: Party | undefined
  const received: Notified[] = []
  async function open(url: string, body: string): Promise<Response> {
    party ??= createParty(sandbox().merchant(appId).client.profile)
    const path = new URL(url).pathname.replace('/shop', '')
    const operation = path.endsWith('deposit/notify') ? 'notifyDeposit' : 'notifyInternal'
    const { parameters, binding } = await party.openRequest(
      operation,
      path,
      readEnvelope(new TextEncoder().encode(body)),
    )
    if (!parameters) throw new TypeError('The notification does not fit the contract.')
    received.push(parameters)
    return new Response(await party.sealResponse(binding, answerOf(parameters)))
  }
  const receiver: Receiver = {
    received,
    answer: undefined,
    fetch: async (url, { body }) => (receiver.answer ?? open)(url, typeof body === 'string' ? body : ''),
  }
  return receiver
}

type Answer = Answers['notifyDeposit'] & Answers['notifyInternal']

/** The answer of a success. */
export const receiptOf = (content: Notified): Answer =>
  'request_id' in content
    ? { code: 0, msg: 'success', data: { data: { request_id: content.request_id } } }
    : { code: 0, msg: 'success' }
