// What a probe is, and how it says what it found.
import { randomBytes } from 'node:crypto'

import type { ProfileSettings } from '@custody-wallet/encryption'

import type { ProbeResult, Service } from './service.ts'

/** What a probe found out. Without settings, the profile has no setting for it, or nothing is known. */
export interface Finding {
  readonly verdict: 'known' | 'unknown'
  readonly summary: string
  readonly profileSettings?: Partial<ProfileSettings>
  /** Whether the profile assumed nothing about it. */
  readonly isOpenPoint?: boolean
  /** What was sent, and what came back. It has no content of records. */
  readonly evidence: readonly string[]
}

export interface Probe {
  readonly id: string
  readonly question: string
  readonly learn: (service: Service) => Promise<Finding>
}

/** How the service took a message, in words. */
export const describeResult = ({ outcome, status, code }: ProbeResult): string =>
  outcome === 'lost'
    ? `no response of the service (HTTP ${status})`
    : code === undefined
      ? outcome
      : `${outcome}, code ${code}`

export const createUnknown = (finding: string, ...evidence: readonly string[]): Finding => ({
  verdict: 'unknown',
  summary: finding,
  evidence,
})

export const createKnown = (
  finding: string,
  profileSettings: Partial<ProfileSettings> | undefined,
  ...evidence: readonly string[]
): Finding => ({
  verdict: 'known',
  summary: finding,
  ...(profileSettings && { profileSettings }),
  evidence,
})

/** A user and a coin that no service has: a failure about them shows that the parameters were read. */
export const account = { uid: 0, symbol: 'BTC' } as const

/** A request id that no service knows. */
export const createId = (): string => `probe-${randomBytes(6).toString('hex')}`
