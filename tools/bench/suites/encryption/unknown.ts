// Whether response times reveal which merchants exist.
import type { Party, SealedRequest } from '@custody-wallet/encryption'
import { createGateway } from '@custody-wallet/encryption/gateway'

import { compareSpeed, steady, readWallClock } from '../../compare.ts'
import { atLeast, type Figure, createFigure } from '../../figure.ts'
import { type Keys, createSides } from './messages.ts'

export async function* measureUnknownMerchants(keys: Keys): AsyncGenerator<Figure> {
  for (const profile of ['modern', 'classic'] as const) {
    const { merchant, platform } = createSides(profile, keys, 'pool')
    const messages = {
      v1: await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' }),
      v2: await merchant.sealRequest('getAccount', { uid: 10_042, symbol: 'BTC' }),
    }
    const send = createSender(platform)
    // The gateway measures the duration of a response with the first valid message.
    await send(messages.v1, 'demo-bench', (text) => text)
    for (const [family, message] of Object.entries(messages)) {
      const sendUnknown = () => send(message, 'demo-other', corruptText)
      const sendKnown = () => send(message, 'demo-bench', corruptText)
      const ratio = await compareSpeed(sendUnknown, sendKnown, { ...steady, clock: readWallClock })
      const value = Math.min(ratio, 1 / ratio)
      yield createFigure(`encryption.unknown.${profile}.${family}`, value, 'ratio', atLeast(0.9))
    }
  }
}

function createSender(platform: Party) {
  const origin = 'http://service.example'
  const listen = createGateway({
    findParty: (appId) => (appId === 'demo-bench' ? platform : undefined),
    handler: () => Response.json({ code: 0, msg: 'success', data: [] }),
  })
  return async (message: SealedRequest, appId: string, change: (text: string) => string): Promise<string> => {
    const { method, path, query, body } = message
    const text = change(body ?? query).replace('demo-bench', appId)
    const request =
      body === undefined ? new Request(`${origin}${path}?${text}`) : new Request(origin + path, { method, body: text })
    return (await listen(request)).text()
  }
}

// Replaces the last characters of `data`, which is last in queries and envelopes. It stays valid base64url.
const corruptText = (text: string): string => text.replace(/.{8}(?="}$|$)/, 'AAAAAAAA')
