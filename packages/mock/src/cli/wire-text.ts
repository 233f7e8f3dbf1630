import { loadDemoMerchants } from '@custody-wallet/demo'
import { Failure, createMisuse, parseArguments, quoteForShell, type Terminal } from '@custody-wallet/demo/cli'
import {
  isEncryptionError,
  type Party,
  readEnvelope,
  readQuery,
  type RequestFrame,
  type SealedId,
  type SealedRequest,
} from '@custody-wallet/encryption'
import { buildPath } from '@custody-wallet/encryption/internal'
import type { Parameters } from '@custody-wallet/types'
import { parseValue } from '@custody-wallet/types/http'
import { operations, type ParameterDefinition } from '@custody-wallet/types/operations'
import { explain, findNearestName, parameters as predicates } from '@custody-wallet/types/validate'

import { parseMerchantName, resolveWireUrl } from './arguments.ts'
import { readTextFile } from './files.ts'

const sealOptions = { texts: ['merchant', 'url', 'state'], flags: ['curl'] } as const
const openOptions = { texts: ['merchant', 'request', 'state'], flags: [] } as const

/** Prints the query or body of an encrypted request, for programs such as curl. */
export async function seal(args: readonly string[], { env, print }: Terminal): Promise<void> {
  const { text, has, positionals } = parseArguments(args, sealOptions)
  const [name = '', ...pairs] = positionals
  const id = parseSealedId(name, 'seal')
  const parameters = parseParameters(id, pairs)
  const demo = loadDemoMerchants({ directory: text('state') })
  const request = await demo.merchant(parseMerchantName(text('merchant'))).sealRequest(id, parameters)
  const url = resolveWireUrl(text('url'), env)
  print(has('curl') ? formatCurl(request, url) : (request.body ?? request.query))
}

// -sS without progress, because the output may be piped.
const formatCurl = ({ path, query, body }: SealedRequest, url: string): string =>
  body === undefined
    ? `curl -sS ${quoteForShell(`${url}${path}?${query}`)}`
    : `curl -sS --json ${quoteForShell(body)} ${quoteForShell(url + path)}`

const noInput =
  'open got no input. Run the command before the pipe alone to see why, and check that the mock is running.'

/** Prints the content of an encrypted response or request. */
export async function open(args: readonly string[], { input, print }: Terminal): Promise<void> {
  const { text: option, positionals } = parseArguments(args, openOptions)
  const [name = '', values = '-', ...more] = positionals
  if (more.length > 0) throw createMisuse(`open accepts one text. Quote it, or remove ${more.join(' ')}.`)
  const id = parseSealedId(name, 'open')
  const demo = loadDemoMerchants({ directory: option('state') })
  const merchant = parseMerchantName(option('merchant'))
  const text = (values === '-' ? await input() : values).trim()
  if (text === '') throw new Failure(noInput)
  const target = { operation: id, path: buildPath(id, demo.merchant(merchant).profile.segments) }
  const parties = { merchant: demo.merchant(merchant), platform: demo.platform(merchant) }
  const content = await openText(text, parties, { target, file: option('request') }).catch(rejectText)
  print(JSON.stringify(content, undefined, 2))
}

interface ResponseContext {
  readonly target: RequestTarget
  /** File with the request that a response belongs to. */
  readonly file: string | undefined
}

async function openText(
  text: string,
  { merchant, platform }: { readonly merchant: Party; readonly platform: Party },
  { target, file }: ResponseContext,
): Promise<unknown> {
  const frame = parseFrame(text)
  if (!frame) return (await merchant.openResponse(buildRequest(target, file), encodeText(text))).response
  const { parameters, issues } = await platform.openRequest(target.operation, target.path, frame)
  return parameters ?? issues
}

type RequestTarget = Pick<SealedRequest, 'operation' | 'path'>

const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text)

// Only requests have an unencrypted app_id.
function parseFrame(text: string): RequestFrame | undefined {
  if (!/(^|&)app_id=/.test(text)) return /^\{[^]*"app_id"\s*:/.test(text) ? readEnvelope(encodeText(text)) : undefined
  return readQuery(new URLSearchParams(text))
}

// Responses are bound to the signature or data of their request.
function buildRequest({ operation, path }: RequestTarget, file: string | undefined): SealedRequest {
  const frame = file === undefined ? undefined : parseFrame(readTextFile(file).trim())
  const [time, request] = frame?.kind === 'envelope' ? [frame.time, frame.sign] : ['', frame?.data ?? '']
  const { method } = operations[operation]
  return { operation, method, path, query: '', binding: { operation, path, time, request } }
}

function rejectText(error: unknown): never {
  if (!isEncryptionError(error)) throw error
  if (error.code === 'FAILURE_UNPROVED')
    throw new Failure(
      `The response is an unencrypted failure with code ${error.context.unprovedCode}. The terminal of the mock shows why it rejected the request.`,
    )
  throw new Failure(
    `The text cannot be decrypted or verified (${error.code}). Check --merchant and the call. For a response to a v1 call of modern, also pass its request with --request FILE.`,
  )
}

function parseSealedId(name: string, command: string): SealedId {
  if (name === '') throw createMisuse(`${command} needs a call such as getAccount.`)
  if (name === 'getToken') throw createMisuse('getToken is not encrypted. Call it directly.')
  const found = Object.values(operations).find(({ id }) => id === name)?.id
  if (found !== undefined && found !== 'getToken') return found
  const near = findNearestName(name, Object.keys(operations))
  throw createMisuse(`Unknown call "${name}".${near === undefined ? '' : ` Did you mean ${near}?`}`)
}

function parseParameters(id: SealedId, pairs: readonly string[]): Parameters[SealedId] {
  const kinds: Readonly<Record<string, ParameterDefinition>> = operations[id].parameters
  const values = Object.fromEntries(
    [...parsePairs(pairs)].map(([name, text]) => {
      const kind = (Object.hasOwn(kinds, name) ? kinds[name]?.kind : undefined) ?? 'text'
      return [name, parseValue(kind, text)]
    }),
  )
  if (predicates[id](values)) return values
  const issues = explain(operations[id].schemas.parameters, values)
  throw new Failure(`${issues.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`.trim()).join('; ')}.`)
}

function parsePairs(pairs: readonly string[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at)
    if (at < 1) throw createMisuse(`"${pair}" is not a parameter: write it as name=value.`)
    if (texts.has(name)) throw createMisuse(`${name} is given twice: remove one.`)
    texts.set(name, pair.slice(at + 1))
  }
  return texts
}
