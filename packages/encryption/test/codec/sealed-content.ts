// Genuine requests with any content, as the other party could seal it.
import { operations } from '@custody-wallet/types/operations'

import { requestLimits } from '../../src/limits.ts'
import type { PartyOptions } from '../../src/party/party.ts'
import type { Knobs, SealedId } from '../../src/profile/profile.ts'
import { bytesOf, now, type ProfileName, sidesOf } from '../support/sides.ts'

export interface Opening {
  readonly knobs?: Partial<Knobs>
  readonly options?: PartyOptions
}

/** Seals a content as the merchant, and opens it as the platform. */
export async function openingOf<Id extends SealedId>(
  name: ProfileName,
  id: Id,
  content: object,
  { knobs = {}, options = {} }: Opening = {},
) {
  const { merchant, platform } = sidesOf(name, knobs, options)
  const { appId, suite } = merchant.profile
  const { path, family } = operations[id]
  const [plaintext, time, suiteOptions] = [
    bytesOf(JSON.stringify(content)),
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

/** The members that the codec fills in. */
export const filled = { time: now, charset: 'utf-8', version: 'v2' } as const
