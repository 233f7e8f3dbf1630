import {
  answerLimits,
  type Context,
  createParty,
  type Party,
  type SuiteOptions,
} from '@custody-wallet/encryption'
import { classic } from '@custody-wallet/encryption/classic'
import { type GeneratedKeys, generateKeys, type Mode } from '@custody-wallet/encryption/keys'
import { modern } from '@custody-wallet/encryption/modern'

/** Keys of both sides, of 2048 bits. */
export interface Keys {
  readonly merchant: GeneratedKeys
  readonly platform: GeneratedKeys
}

export const newKeys = (): Keys => ({
  merchant: generateKeys({ bits: 2048 }),
  platform: generateKeys({ bits: 2048 }),
})

/** The merchant, who seals and signs here, and the platform, which opens and verifies. */
export interface Sides {
  readonly merchant: Party
  readonly platform: Party
}

const profiles = { modern, classic } as const
const names = {
  merchant: { own: 'merchant', peer: 'platform' },
  platform: { own: 'platform', peer: 'merchant' },
} as const

/** Moment of every message. */
const now: number = Date.UTC(2027, 0, 1)

/** Both sides under a profile. */
export function sidesOf(profile: keyof typeof profiles, keys: Keys, mode: Mode): Sides {
  const sideOf = (side: keyof Keys): Party => {
    const { own, peer } = names[side]
    const options = {
      appId: 'demo-bench',
      party: names[side],
      keys: { own: keys[own], peer: keys[peer] },
      mode,
    }
    return createParty(profiles[profile](options), { clock: () => now })
  }
  return { merchant: sideOf('merchant'), platform: sideOf('platform') }
}

/** Place of every message: a request of the merchant to the platform. */
export const context: Context = {
  direction: 'request',
  audience: 'platform',
  appId: 'demo-bench',
  path: '/api/v1/address/register',
  time: String(now),
}

export const suiteOptions: SuiteOptions = { now, limits: answerLimits }

/** Texts of one message, and what is sealed in them. */
export interface Message {
  readonly plaintext: Uint8Array
  readonly data: string
  readonly sign: string
}
