import { hash, randomBytes } from 'node:crypto'

import type { Responses, Parameters } from '@custody-wallet/types'

import type { Binding } from '../codec/messages.ts'
import { Gate } from '../keys/gate.ts'
import { responseLimits, requestLimits } from '../limits.ts'
import { checkInteger } from '../options.ts'
import { createParty } from '../party/create.ts'
import type { Party, RejectionReport } from '../party/party.ts'
import { type Dialect, type SealedId, sharedSettings } from '../profile/profile.ts'
import type { SealAssurance } from '../suite.ts'
import { type BodyOptions, type BodyReader, createBodyReader, checkSegments, type TokenHandler } from './requests.ts'
import { type RejectionCodes, sharedCodes } from './responses.ts'
import type { TextResponse } from './text-response.ts'

/** The verified call that a handler gets with the plain request. `operation` narrows `parameters`. */
export type Call<Id extends SealedId = SealedId> = {
  readonly [One in Id]: {
    readonly appId: string
    readonly operation: One
    readonly parameters: Parameters[One]
    /** With `blocks`, the sender of each block is proven, but not that the blocks belong together. */
    readonly assurance: SealAssurance
    /**
     * Ties the response to its request. `binding.request` is the same for every spelling of a message. Under `classic`,
     * signatures over equal content are equal.
     */
    readonly binding: Binding<One>
  }
}[Id]

/** Responds to a plain request with JSON that fits the contract, a 4xx status with a reason for the caller, or 501. */
export type Handler = (request: Request, call: Call) => Promise<Response> | Response

interface CallOptions {
  readonly signal: AbortSignal
  /** The party that opened the message. */
  readonly party: Party
}

/** Returns the plain response to a call, without HTTP in between. */
export type CallResponder = (call: Call, options: CallOptions) => Promise<Responses[SealedId]> | Responses[SealedId]

/** Options of a gateway. Pass either `handler` or `respond`. */
export type GatewayOptions = CommonOptions &
  (
    | { readonly handler: Handler; readonly respond?: never }
    | { readonly respond: CallResponder; readonly handler?: never }
  )

interface CommonOptions {
  /** Returns the party of a merchant, or `undefined` for an unknown merchant. */
  readonly findParty: (appId: string, operation: SealedId) => Promise<Party | undefined> | Party | undefined
  /** Responds to the token call, which is not sealed. Without this option, the call gets 404. */
  readonly token?: TokenHandler
  /** Most bytes of a request's body or query, and of a handler's response. Defaults, and maxima: 256 KB and 1 MB. */
  readonly limits?: { readonly request?: number; readonly response?: number }
  /**
   * Limits how many messages are opened at a time. Default: 64 running, 1,024 waiting, and a quarter of both for one
   * merchant. Do not pass the gate of the keys: a message waits for both, so one gate could block itself.
   */
  readonly gate?: Gate | undefined
  /** Limits how many bodies arrive at a time, and how long each may take. Default: 256, and 10 seconds. */
  readonly bodies?: BodyOptions
  /**
   * Parties that open messages of unknown merchants and discard the result, so that timing does not reveal which
   * merchants exist. Default: one party of each suite in use whose keys are in this process. `false` turns this off.
   */
  readonly decoys?: readonly Party[] | false
  /** Codes for messages of unknown merchants. Pass `codes` of your profiles if you changed them. */
  readonly rejectionCodes?: RejectionCodes
  /** Path segments for unknown merchants. Pass `segments` of your profiles if you changed them. */
  readonly segments?: Dialect['segments']
  /** Pass `query` if none of your profiles accepts forms. A POST to a v2 or MPC call then gets 405. */
  readonly transport?: Dialect['transport']
  /** Called when a message is rejected before a party opens it. After that, the party calls its own hook. */
  readonly onRejected?: (report: RejectionReport) => unknown
  /** Called with errors of your side. Callers never see them. */
  readonly onError?: (error: unknown) => void
}

/** Options for our own servers. They pass a context with each request, which the hooks get as their last argument. */
export interface ResponderOptions<Context, Reply> extends Omit<CommonOptions, 'token'> {
  readonly handler?: Handler
  /** A `TextResponse` is sent unsealed and unsigned: use it only for failures that reveal nothing about the call. */
  readonly respond?: (
    call: Call,
    options: CallOptions,
    context: Context,
  ) => Promise<Responses[SealedId] | TextResponse> | Responses[SealedId] | TextResponse
  readonly token?: (request: Request, context: Context) => Promise<Reply> | Reply
  /** Whether the server ends the body of a request at its `Content-Length`. */
  readonly hasExactLength?: (context: Context) => boolean
  /** Called with each body. It is not verified yet. */
  readonly onBody?: ((body: Uint8Array, context: Context) => unknown) | undefined
  /** Called with the reason of each rejection, whether or not the merchant was known. */
  readonly onMessageRejected?: (report: RejectionReport, context: Context) => unknown
}

export type Settings<Context, Reply> = Omit<ResponderOptions<Context, Reply>, 'bodies' | 'decoys'> &
  Required<Pick<CommonOptions, 'rejectionCodes' | 'segments' | 'transport'>> & {
    readonly limits: Required<NonNullable<CommonOptions['limits']>>
    readonly gate: Gate
    readonly bodies: BodyReader
    readonly decoys: Decoys
  }

export function createSettings<Context, Reply>(options: ResponderOptions<Context, Reply>): Settings<Context, Reply> {
  if (typeof options.findParty !== 'function') throw new TypeError('createGateway() needs findParty to be a function.')
  const handlers = [options.handler, options.respond].filter((input) => input !== undefined)
  if (handlers.length !== 1 || typeof handlers[0] !== 'function')
    throw new TypeError('createGateway() needs handler or respond to be a function, and not both.')
  const { rejectionCodes = sharedCodes, segments = sharedSettings.segments, transport = 'query-or-form' } = options
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
  /** Adds a decoy with the profile of a known merchant, if its suite has none yet. */
  readonly add: (party: Party) => void
  /** Returns the decoy of an unknown merchant: always the same one. */
  readonly find: (appId: string) => Party | undefined
}

function createDecoys(input: CommonOptions['decoys']): Decoys {
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
