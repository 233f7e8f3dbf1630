// Both sides of the messages on the envelope page. Their keys are made for one build and kept nowhere.
import { createParty, type Party, type Profile } from '@custody-wallet/encryption'
import { classic } from '@custody-wallet/encryption/classic'
import { type GeneratedKeys, generateKeys } from '@custody-wallet/encryption/keys'
import { modern } from '@custody-wallet/encryption/modern'

export const suites = ['modern', 'classic'] as const
export type SuiteName = (typeof suites)[number]

export interface Sides {
  readonly merchant: Party
  readonly platform: Party
  readonly keys: { readonly merchant: GeneratedKeys; readonly platform: GeneratedKeys }
}

/** The moment of all messages on the page, as in the guides. */
const moment = Date.UTC(2026, 0, 1)

const ids = { merchant: 'shop', platform: 'platform' } as const

type Identity = Parameters<typeof modern>[0]
const makers: Readonly<Record<SuiteName, (identity: Identity) => Profile>> = {
  modern,
  classic: (identity) => classic({ ...identity, allowSameKey: true }),
}

/** Sides under each suite, with keys of their own. */
export type BothSides = Readonly<Record<SuiteName, Sides>>
export const newSides = (): BothSides => ({ modern: sidesOf('modern'), classic: sidesOf('classic') })

/** Two parties that speak a suite with each other. */
function sidesOf(suite: SuiteName): Sides {
  const keysOf = () => generateKeys({ bits: 2048, pairs: suite === 'modern' ? 'separate' : 'single' })
  const keys = { merchant: keysOf(), platform: keysOf() }
  const party = (own: keyof typeof keys, peer: keyof typeof keys): Party => {
    const identity = {
      appId: 'demo-shop',
      party: { own: ids[own], peer: ids[peer] },
      keys: { own: keys[own], peer: keys[peer] },
    }
    return createParty(makers[suite](identity), { clock: () => moment })
  }
  return { merchant: party('merchant', 'platform'), platform: party('platform', 'merchant'), keys }
}
