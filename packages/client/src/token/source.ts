import type { AccessTokenGrant } from '@custody-wallet/types'

import { platformTimer, type SetTimer } from '../calls/deadline.ts'
import { AnswerError, TransportError } from '../errors/tree.ts'
import { isHeaderText } from '../speech/headers.ts'
import { type Flight, startFlight } from './flight.ts'
import { pace } from './pace.ts'

export interface TokenSourceOptions {
  /** Asks the service for a token. */
  readonly fetchToken: (signal: AbortSignal | undefined) => Promise<AccessTokenGrant>
  /** Unix milliseconds, by the service's clock where it is known: that clock ends tokens. */
  readonly clock: () => number
  /** Whether an error is a refusal by the service; every error unless given. */
  readonly refused?: (error: unknown) => boolean
  /** Timers; those of the platform unless given. */
  readonly setTimer?: SetTimer
}

/** Tokens out of memory, as long as they last. */
export interface TokenSource {
  /** A token that has not ended. */
  readonly token: (options?: { readonly signal?: AbortSignal | undefined }) => Promise<string>
  /** Says that the service refused a token; one that was replaced meanwhile is no news. */
  readonly rejected: (token: string) => void
}

interface Held {
  readonly token: string
  /** From when on a new one is asked for, and from when on this one is not handed out. */
  readonly early: number
  readonly end: number
}

// Shares of the life that is left when a token comes, and what they are at most, in milliseconds.
const early = { share: 0.2, most: 300_000 }
/** A token that is handed out still has to travel. */
const travel = { share: 0.05, most: 5000 }

const before = (end: number, life: number, { share, most }: typeof early): number =>
  end - Math.min(most, life * share)

function heldOf({ access_token: token, expired_time: end }: AccessTokenGrant, now: number): Held {
  const life = end - now
  if (!isHeaderText(token)) throw invalid('access_token', 'is no text that a header can carry')
  if (!(life > 0)) throw invalid('expired_time', 'lies in the past')
  return { token, early: before(end, life, early), end: before(end, life, travel) }
}

const invalid = (member: keyof AccessTokenGrant, message: string): AnswerError =>
  new AnswerError('ANSWER_INVALID', 'getToken', { issues: [{ pointer: `/data/${member}`, message }] })

const heldBack = (): TransportError =>
  new TransportError(
    'TOKEN_HELD_BACK',
    'getToken',
    {},
    { place: ': the service refused the last token', next: 'Wait, and call again.' },
  )

/**
 * Hands out one token to all callers and asks for a new one before it ends. However many wait, one request is under
 * way. Nothing that this returns or throws shows a token but the promise of `token`.
 */
export function tokenSource({
  fetchToken,
  clock,
  refused = () => true,
  setTimer = platformTimer,
}: TokenSourceOptions): TokenSource {
  const tries = pace(clock, refused)
  let held: Held | undefined
  let underway: Flight<string> | undefined

  async function ask(signal: AbortSignal, stillWanted: () => boolean): Promise<string> {
    try {
      const granted = heldOf(await fetchToken(signal), clock())
      if (stillWanted()) {
        held = granted
        tries.succeeded()
      }
      return granted.token
    } catch (error) {
      if (stillWanted()) tries.failed(error)
      throw error
    } finally {
      if (stillWanted()) underway = undefined
    }
  }

  function start(kept: boolean): Flight<string> {
    const stillWanted = (): boolean => underway === flight
    const abandoned = (): void => {
      if (stillWanted()) underway = undefined
    }
    const flight = startFlight((signal) => ask(signal, stillWanted), { kept, abandoned, setTimer })
    underway = flight
    return flight
  }

  return {
    async token({ signal } = {}) {
      signal?.throwIfAborted()
      const now = clock()
      const pause = underway ? undefined : tries.pause()
      if (held && now < held.end) {
        if (now >= held.early && !underway && !pause) start(true)
        return held.token
      }
      if (pause) throw pause.error
      return (underway ?? start(false)).join(signal)
    },
    rejected(token) {
      if (held?.token !== token) return
      held = undefined
      tries.disappointed(heldBack())
    },
  }
}
