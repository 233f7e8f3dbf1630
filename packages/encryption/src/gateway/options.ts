import type { Parameters } from '@custody-wallet/types'

import { Gate } from '../keys/gate.ts'
import { answerLimits, requestLimits } from '../limits.ts'
import type { Binding, Party, RejectionReport } from '../party.ts'
import { type Profile, type SealedId, sharedKnobs } from '../profile/profile.ts'
import type { SealAssurance } from '../suite.ts'
import { type BodyOptions, type BodyReader, bodyReader } from './bodies.ts'
import { type Decoys, decoysOf } from './decoys.ts'
import { type RefusalCodes, sharedCodes } from './refusals.ts'
import { checkSegments, type TokenHandler } from './routes.ts'

/** What a handler learns beside the plain request, all of it proven. `operation` tells which parameters it has. */
export type Call<Id extends SealedId = SealedId> = { readonly [One in Id]: CallOf<One> }[Id]

interface CallOf<Id extends SealedId> {
  readonly appId: string
  readonly operation: Id
  readonly parameters: Parameters[Id]
  /** `blocks` where the seal proves each block of the request, and not the whole. */
  readonly assurance: SealAssurance
  /**
   * Ties the answer to its request. `binding.request` is the same for every spelling of a message; under `classic`, equal
   * content that is signed twice has it twice, too.
   */
  readonly binding: Binding<Id>
}

/** Answers a plain request: an answer of the contract as JSON, or a 4xx with a reason for the caller. */
export type Handler = (request: Request, call: Call) => Promise<Response> | Response

export interface GatewayOptions {
  /** The party that speaks with a merchant; `undefined` where the merchant is unknown. */
  readonly partyFor: (appId: string, operation: SealedId) => Promise<Party | undefined> | Party | undefined
  readonly handler: Handler
  /** Answers the token call, which is not sealed. Without it that path is unknown. */
  readonly token?: TokenHandler
  /** Bytes of a request's body or query, and of a handler's answer: 256 KB and 1 MB, which they may not exceed. */
  readonly limits?: Partial<GatewayLimits>
  /**
   * Bounds the messages that are opened at a time, and what one merchant may take of it: 64, 1,024 waiting, and a
   * quarter of both unless given. It must not be the gate of the keys, whose turn they wait for.
   */
  readonly gate?: Gate | undefined
  /** Bounds the bodies that are on their way at a time, and the time that each may take: 256, and 10 seconds. */
  readonly bodies?: BodyOptions
  /**
   * Parties that do the work of opening for unknown merchants, so that time does not tell which merchants exist; the
   * outcome is discarded. Unless given, one for each suite that was met, if its keys are in this process. `false` does
   * no such work.
   */
  readonly decoys?: readonly Party[] | false
  /** Codes for those who name no known merchant; give `codes` of your profiles where they are not the shared ones. */
  readonly refusalCodes?: RefusalCodes
  /** Path segments for the same; give `segments` of your profiles where they are not the shared ones. */
  readonly segments?: Profile['segments']
  /** Give `query` where no profile takes forms: a POST to v2 and MPC calls is a wrong method then. */
  readonly transport?: Profile['transport']
  /** Told what was refused before a party opened it. What a party refuses goes to the hook of the party. */
  readonly onRejected?: (report: RejectionReport) => unknown
  /** Told what failed on this side; callers learn none of it. */
  readonly onError?: (error: unknown) => void
}

export interface GatewayLimits {
  readonly request: number
  readonly answer: number
}

/** Options with their defaults. */
export type Settings = Omit<GatewayOptions, 'bodies' | 'decoys'> &
  Required<Pick<GatewayOptions, 'refusalCodes' | 'segments' | 'transport'>> & {
    readonly limits: GatewayLimits
    readonly gate: Gate
    readonly bodies: BodyReader
    readonly decoys: Decoys
  }

/** Checks the options and fills in what was not given. */
export function settingsOf(options: GatewayOptions): Settings {
  for (const name of ['partyFor', 'handler'] as const)
    if (typeof options[name] !== 'function')
      throw new TypeError(`The gateway needs ${name} to be a function.`)
  const { refusalCodes = sharedCodes, segments = sharedKnobs.segments, transport = 'query-or-form' } = options
  checkSegments(segments)
  const limits = {
    request: within('request', options.limits?.request, requestLimits.body),
    answer: within('answer', options.limits?.answer, answerLimits.body),
  }
  const gate = options.gate ?? new Gate({ waiting: 1024, share: 0.25 })
  const [bodies, decoys] = [bodyReader(options.bodies), decoysOf(options.decoys)]
  return { ...options, refusalCodes, segments, transport, limits, gate, bodies, decoys }
}

function within(name: string, limit: number | undefined, most: number): number {
  const value = limit ?? most
  if (Number.isInteger(value) && value > 0 && value <= most) return value
  throw new TypeError(`The gateway needs limits.${name} to be a whole number from 1 to ${most}.`)
}
