import { type Party, createParty, readEnvelope } from '@custody-wallet/encryption'
import { classic } from '@custody-wallet/encryption/classic'
import { type Context, type SuiteOptions, responseLimits } from '@custody-wallet/encryption/internal'
import { type GeneratedKeys, type Mode, generateKeys } from '@custody-wallet/encryption/keys'
import { modern } from '@custody-wallet/encryption/modern'
import type { Parameters } from '@custody-wallet/types'

import type { Work } from '../../compare.ts'

/** Keys of both sides, of 2048 bits. */
export interface Keys {
  readonly merchant: GeneratedKeys
  readonly platform: GeneratedKeys
}

export const createKeys = (): Keys => ({
  merchant: generateKeys({ bits: 2048 }),
  platform: generateKeys({ bits: 2048 }),
})

/** The merchant, which seals and signs, and the platform, which opens and verifies. */
export interface Sides {
  readonly merchant: Party
  readonly platform: Party
}

const profiles = { modern, classic } as const
const names = {
  merchant: { own: 'merchant', peer: 'platform' },
  platform: { own: 'platform', peer: 'merchant' },
} as const

/** Time of every message. */
const now: number = Date.UTC(2027, 0, 1)

/** Both sides under a profile. */
export function createSides(profile: keyof typeof profiles, keys: Keys, mode: Mode): Sides {
  const createSide = (side: keyof Keys): Party => {
    const { own, peer } = names[side]
    const options = {
      appId: 'demo-bench',
      party: names[side],
      keys: { own: keys[own], peer: keys[peer] },
      mode,
    }
    return createParty(profiles[profile](options), { clock: () => now })
  }
  return { merchant: createSide('merchant'), platform: createSide('platform') }
}

/** Context of every message: a request of the merchant to the platform. */
export const context: Context = {
  direction: 'request',
  audience: 'platform',
  appId: 'demo-bench',
  path: '/api/v1/address/register',
  time: String(now),
}

export const suiteOptions: SuiteOptions = { now, limits: responseLimits }

/** A message: its plaintext and its sealed strings. */
export interface Message {
  readonly plaintext: Uint8Array
  readonly data: string
  readonly sign: string
}

/** Sizes of the measured messages, in bytes of plaintext. */
const messageSizes = { '200B': 200, '2KB': 2048, '20KB': 20_480 } as const

export type MessageSize = keyof typeof messageSizes

export const sizeNames = ['200B', '2KB', '20KB'] as const satisfies readonly MessageSize[]

const usualAddress = 42
const mostAddresses = 100
// Addresses are joined with commas: one comma less than addresses.
const around = JSON.stringify({ symbol: 'BTC', addresses: '', memo: false }).length - 1

/**
 * A registration of addresses with exactly so many bytes of plaintext: up to 100 addresses, longer than usual if
 * necessary.
 */
export function createRegistration(bytes: number): Parameters['registerAddresses'] {
  const room = bytes - around
  const count = Math.min(Math.floor(room / (usualAddress + 1)), mostAddresses)
  const each = Math.floor(room / count) - 1
  const last = room - (count - 1) * (each + 1) - 1
  const addresses = Array.from({ length: count }, (_, at) => createAddress(at, at === count - 1 ? last : each))
  return { symbol: 'BTC', addresses, memo: false }
}

const createAddress = (number: number, length: number): string => `bc1q${String(number).padStart(length - 4, '0')}`

// Whole envelopes of v1: sealed and signed, opened and verified, JSON included.

export interface Envelopes {
  readonly seal: Work
  readonly open: Work
  /** Plaintext and texts of the opened message. */
  readonly message: Message
}

/** Requests of a size, from the merchant to the platform. */
export async function createRequestEnvelopes({ merchant, platform }: Sides, size: MessageSize): Promise<Envelopes> {
  const parameters = createRegistration(messageSizes[size])
  const { body, path } = await merchant.sealRequest('registerAddresses', parameters)
  const received = encodeText(body)
  const { data, sign } = readEnvelope(received)
  return {
    seal: () => merchant.sealRequest('registerAddresses', parameters),
    open: () => platform.openRequest('registerAddresses', path, readEnvelope(received)),
    message: { plaintext: await platform.profile.suite.envelope.open(data, suiteOptions), data, sign },
  }
}

const encodeText = (text: string | undefined): Uint8Array => new TextEncoder().encode(text)
