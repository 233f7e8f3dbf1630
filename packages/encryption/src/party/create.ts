import { openResponse, sealResponse } from '../codec/answers.ts'
import {
  type EnvelopeFrame,
  type QueryFrame,
  readEnvelope as readEnvelopeFrame,
  readQuery as readQueryFrame,
} from '../codec/frames.ts'
import { openRequest, sealRequest } from '../codec/requests.ts'
import { EncryptionError, Rejection } from '../errors.ts'
import { notify, timeOf } from '../options.ts'
import type { Profile } from '../profile/profile.ts'
import type { Party, PartyOptions, RejectionReport } from './party.ts'

/**
 * Makes a party from a profile. One object plays both roles: it seals requests and opens answers, and it opens requests
 * and seals answers.
 *
 * @example
 * ```ts
 * import { createParty } from '@custody-wallet/encryption'
 * import { modern } from '@custody-wallet/encryption/modern'
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 *
 * const [own, peer] = [generateKeys(), generateKeys()]
 * const party = createParty(modern({ appId: 'demo-shop', party: { own: 'shop', peer: 'platform' }, keys: { own, peer } }))
 * const { path, query } = await party.sealRequest('getAccount', { uid: 10042, symbol: 'BTC' })
 * console.log(path, query.length)
 * ```
 */
export function createParty(
  profile: Profile,
  { clock = Date.now, onRejected, onUnknownMembers }: PartyOptions = {},
): Party {
  if (typeof profile.check !== 'function')
    throw new TypeError(
      'The profile has no check function. Build it with modern() or classic(), or derive it from theirs by spread.',
    )
  const checked = profile.check(profile)
  const { appId: merchant } = checked
  const refuse = uniformly(onRejected)
  const now = () => timeOf(clock)
  return {
    id: checked.party.own,
    profile: checked,
    sealRequest: async (operation, parameters, options) =>
      sealRequest(checked, operation, parameters, { merchant, ...options, now: now() }),
    openRequest: (operation, path, frame, options) => {
      const place = { operation, path, side: 'request' } as const
      const onIgnored = (members: readonly string[]) => notify(onUnknownMembers, { ...place, members })
      return refuse(place, () =>
        openRequest(checked, operation, path, { merchant, ...options, frame, now: now(), onIgnored }),
      )
    },
    sealResponse: async (binding, answer, options) =>
      sealResponse(checked, binding, answer, { merchant, ...options, now: now() }),
    openResponse: (request, body, options) =>
      refuse({ operation: request.operation, path: request.path, side: 'answer' }, () =>
        openResponse(checked, request.binding, body, { merchant, ...options, now: now() }),
      ),
  }
}

// One error for every cause. Only the hook of this side gets the cause.
function uniformly(onRejected: PartyOptions['onRejected']) {
  return async function refuse<T>(
    place: Omit<RejectionReport, 'reason'>,
    open: () => Promise<T>,
  ): Promise<T> {
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      const { reason, unknownKey, cause } = error
      const more = { ...(unknownKey && { unknownKey }), ...(cause !== undefined && { cause }) }
      notify(onRejected, { reason, ...place, ...more })
      throw refusalOf(error, place)
    }
  }
}

// A caller may learn that its own key service failed. A sender must not learn that the receiver's key service failed.
function refusalOf({ reason, cause }: Rejection, { operation, side }: Omit<RejectionReport, 'reason'>) {
  return reason === 'key-service' && side === 'answer'
    ? new EncryptionError('KEY_FAILED', { operation }, { cause })
    : new EncryptionError('ENVELOPE_REJECTED')
}

/** Reads the two members of a sealed query from the query string or a form: exactly these, each once. */
export const readQuery = (members: URLSearchParams): QueryFrame => refusing(() => readQueryFrame(members))

/** Reads the body of a v1 request, strictly and within limits. */
export const readEnvelope = (body: Uint8Array): EnvelopeFrame => refusing(() => readEnvelopeFrame(body))

// A frame that cannot be read gives the same error as one that cannot be opened, without the reason.
function refusing<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Rejection) throw new EncryptionError('ENVELOPE_REJECTED')
    throw error
  }
}
