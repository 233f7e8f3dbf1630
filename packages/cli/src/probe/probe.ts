import { randomBytes } from 'node:crypto'

import type { ProfileSettings } from '@custody-wallet/encryption'

import type { ProbeResult, Service } from './service.ts'

/** The result of a probe. It has no settings if the profile has none for it, or if it is unknown. */
export interface Finding {
  readonly verdict: 'known' | 'unknown'
  readonly summary: string
  readonly profileSettings?: Partial<ProfileSettings>
  /** Whether the profile has no assumption about it. */
  readonly isOpenPoint?: boolean
  /** What was sent and what came back, without the content of records. */
  readonly evidence: readonly string[]
}

export interface Probe {
  readonly id: string
  readonly question: string
  readonly learn: (service: Service) => Promise<Finding>
}

/** Describes how the service handled a message. */
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

/** A user that no service has: a failure about it shows that the service read the parameters. */
export const account = { uid: 0, symbol: 'BTC' } as const

/** Creates a request id that no service knows. */
export const createId = (): string => `probe-${randomBytes(6).toString('hex')}`
