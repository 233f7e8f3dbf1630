// Whether the time of a response reveals which merchants exist.
import type { Party, SealedRequest } from '@custody-wallet/encryption'
import { gateway } from '@custody-wallet/encryption/gateway'

import { speed, steady, wallClock } from '../../compare.ts'
import { atLeast, type Figure, figure } from '../../figure.ts'
import { type Keys, sidesOf } from './messages.ts'

export async function* unknownMerchants(keys: Keys): AsyncGenerator<Figure> {
  for (const profile of ['modern', 'classic'] as const) {
    const { merchant, platform } = sidesOf(profile, keys, 'pool')
    const messages = {
      v1: await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' }),
      v2: await merchant.sealRequest('getAccount', { uid: 10_042, symbol: 'BTC' }),
    }
    const send = gatewayOf(platform)
    // The gateway learns how long a response takes from the first valid message.
    await send(messages.v1, 'demo-bench', (text) => text)
    for (const [family, message] of Object.entries(messages)) {
      const unknown = () => send(message, 'demo-other', corrupted)
      const known = () => send(message, 'demo-bench', corrupted)
      const ratio = await speed(unknown, known, { ...steady, clock: wallClock })
      const value = Math.min(ratio, 1 / ratio)
      yield figure(`encryption.unknown.${profile}.${family}`, value, 'ratio', atLeast(0.9))
    }
  }
}

function gatewayOf(platform: Party) {
  const origin = 'http://service.example'
  const listen = gateway({
    partyFor: (appId) => (appId === 'demo-bench' ? platform : undefined),
    handler: () => Response.json({ code: 0, msg: 'success', data: [] }),
  })
  return async (message: SealedRequest, appId: string, change: (text: string) => string): Promise<string> => {
    const { method, path, query, body } = message
    const text = change(body ?? query).replace('demo-bench', appId)
    const request =
      body === undefined
        ? new Request(`${origin}${path}?${text}`)
        : new Request(origin + path, { method, body: text })
    return (await listen(request)).text()
  }
}

// Replaces the last characters of `data`, which is last in queries and envelopes. It stays valid base64url.
const corrupted = (text: string): string => text.replace(/.{8}(?="}$|$)/, 'AAAAAAAA')
