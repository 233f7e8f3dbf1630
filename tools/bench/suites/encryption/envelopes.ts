// Whole envelopes of v1, as both sides make and take them: sealed and signed, opened and verified, JSON included.
import { readEnvelope } from '@custody-wallet/encryption'

import { type MessageSize, messageSizes, pendingWithdrawals, registration } from './messages.ts'
import type { Work } from './pace.ts'
import { type Message, type Sides, suiteOptions } from './sides.ts'

export interface Envelopes {
  readonly seal: Work
  readonly open: Work
  /** What the opened one was sealed from, and its texts. */
  readonly message: Message
}

/** Requests of a size, from the merchant to the platform. */
export async function requests({ merchant, platform }: Sides, size: MessageSize): Promise<Envelopes> {
  const parameters = registration(messageSizes[size])
  const { body, path } = await merchant.sealRequest('registerAddresses', parameters)
  const received = bytesOf(body)
  const { data, sign } = readEnvelope(received)
  return {
    seal: () => merchant.sealRequest('registerAddresses', parameters),
    open: () => platform.openRequest('registerAddresses', path, readEnvelope(received)),
    message: { plaintext: await platform.profile.suite.envelope.open(data, suiteOptions), data, sign },
  }
}

/** Answers with a page of records, from the platform to the merchant. */
export async function answers({ merchant, platform }: Sides): Promise<Envelopes> {
  const page = pendingWithdrawals()
  const request = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
  const body = await platform.sealResponse(request.binding, page)
  const { data, sign }: { readonly data: string; readonly sign: string } = JSON.parse(body)
  const received = bytesOf(body)
  return {
    seal: () => platform.sealResponse(request.binding, page),
    open: () => merchant.openResponse(request, received),
    message: { plaintext: await merchant.profile.suite.envelope.open(data, suiteOptions), data, sign },
  }
}

const bytesOf = (text: string | undefined): Uint8Array => new TextEncoder().encode(text)
