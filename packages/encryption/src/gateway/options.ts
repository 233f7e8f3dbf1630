import { hash, randomBytes } from 'node:crypto'

import type { Responses, Parameters } from '@custody-wallet/types'

import { Gate } from '../keys/gate.ts'
import { responseLimits, requestLimits } from '../limits.ts'
import { checkInteger } from '../options.ts'
import { createParty } from '../party/create.ts'
import type { Binding, Party, RejectionReport } from '../party/party.ts'
import { type Profile, type SealedId, sharedSettings } from '../profile/profile.ts'
import type { SealAssurance } from '../suite.ts'
import {
  type BodyOptions,
  type BodyReader,
  createBodyReader,
  checkSegments,
  type TokenHandler,
} from './requests.ts'
import { type RejectionCodes, sharedCodes } from './responses.ts'
import type { TextResponse } from './text-response.ts'

/** What a handler receives beside the plain request, all of it verified. `operation` narrows `parameters`. */
export type Call<Id extends SealedId = SealedId> = {
  readonly [One in Id]: {
    readonly appId: string
    readonly operation: One
    readonly parameters: Parameters[One]
    /** `blocks`: the seal proves each block of the request, but not that the blocks belong together. */
    readonly assurance: SealAssurance
    /**
     * Ties the response to its request. `binding.request` does not depend on how the message was spelt. Under `classic`, two
     * signatures of equal content have the same one.
     */
    readonly binding: Binding<One>
  }
}[Id]

/** Answers a plain request: a response of the contract as JSON, a 4xx with a reason for the caller, or 501. */
export type Handler = (request: Request, call: Call) => Promise<Response> | Response

/** Answers a call without HTTP in between: it returns a plain response of the contract. `party` opened the message. */
export type CallResponder<Text = never> = (
  call: Call,
  options: { readonly signal: AbortSignal; readonly party: Party },
) => Promise<Responses[SealedId] | Text> | Responses[SealedId] | Text

/**
 * Options of a gateway: it needs either `handler` or `respond`. A `Text` is sent as it is, without a signature: use it
 * only for a failure that says nothing about the call.
 */
export type GatewayOptions<Text = never> = CommonOptions<Text> &
  (
    | { readonly handler: Handler; readonly respond?: never }
    | { readonly respond: CallResponder<Text>; readonly handler?: never }
  )

interface CommonOptions<Text> {
  /** The party for a merchant; `undefined` if the merchant is unknown. */
  readonly findParty: (appId: string, operation: SealedId) => Promise<Party | undefined> | Party | undefined
  /** Answers the token call, which is not sealed. Without it the path is unknown. */
  readonly token?: TokenHandler<Text>
  /** Bytes of a request's body or query, and of a handler's response: at most 256 KB and 1 MB, which are the defaults. */
  readonly limits?: { readonly request?: number; readonly response?: number }
  /**
   * Limits how many messages are opened at a time, and the share of one merchant: 64, 1,024 waiting, and a quarter of
   * both unless given. It must not be the gate of the keys, because messages wait for both.
   */
  readonly gate?: Gate | undefined
  /** Limits how many bodies arrive at a time and how long each may take: 256, and 10 seconds. */
  readonly bodies?: BodyOptions
  /**
   * Parties that open messages of unknown merchants, so that timing does not reveal which merchants exist; the result is
   * discarded. Unless given, one party of each suite that was used, if its keys are in this process. `false` turns this
   * off.
   */
  readonly decoys?: readonly Party[] | false
  /** Codes for messages of unknown merchants; give `codes` of your profiles if they differ from the shared ones. */
  readonly rejectionCodes?: RejectionCodes
  /** Path segments for the same; give `segments` of your profiles if they differ from the shared ones. */
  readonly segments?: Profile['segments']
  /** Give `query` if no profile accepts forms: a POST to v2 and MPC calls then gets 405. */
  readonly transport?: Profile['transport']
  /** Called for messages that are rejected before a party opens them. For others, the hook of the party is called. */
  readonly onRejected?: (report: RejectionReport) => unknown
  /** Called with errors of this side, which callers never see. */
  readonly onError?: (error: unknown) => void
}

/** Options with their defaults. */
export type Settings = Omit<CommonOptions<TextResponse>, 'bodies' | 'decoys'> &
  Pick<GatewayOptions<TextResponse>, 'respond' | 'handler'> &
  Required<Pick<GatewayOptions, 'rejectionCodes' | 'segments' | 'transport'>> & {
    readonly limits: Required<NonNullable<GatewayOptions['limits']>>
    readonly gate: Gate
    readonly bodies: BodyReader
    readonly decoys: Decoys
  }

/** Checks the options and adds the defaults. */
export function createSettings(options: GatewayOptions<TextResponse>): Settings {
  if (typeof options.findParty !== 'function')
    throw new TypeError('gateway() needs findParty to be a function.')
  const handlers = [options.handler, options.respond].filter((input) => input !== undefined)
  if (handlers.length !== 1 || typeof handlers[0] !== 'function')
    throw new TypeError('gateway() needs handler or respond to be a function.')
  const {
    rejectionCodes = sharedCodes,
    segments = sharedSettings.segments,
    transport = 'query-or-form',
  } = options
  checkSegments(segments)
  const { request = requestLimits.body, response = responseLimits.body } = options.limits ?? {}
  const limits = {
    request: checkInteger('limits.request', request, 1, requestLimits.body),
    response: checkInteger('limits.response', response, 1, responseLimits.body),
  }
  const gate = options.gate ?? new Gate({ queue: 1024, share: 0.25 })
  const [bodies, decoys] = [createBodyReader(options.bodies), createDecoys(options.decoys)]
  return { ...options, rejectionCodes, segments, transport, limits, gate, bodies, decoys }
}

/** Parties that open messages of unknown merchants. */
interface Decoys {
  /** Makes a decoy of a known merchant's profile, if its suite has none yet. */
  readonly add: (party: Party) => void
  /** The decoy of an unknown merchant, always the same one. */
  readonly find: (appId: string) => Party | undefined
}

function createDecoys(input: GatewayOptions['decoys']): Decoys {
  const removeHooks = ({ profile }: Party): Party => createParty(profile)
  const parties = new Map((input || []).map((party, at) => [String(at), removeHooks(party)]))
  const salt = randomBytes(16).toString('hex')
  return {
    add: (party) => {
      const { id, isInProcess } = party.profile.suite
      // A key service would charge for messages of unknown merchants.
      if (input === undefined && isInProcess === true && !parties.has(id)) parties.set(id, removeHooks(party))
    },
    // With several suites, an unknown merchant always looks like one of the same suite. The salt hides which one.
    find: (appId) => {
      const all = [...parties.values()]
      const [first = 0] = all.length > 1 ? hash('sha256', salt + appId, 'buffer') : []
      return all[first % all.length]
    },
  }
}
