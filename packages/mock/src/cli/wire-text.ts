// Wire text of the demo merchants, for programs that know nothing of seals, such as curl.
import { readFileSync } from 'node:fs'

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
import { explain, parameters as predicates } from '@custody-wallet/types/validate'

import { demoMerchants } from '../demo/demo.ts'
import { nearest } from '../description/nearest.ts'
import { restored } from '../plain/parameters.ts'
import { merchantNamed, parsed, wireUrl } from './arguments.ts'
import { Failure, misuse } from './failure.ts'
import type { Terminal } from './terminal.ts'

const ofSeal = { texts: ['merchant', 'url', 'state'], flags: ['curl'] } as const
const ofOpen = { texts: ['merchant', 'request', 'state'], flags: [] } as const

/** Prints the query or the body of a sealed request. */
export async function seal(args: readonly string[], { env, print }: Terminal): Promise<void> {
  const { text, has, positionals } = parsed(args, ofSeal)
  const [name = '', ...pairs] = positionals
  const id = sealedNamed(name)
  const parameters = parametersOf(id, pairs)
  const demo = demoMerchants({ directory: text('state') })
  const request = await demo.merchant(merchantNamed(text('merchant'))).sealRequest(id, parameters)
  const url = wireUrl(text('url'), env)
  print(has('curl') ? curlOf(request, url) : (request.body ?? request.query))
}

const curlOf = ({ path, query, body }: SealedRequest, url: string): string =>
  body === undefined ? `curl '${url}${path}?${query}'` : `curl --json '${body}' '${url}${path}'`

/** Prints what an answer or a request holds. */
export async function open(args: readonly string[], { input, print }: Terminal): Promise<void> {
  const { text: option, positionals } = parsed(args, ofOpen)
  const [name = '', given = '-', ...more] = positionals
  if (more.length > 0) throw misuse('open takes one text; quote it.')
  const id = sealedNamed(name)
  const demo = demoMerchants({ directory: option('state') })
  const merchant = merchantNamed(option('merchant'))
  const text = (given === '-' ? await input() : given).trim()
  const place = { operation: id, path: pathOf(id, demo.merchant(merchant)) }
  const frame = frameOf(text)
  const opened = frame
    ? await demo.platform(merchant).openRequest(id, place.path, frame).catch(rejected)
    : await demo
        .merchant(merchant)
        .openResponse(requestFor(place, option('request')), encoded(text))
        .catch(rejected)
  print(
    JSON.stringify('answer' in opened ? opened.answer : (opened.parameters ?? opened.issues), undefined, 2),
  )
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
  const frame = file === undefined ? undefined : frameOf(readFileSync(file, 'utf8').trim())
  const [time, request] = frame?.kind === 'envelope' ? [frame.time, frame.sign] : ['', frame?.data ?? '']
  const { method } = operations[operation]
  return { operation, method, path, query: '', binding: { operation, path, time, request } }
}

function rejected(error: unknown): never {
  if (!isEncryptionError(error)) throw error
  throw new Failure(
    `It cannot be opened (${error.code}). Is it for this --merchant and this call? The answer to a v1 call of modern needs its request too: --request FILE.`,
  )
}

function pathOf(id: SealedId, { profile }: Party): string {
  const segments: Readonly<Record<string, string>> = profile.segments
  return operations[id].path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => segments[name] ?? '')
}

function sealedNamed(name: string): SealedId {
  const found = Object.values(operations).find(({ id }) => id === name)?.id
  if (found !== undefined && found !== 'getToken') return found
  const near = nearest(name, Object.keys(operations))
  throw misuse(`There is no sealed call "${name}"${near === undefined ? '.' : `; did you mean ${near}?`}`)
}

function parametersOf(id: SealedId, pairs: readonly string[]): Parameters[SealedId] {
  const kinds: Readonly<Record<string, ParameterFacts>> = operations[id].parameters
  const given = Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1) throw misuse(`"${pair}" has to be name=value.`)
      const [name, text] = [pair.slice(0, at), pair.slice(at + 1)]
      const kind = kinds[name]?.kind ?? 'text'
      return [name, restored(kind === 'decimal' ? 'text' : kind, text)]
    }),
  )
  if (predicates[id](given)) return given
  const issues = explain(operations[id].schemas.parameters, given)
  throw new Failure(
    `${issues.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`.trim()).join('; ')}.`,
  )
}
