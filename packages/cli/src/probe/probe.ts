// What a probe is, and how it says what it found.
import { randomBytes } from 'node:crypto'

import type { Knobs } from '@custody-wallet/encryption'

import type { Got, Service } from './service.ts'

/** What a probe found out. Without knobs, the profile has no setting for it, or nothing is known. */
export interface Learned {
  readonly verdict: 'known' | 'unknown'
  readonly answer: string
  readonly knobs?: Partial<Knobs>
  /** Whether the profile assumed nothing about it. */
  readonly wasOpen?: boolean
  /** What was sent, and what came back. It has no content of records. */
  readonly evidence: readonly string[]
}

export interface Probe {
  readonly id: string
  readonly question: string
  readonly learn: (service: Service) => Promise<Learned>
}

/** How the service took a message, in words. */
export const shown = ({ outcome, status, code }: Got): string =>
  outcome === 'lost'
    ? `no answer of the service (HTTP ${status})`
    : code === undefined
      ? outcome
      : `${outcome}, code ${code}`

export const unknown = (answer: string, ...evidence: readonly string[]): Learned => ({
  verdict: 'unknown',
  answer,
  evidence,
})

export const known = (
  answer: string,
  knobs: Partial<Knobs> | undefined,
  ...evidence: readonly string[]
): Learned => ({
  verdict: 'known',
  answer,
  ...(knobs && { knobs }),
  evidence,
})

/** A user and a coin that no service has: a failure about them shows that the parameters were read. */
export const account = { uid: 0, symbol: 'BTC' } as const

/** A request id that no service knows. */
export const newId = (): string => `probe-${randomBytes(6).toString('hex')}`
