// Wire text of the demo merchants, for programs that know nothing of seals, such as curl.
import {
  isEncryptionError,
  type Party,
  readEnvelope,
  readQuery,
  type RequestFrame,
  type SealedId,
  type SealedRequest,
} from '@custody-wallet/encryption'
import type { Parameters } from '@custody-wallet/types'
import { operations, type ParameterFacts } from '@custody-wallet/types/operations'
import { explain, nearestName, parameters as predicates } from '@custody-wallet/types/validate'

import { demoMerchants } from '../demo/demo.ts'
import { restored } from '../plain/parameters.ts'
import { merchantNamed, parsed, wireUrl } from './arguments.ts'
import { Failure, misuse } from './failure.ts'
import { textOf } from './files.ts'
import type { Terminal } from './terminal.ts'

const ofSeal = { texts: ['merchant', 'url', 'state'], flags: ['curl'] } as const
const ofOpen = { texts: ['merchant', 'request', 'state'], flags: [] } as const

/** Prints the query or the body of a sealed request. */
export async function seal(args: readonly string[], { env, print }: Terminal): Promise<void> {
  const { text, has, positionals } = parsed(args, ofSeal)
  const [name = '', ...pairs] = positionals
  const id = sealedNamed(name, 'seal')
  const parameters = parametersOf(id, pairs)
  const demo = demoMerchants({ directory: text('state') })
  const request = await demo.merchant(merchantNamed(text('merchant'))).sealRequest(id, parameters)
  const url = wireUrl(text('url'), env)
  print(has('curl') ? curlOf(request, url) : (request.body ?? request.query))
}

// Without its progress, as what it prints is piped on.
const curlOf = ({ path, query, body }: SealedRequest, url: string): string =>
  body === undefined ? `curl -sS '${url}${path}?${query}'` : `curl -sS --json '${body}' '${url}${path}'`

const noInput =
  'open got no input. The command before it printed nothing: run it alone to see why, and check that the mock is running.'

/** Prints what an answer or a request holds. */
export async function open(args: readonly string[], { input, print }: Terminal): Promise<void> {
  const { text: option, positionals } = parsed(args, ofOpen)
  const [name = '', given = '-', ...more] = positionals
  if (more.length > 0) throw misuse('open takes one text; quote it.')
  const id = sealedNamed(name, 'open')
  const demo = demoMerchants({ directory: option('state') })
  const merchant = merchantNamed(option('merchant'))
  const text = (given === '-' ? await input() : given).trim()
  if (text === '') throw new Failure(noInput)
  const place = { operation: id, path: pathOf(id, demo.merchant(merchant)) }
  const parties = { merchant: demo.merchant(merchant), platform: demo.platform(merchant) }
  const held = await heldIn(text, parties, { place, file: option('request') }).catch(rejected)
  print(JSON.stringify(held, undefined, 2))
}

interface About {
  readonly place: Place
  /** File with the request that an answer belongs to. */
  readonly file: string | undefined
}

async function heldIn(
  text: string,
  { merchant, platform }: { readonly merchant: Party; readonly platform: Party },
  { place, file }: About,
): Promise<unknown> {
  const frame = frameOf(text)
  if (!frame) return (await merchant.openResponse(requestFor(place, file), encoded(text))).answer
  const { parameters, issues } = await platform.openRequest(place.operation, place.path, frame)
  return parameters ?? issues
}

type Place = Pick<SealedRequest, 'operation' | 'path'>

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text)

// Only a request names its merchant in the open.
function frameOf(text: string): RequestFrame | undefined {
  if (!/(^|&)app_id=/.test(text))
    return /^\{[^]*"app_id"\s*:/.test(text) ? readEnvelope(encoded(text)) : undefined
  return readQuery(new URLSearchParams(text))
}

// What ties an answer to its request is in the text of the request.
function requestFor({ operation, path }: Place, file: string | undefined): SealedRequest {
  const frame = file === undefined ? undefined : frameOf(textOf(file).trim())
  const [time, request] = frame?.kind === 'envelope' ? [frame.time, frame.sign] : ['', frame?.data ?? '']
  const { method } = operations[operation]
  return { operation, method, path, query: '', binding: { operation, path, time, request } }
}

function rejected(error: unknown): never {
  if (!isEncryptionError(error)) throw error
  if (error.code === 'ANSWER_UNAUTHENTICATED')
    throw new Failure(
      `This answer is not sealed, and says that the call failed with code ${error.context.remoteCode}. Of a message that it rejects the mock says why in its terminal.`,
    )
  throw new Failure(
    `It cannot be opened (${error.code}). Is it for this --merchant and this call? The answer to a v1 call of modern needs its request too: --request FILE.`,
  )
}

function pathOf(id: SealedId, { profile }: Party): string {
  const segments: Readonly<Record<string, string>> = profile.segments
  return operations[id].path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => segments[name] ?? '')
}

function sealedNamed(name: string, command: string): SealedId {
  if (name === '') throw misuse(`${command} needs a call, such as getAccount.`)
  if (name === 'getToken') throw misuse('getToken is not sealed: call it as it is.')
  const found = Object.values(operations).find(({ id }) => id === name)?.id
  if (found !== undefined && found !== 'getToken') return found
  const near = nearestName(name, Object.keys(operations))
  throw misuse(`There is no sealed call "${name}"${near === undefined ? '.' : `; did you mean ${near}?`}`)
}

function parametersOf(id: SealedId, pairs: readonly string[]): Parameters[SealedId] {
  const kinds: Readonly<Record<string, ParameterFacts>> = operations[id].parameters
  const given = Object.fromEntries(
    [...textsOf(pairs)].map(([name, text]) => {
      const kind = (Object.hasOwn(kinds, name) ? kinds[name]?.kind : undefined) ?? 'text'
      return [name, restored(kind === 'decimal' ? 'text' : kind, text)]
    }),
  )
  if (predicates[id](given)) return given
  const issues = explain(operations[id].schemas.parameters, given)
  throw new Failure(
    `${issues.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`.trim()).join('; ')}.`,
  )
}

function textsOf(pairs: readonly string[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at)
    if (at < 1) throw misuse(`"${pair}" has to be name=value.`)
    if (texts.has(name)) throw misuse(`${name} stands there twice.`)
    texts.set(name, pair.slice(at + 1))
  }
  return texts
}
