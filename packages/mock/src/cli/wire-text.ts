// Wire text of the demo merchants, for programs that cannot encrypt or sign, such as curl.
import {
  isEncryptionError,
  type Party,
  readEnvelope,
  readQuery,
  type RequestFrame,
  type SealedId,
  type SealedRequest,
} from '@custody-wallet/encryption'
import { pathOf } from '@custody-wallet/encryption/internal'
import { Failure, misuse, parsed, shellQuoted, type Terminal } from '@custody-wallet/server/cli'
import { demoMerchants } from '@custody-wallet/server/demo'
import type { Parameters } from '@custody-wallet/types'
import { restored } from '@custody-wallet/types/http'
import { operations, type ParameterFacts } from '@custody-wallet/types/operations'
import { explain, nearestName, parameters as predicates } from '@custody-wallet/types/validate'

import { merchantNamed, wireUrl } from './arguments.ts'
import { textOf } from './files.ts'

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

// Without progress output, because the output may be piped.
const curlOf = ({ path, query, body }: SealedRequest, url: string): string =>
  body === undefined
    ? `curl -sS ${shellQuoted(`${url}${path}?${query}`)}`
    : `curl -sS --json ${shellQuoted(body)} ${shellQuoted(url + path)}`

const noInput =
  'open got no input. The command before it printed nothing: run it alone to see why, and check that the mock is running.'

/** Prints the content of an answer or a request. */
export async function open(args: readonly string[], { input, print }: Terminal): Promise<void> {
  const { text: option, positionals } = parsed(args, ofOpen)
  const [name = '', given = '-', ...more] = positionals
  if (more.length > 0) throw misuse('open takes one text; quote it.')
  const id = sealedNamed(name, 'open')
  const demo = demoMerchants({ directory: option('state') })
  const merchant = merchantNamed(option('merchant'))
  const text = (given === '-' ? await input() : given).trim()
  if (text === '') throw new Failure(noInput)
  const place = { operation: id, path: pathOf(id, demo.merchant(merchant).profile.segments) }
  const parties = { merchant: demo.merchant(merchant), platform: demo.platform(merchant) }
  const content = await contentOf(text, parties, { place, file: option('request') }).catch(rejected)
  print(JSON.stringify(content, undefined, 2))
}

interface Subject {
  readonly place: Place
  /** File with the request that an answer belongs to. */
  readonly file: string | undefined
}

async function contentOf(
  text: string,
  { merchant, platform }: { readonly merchant: Party; readonly platform: Party },
  { place, file }: Subject,
): Promise<unknown> {
  const frame = frameOf(text)
  if (!frame) return (await merchant.openResponse(requestFor(place, file), encoded(text))).answer
  const { parameters, issues } = await platform.openRequest(place.operation, place.path, frame)
  return parameters ?? issues
}

type Place = Pick<SealedRequest, 'operation' | 'path'>

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text)

// Only a request contains its app_id as plain text.
function frameOf(text: string): RequestFrame | undefined {
  if (!/(^|&)app_id=/.test(text))
    return /^\{[^]*"app_id"\s*:/.test(text) ? readEnvelope(encoded(text)) : undefined
  return readQuery(new URLSearchParams(text))
}

// The text of the request contains what binds an answer to it.
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
      `The answer is not sealed: it says that the call failed with code ${error.context.remoteCode}. The terminal of the mock shows why it rejected the request.`,
    )
  throw new Failure(
    `The text cannot be opened (${error.code}). Check --merchant and the call. To open the answer to a v1 call of modern, pass its request: --request FILE.`,
  )
}

function sealedNamed(name: string, command: string): SealedId {
  if (name === '') throw misuse(`${command} needs a call, such as getAccount.`)
  if (name === 'getToken') throw misuse('getToken is not sealed. Call it directly.')
  const found = Object.values(operations).find(({ id }) => id === name)?.id
  if (found !== undefined && found !== 'getToken') return found
  const near = nearestName(name, Object.keys(operations))
  throw misuse(`Unknown sealed call "${name}"${near === undefined ? '.' : `; did you mean ${near}?`}`)
}

function parametersOf(id: SealedId, pairs: readonly string[]): Parameters[SealedId] {
  const kinds: Readonly<Record<string, ParameterFacts>> = operations[id].parameters
  const given = Object.fromEntries(
    [...textsOf(pairs)].map(([name, text]) => {
      const kind = (Object.hasOwn(kinds, name) ? kinds[name]?.kind : undefined) ?? 'text'
      return [name, restored(kind, text)]
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
    if (at < 1) throw misuse(`"${pair}" must be name=value.`)
    if (texts.has(name)) throw misuse(`${name} is given twice.`)
    texts.set(name, pair.slice(at + 1))
  }
  return texts
}
