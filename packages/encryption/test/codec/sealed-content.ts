// Seals genuine requests with any content.
import { operations } from '@custody-wallet/types/operations'

import { requestLimits } from '../../src/limits.ts'
import type { PartyOptions } from '../../src/party/party.ts'
import type { ProfileSettings, SealedId } from '../../src/profile/profile.ts'
import { toBytes, now, type ProfileName, createSides } from '../support/sides.ts'

export interface Opening {
  readonly settings?: Partial<ProfileSettings>
  readonly options?: PartyOptions
}

/** Seals content as the merchant, and opens it as the platform. */
export async function openContent<Id extends SealedId>(
  name: ProfileName,
  id: Id,
  content: object,
  { settings = {}, options = {} }: Opening = {},
) {
  const { merchant, platform } = createSides(name, settings, options)
  const { appId, suite } = merchant.profile
  const { path, family } = operations[id]
  const [plaintext, time, suiteOptions] = [
    toBytes(JSON.stringify(content)),
    String(now),
    { limits: requestLimits, now },
  ]
  const context = { direction: 'request', audience: platform.id, appId, path, time } as const
  if (family !== 'v1') {
    const data = await suite.query.seal(plaintext, context, suiteOptions)
    return platform.openRequest(id, path, { kind: 'query', appId, data })
  }
  const data = await suite.envelope.seal(plaintext, suiteOptions)
  const sign = await suite.envelope.sign(plaintext, context, suiteOptions)
  return platform.openRequest(id, path, { kind: 'envelope', appId, time, sign, data })
}

export const filled = { time: now, charset: 'utf-8', version: 'v2' } as const
