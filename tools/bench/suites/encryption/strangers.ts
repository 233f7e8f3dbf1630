// Whether time tells a known merchant from an unknown one.
import type { Party, SealedRequest } from '@custody-wallet/encryption'
import { gateway } from '@custody-wallet/encryption/gateway'

import type { Figure } from '../../figure.ts'
import { speed, wallClock } from './pace.ts'
import { type Keys, sidesOf } from './sides.ts'

const origin = 'http://service.example'

/** Speed of a message for an unknown merchant against a spoilt one for a known merchant; 1 tells nothing. */
export async function* strangers(keys: Keys): AsyncGenerator<Figure> {
  for (const profile of ['modern', 'classic'] as const) {
    const { merchant, platform } = sidesOf(profile, keys, 'pool')
    const requests = {
      v1: await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' }),
      v2: await merchant.sealRequest('getAccount', { uid: 10_042, symbol: 'BTC' }),
    }
    const answer = gatewayOf(platform)
    // The first genuine message is what the gateway learns from.
    await answer(requests.v1, 'demo-bench', (text) => text)
    for (const [family, request] of Object.entries(requests)) {
      const unknown = () => answer(request, 'demo-other', spoilt)
      const known = () => answer(request, 'demo-bench', spoilt)
      const name = `encryption.unknown.${profile}.${family}.speed`
      yield { name, value: await speed(unknown, known, wallClock), unit: 'ratio' }
    }
  }
}

function gatewayOf(platform: Party) {
  const listen = gateway({
    partyFor: (appId) => (appId === 'demo-bench' ? platform : undefined),
    handler: () => Response.json({ code: 0, msg: 'success', data: [] }),
  })
  return async (request: SealedRequest, appId: string, spoil: (text: string) => string): Promise<string> => {
    const { method, path, query, body } = request
    const changed = spoil(body ?? query).replace('demo-bench', appId)
    const asked =
      body === undefined
        ? new Request(`${origin}${path}?${changed}`)
        : new Request(origin + path, { method, body: changed })
    return (await listen(asked)).text()
  }
}

// The last characters of `data`, which stands last in a query and in an envelope. All of them stay base64url.
const spoilt = (text: string): string => text.replace(/.{8}(?="}$|$)/, 'AAAAAAAA')
