import { Failure, createMisuse } from '@custody-wallet/demo/cli'
import { readEnvelope, readQuery, type SealedId } from '@custody-wallet/encryption'
import { buildPath } from '@custody-wallet/encryption/internal'
import { parseStrictly } from '@custody-wallet/types/validate'

import { parseCall, type ParsedCall } from '../calls.ts'
import type { Run } from '../commands.ts'
import { type LocalParty, createLocalParty } from '../party.ts'
import { readText } from '../settings.ts'

/** Opens a request or a response with the keys of the settings and prints its content. */
export const run: Run<'open'> = async (line, screen) => {
  const [name, file = '-', ...more] = line.positionals
  if (more.length > 0) throw createMisuse(`custody open accepts one message. Remove ${more.join(' ')}.`)
  const { operation } = parseCall(name === undefined ? [] : [name])
  const { id } = operation
  if (id === 'getToken')
    throw createMisuse(`${operation.name} is not encrypted, so you can read it without opening it.`)
  const text = (file === '-' ? await screen.input() : readText(file)).trim()
  const local = await createLocalParty(line, screen, line.text('as'))
  const call = { ...operation, id }
  const frame = await local.explainErrors(async () => readFrame(text))
  const request = line.text('request')
  const opened = await local.explainErrors<object>(() =>
    frame === undefined
      ? openResponse({ text, call, local, request: request === undefined ? undefined : readText(request) })
      : local.party.openRequest(id, buildPath(id, local.party.profile.segments), frame),
  )
  const { binding: _binding, ...shown } = { binding: undefined, ...opened }
  screen.record(shown, line.has('json'))
  return 'issues' in opened ? 1 : 0
}

type SealedOperation = ParsedCall['operation'] & { readonly id: SealedId }

const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Reads the fields of a sealed request; undefined if the text is a response. */
function readFrame(text: string) {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return readQuery(new URL(text).searchParams)
  if (/^\??(app_id|data)=/.test(text)) return readQuery(new URLSearchParams(text))
  const message = parseStrictly(text)
  if (typeof message !== 'object' || message === null)
    throw new Failure(
      'The message is not a sealed request or response. For logs and other formats, use custody detect.',
      2,
    )
  return 'app_id' in message ? readEnvelope(toBytes(text)) : undefined
}

interface ResponseOptions {
  readonly text: string
  readonly call: SealedOperation
  readonly local: LocalParty
  /** Body of the request that the response belongs to. */
  readonly request: string | undefined
}

async function openResponse({ text, call, local, request }: ResponseOptions): Promise<object> {
  const { party } = local
  const path = buildPath(call.id, party.profile.segments)
  const { suite } = party.profile
  const binding = { operation: call.id, path, time: '', request: '' }
  if (suite.boundParts.size === 0 || (call.family !== 'v1' && party.profile.responses === 'plain'))
    return party.openResponse({ operation: call.id, method: call.method, path, query: '', binding }, toBytes(text))
  if (call.family !== 'v1')
    throw new Failure(
      `The profile ${party.profile.name} binds responses to ${call.name} to the running call. Use custody call --raw instead.`,
    )
  if (request === undefined)
    throw createMisuse(
      'This profile binds a response to its request. Give the body of the request with --request FILE.',
    )
  const { time, sign } = readEnvelope(toBytes(request.trim()))
  const boundContext = { ...binding, time, request: suite.envelope.canonicalize(sign) }
  return party.openResponse(
    { operation: call.id, method: call.method, path, query: '', binding: boundContext },
    toBytes(text),
  )
}
