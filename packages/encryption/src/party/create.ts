import {
  type EnvelopeFrame,
  type QueryFrame,
  readEnvelope as readEnvelopeFrame,
  readQuery as readQueryFrame,
} from '../codec/frames.ts'
import { openRequest, sealRequest } from '../codec/requests.ts'
import { openResponse, sealResponse } from '../codec/responses.ts'
import { EncryptionError, Rejection } from '../errors.ts'
import { notify } from '../options.ts'
import type { Profile } from '../profile/profile.ts'
import type { Party, PartyOptions, RejectionReport } from './party.ts'

/**
 * Makes a party from a profile. A party plays both roles: as the caller, it seals requests and opens responses; as the
 * receiver, it opens requests and seals responses.
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
  { clock = Date.now, onRejected, onUnknownFields }: PartyOptions = {},
): Party {
  if (typeof profile.check !== 'function')
    throw new TypeError(
      'The profile has no check function. Build it with modern() or classic(), or derive it from theirs by spread.',
    )
  const checkedProfile = profile.check(profile)
  const { appId: merchant } = checkedProfile
  const openUniformly = createUniformOpener(onRejected)
  const getNow = () => readClock(clock)
  return {
    id: checkedProfile.party.own,
    profile: checkedProfile,
    sealRequest: async (operation, parameters, options) =>
      sealRequest(checkedProfile, operation, parameters, { merchant, ...options, now: getNow() }),
    openRequest: (operation, path, frame, { onRejected: onMessageRejected, ...options } = {}) => {
      const location = { operation, path, side: 'request' } as const
      const onIgnored = (fields: readonly string[]) => notify(onUnknownFields, { ...location, fields })
      return openUniformly(
        location,
        () =>
          openRequest(checkedProfile, operation, path, {
            merchant,
            ...options,
            frame,
            now: getNow(),
            onIgnored,
          }),
        onMessageRejected,
      )
    },
    sealResponse: async (binding, response, options) =>
      sealResponse(checkedProfile, binding, response, { merchant, ...options, now: getNow() }),
    openResponse: (request, body, { onRejected: onMessageRejected, ...options } = {}) =>
      openUniformly(
        { operation: request.operation, path: request.path, side: 'response' },
        () => openResponse(checkedProfile, request.binding, body, { merchant, ...options, now: getNow() }),
        onMessageRejected,
      ),
  }
}

/** Reads a clock, and checks the time: otherwise only the receiver would notice a wrong one. */
export function readClock(clock: () => number): number {
  const time = clock()
  if (!Number.isSafeInteger(time) || time < 0)
    throw new TypeError(`clock() must return a non-negative integer, in Unix milliseconds, not ${time}.`)
  return time
}

// Every cause gives the same error. Only the hooks of this side get the cause.
function createUniformOpener(onRejected: PartyOptions['onRejected']) {
  return async function openUniformly<T>(
    location: Omit<RejectionReport, 'reason'>,
    open: () => Promise<T>,
    onMessageRejected?: PartyOptions['onRejected'],
  ): Promise<T> {
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      const { reason, unknownKey, cause } = error
      const more = { ...(unknownKey && { unknownKey }), ...(cause !== undefined && { cause }) }
      for (const hook of [onRejected, onMessageRejected]) notify(hook, { reason, ...location, ...more })
      throw createRejectionError(error, location)
    }
  }
}

// A caller may know that its own key service failed. A sender must not know that the receiver's key service failed.
function createRejectionError({ reason, cause }: Rejection, { operation, side }: Omit<RejectionReport, 'reason'>) {
  return reason === 'key-service' && side === 'response'
    ? new EncryptionError('KEY_FAILED', { operation }, { cause })
    : new EncryptionError('ENVELOPE_REJECTED')
}

/** Reads a sealed query from a query string or form, which must have exactly the two fields. */
export const readQuery = (fields: URLSearchParams): QueryFrame => readUniformly(() => readQueryFrame(fields))

/** Reads the envelope in the body of a v1 request, strictly and within limits. */
export const readEnvelope = (body: Uint8Array): EnvelopeFrame => readUniformly(() => readEnvelopeFrame(body))

// An unreadable frame gives the same error as one that does not open.
function readUniformly<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Rejection) throw new EncryptionError('ENVELOPE_REJECTED')
    throw error
  }
}
