import type { Party, SealedId, SealedRequest } from '@custody-wallet/encryption'
import type { Parameters } from '@custody-wallet/types'

import { splitterOf, stepForList } from '../errors/split.ts'
import { AnswerError, ParametersError, type Source } from '../errors/tree.ts'
import { calls } from '../generated/calls.ts'
import { checkMatches } from './mismatches.ts'
import type { Asked, Outgoing, Prepared, Reading, Speech } from './speech.ts'
import { translated } from './translate.ts'

/** What a sealed call carries besides its message, and what a refusal of that means. */
export interface Attachment {
  headers(signal: AbortSignal): Promise<Readonly<Record<string, string>>>
  mend: NonNullable<Prepared['mend']>
}

export interface SealedOptions {
  readonly party: Party
  readonly base: string
  readonly v1: string
  readonly maxUrlLength: number
  readonly attachment?: ((operation: SealedId) => Attachment) | undefined
}

const plainHeaders = { accept: 'application/json' } as const
const jsonHeaders = { ...plainHeaders, 'content-type': 'application/json' } as const

/** Sealed calls. A call is sealed once: its repetitions are the same bytes, which receivers know again. */
export function sealedSpeech({ party, attachment, ...addresses }: SealedOptions): Speech {
  return {
    async prepare(asked, signal) {
      markSealed(asked)
      const { operation, parameters, segments } = asked
      const options = segments ? { signal, segments } : { signal }
      const sealed = await translated(operation, () => party.sealRequest(operation, parameters, options), {
        next: stepForList(operation, parameters),
      })
      const outgoing = outgoingOf(sealed, addresses)
      const read: Prepared['read'] = async (body, ending, source) =>
        matching(asked, await opened(party, sealed, { body, signal: ending, source }))
      const attached = attachment?.(operation)
      if (!attached) return { request: () => outgoing, read }
      return {
        request: async (ending) => ({
          ...outgoing,
          headers: { ...outgoing.headers, ...(await attached.headers(ending)) },
        }),
        read,
        mend: attached.mend,
      }
    },
  }
}

interface SealedAsked extends Asked {
  readonly operation: SealedId
  readonly parameters: Parameters[SealedId]
}

// For the compiler alone: the token call goes another way, and the party checks parameters before it seals anything.
function markSealed(_asked: Asked): asserts _asked is SealedAsked {}

/** The whole URL of a sealed call. */
export function sealedUrl(
  { operation, path, query }: Pick<SealedRequest, 'operation' | 'path' | 'query'>,
  { base, v1 }: Pick<SealedOptions, 'base' | 'v1'>,
): string {
  const address = calls[operation].family === 'v1' ? v1 : base
  return query === '' ? `${address}${path}` : `${address}${path}?${query}`
}

function outgoingOf(
  sealed: SealedRequest,
  { maxUrlLength, ...addresses }: Omit<SealedOptions, 'party' | 'attachment'>,
): Outgoing {
  const { operation, method, body } = sealed
  const url = sealedUrl(sealed, addresses)
  if (url.length > maxUrlLength) throw tooLong(operation, url.length, maxUrlLength)
  return { url, method, headers: body === undefined ? plainHeaders : jsonHeaders, body }
}

const tooLong = (operation: SealedId, length: number, most: number): ParametersError =>
  new ParametersError('URL_TOO_LONG', operation, [], {
    place: `: its sealed address has ${length} characters, and maxUrlLength is ${most}`,
    next: splitterOf(operation) ?? 'Shorten the parameters.',
  })

function matching({ operation, parameters }: SealedAsked, reading: Reading): Reading {
  checkMatches(operation, parameters, reading.answer)
  return reading
}

const [object, list, space] = [123, 91, 32]

interface Received {
  readonly body: Uint8Array
  readonly signal: AbortSignal
  readonly source: Source
}

// A page of HTML or nothing at all is no message that somebody tampered with: it deserves a word of its own.
async function opened(
  party: Party,
  sealed: SealedRequest,
  { body, signal, source }: Received,
): Promise<Reading> {
  const first = body.find((byte) => byte > space)
  if (first !== object && first !== list) throw new AnswerError('ANSWER_UNREADABLE', sealed.operation, source)
  return translated(sealed.operation, () => party.openResponse(sealed, body, { signal }))
}
