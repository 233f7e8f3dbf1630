import { readEnvelope, readQuery, type SealedId } from '@custody-wallet/encryption'
import { pathOf } from '@custody-wallet/encryption/internal'
import { Failure, misuse } from '@custody-wallet/server/cli'
import { parseStrictly } from '@custody-wallet/types/validate'

import { callIn, type GivenCall } from '../calls.ts'
import type { Run } from '../commands.ts'
import { type LocalParty, partyOf } from '../party.ts'
import { textOf } from '../settings.ts'

/** Opens a request or an answer with the keys of the settings, and prints its content. */
export const run: Run<'open'> = async (line, screen) => {
  const [name, file = '-', ...more] = line.positionals
  if (more.length > 0) throw misuse(`One message at a time: remove ${more.join(' ')}.`)
  const { operation } = callIn(name === undefined ? [] : [name])
  const { id } = operation
  if (id === 'getToken') throw misuse(`${operation.name} is not sealed: read it as it is.`)
  const text = (file === '-' ? await screen.input() : textOf(file)).trim()
  const local = await partyOf(line, screen, line.text('as'))
  const call = { ...operation, id }
  const frame = await local.explained(async () => frameOf(text))
  const request = line.text('request')
  const opened = await local.explained<object>(() =>
    frame === undefined
      ? openAnswer({ text, call, local, request: request === undefined ? undefined : textOf(request) })
      : local.party.openRequest(id, pathOf(id, local.party.profile.segments), frame),
  )
  const { binding: _binding, ...shown } = { binding: undefined, ...opened }
  screen.record(shown, line.has('json'))
  return 'issues' in opened ? 1 : 0
}

type Sealed = GivenCall['operation'] & { readonly id: SealedId }

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The members of a sealed request; undefined if the text is an answer. */
function frameOf(text: string) {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return readQuery(new URL(text).searchParams)
  if (/^\??(app_id|data)=/.test(text)) return readQuery(new URLSearchParams(text))
  const message = parseStrictly(text)
  if (typeof message !== 'object' || message === null)
    throw new Failure(
      'The message is not a sealed request or answer. custody detect looks inside other texts.',
      2,
    )
  return 'app_id' in message ? readEnvelope(bytesOf(text)) : undefined
}

interface AnswerOf {
  readonly text: string
  readonly call: Sealed
  readonly local: LocalParty
  /** The text of the request that it answers. */
  readonly request: string | undefined
}

async function openAnswer({ text, call, local, request }: AnswerOf): Promise<object> {
  const { party } = local
  const path = pathOf(call.id, party.profile.segments)
  const { suite } = party.profile
  const binding = { operation: call.id, path, time: '', request: '' }
  if (suite.binds.size === 0 || (call.family !== 'v1' && party.profile.answers === 'plain'))
    return party.openResponse(
      { operation: call.id, method: call.method, path, query: '', binding },
      bytesOf(text),
    )
  if (call.family !== 'v1')
    throw new Failure(`Under ${party.profile.name}, only custody call opens answers to ${call.name}.`)
  if (request === undefined)
    throw misuse(
      'This profile binds an answer to its request: give the body of the request with --request FILE.',
    )
  const { time, sign } = readEnvelope(bytesOf(request.trim()))
  const bound = { ...binding, time, request: suite.envelope.canonical(sign) }
  return party.openResponse(
    { operation: call.id, method: call.method, path, query: '', binding: bound },
    bytesOf(text),
  )
}
