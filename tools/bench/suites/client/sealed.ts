import { createCustody } from '@custody-wallet/client'
import type { Party, Profile } from '@custody-wallet/encryption'

import type { Figure } from '../../figure.ts'
import type { Work } from '../encryption/pace.ts'
import { type Keys, sidesOf } from '../encryption/sides.ts'
import { calmSpeed } from './calm.ts'
import { answering } from './loopback.ts'
import { accountAnswer, asked } from './messages.ts'

type Call = () => Promise<unknown>

// One call after another is fastest inline; servers, which have many under way, use the thread pool.
const loads = [
  { atOnce: 1, mode: 'inline' },
  { atOnce: 16, mode: 'pool' },
] as const
const callsInTurn = 16

/** Measures whole calls over connections that stay open, against the same crypto around a bare `fetch`. */
export async function* sealedSpeeds(keys: Keys): AsyncGenerator<Figure> {
  for (const dialect of ['modern', 'classic'] as const)
    for (const { atOnce, mode } of loads) {
      const { merchant, platform } = sidesOf(dialect, keys, mode)
      await using service = await answering(await oneForAll(merchant, platform))
      const own = ownCall(merchant.profile, service.address)
      const value = await calmSpeed(many(own, atOnce), many(bareCall(merchant, service.address), atOnce))
      yield {
        name: `client.sealed.${dialect}.${atOnce}`,
        value,
        unit: 'ratio',
        goal: { op: '>=', value: 0.9 },
      }
    }
}

/** An answer to every call: under `modern` it is plain, and under `classic` no request is bound to it. */
export async function oneForAll(merchant: Party, platform: Party): Promise<string> {
  const { binding } = await merchant.sealRequest('getAccount', asked)
  return platform.sealResponse(binding, accountAnswer())
}

/** The call as users make it. */
export function ownCall(profile: Profile, address: string): Call {
  const urls = { openPlatform: address, base: address, v1: address }
  const { accounts } = createCustody({ profile, urls })
  return () => accounts.get(asked)
}

/** The same message and the same crypto, and nothing of what a client does around them. */
export function bareCall(party: Party, address: string): Call {
  return async () => {
    const sealed = await party.sealRequest('getAccount', asked)
    const response = await fetch(`${address}${sealed.path}?${sealed.query}`)
    const { answer } = await party.openResponse(sealed, await response.bytes())
    return 'data' in answer ? answer.data : undefined
  }
}

// A clock of the system says little about a single call.
const many =
  (call: Call, atOnce: number): Work =>
  async () => {
    for (let calls = 0; calls < callsInTurn; calls += atOnce)
      await Promise.all(Array.from({ length: atOnce }, call))
  }
