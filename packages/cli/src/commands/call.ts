import type { Custody } from '@custody-wallet/client'
import { createMisuse, parseInteger } from '@custody-wallet/demo/cli'
import type { Fetch } from '@custody-wallet/types/http'

import { parseCall, findCall, describeCalls, isMutation, type ParsedCall } from '../calls.ts'
import type { Line, Run } from '../commands.ts'
import { formatColumns } from '../help.ts'
import { escapeControls, type Screen } from '../screen.ts'
import { createClient, readSettings } from '../settings.ts'

/** Makes one call, or with --all the calls of a workflow. */
export const run: Run<'call'> = async (line, screen) => {
  if (line.positionals.length === 0) return listCalls(line, screen)
  const parsedCall = parseCall(line.positionals)
  if (isMutation(parsedCall.operation) && !line.has('yes'))
    throw createMisuse(`${parsedCall.operation.name} may change something. Add --yes to make the call.`)
  const timeout = parseInteger('--timeout', line.text('timeout') ?? '30000', [1, 999_999])
  const settings = await readSettings(line, screen)
  const fetch = line.has('wire') ? createLoggingFetch(parsedCall, line, screen) : globalThis.fetch
  const custody = await createClient(settings, { timeout, fetch })
  if (line.has('all')) return (await import('../all-records.ts')).runAll(custody, { parsedCall, line, screen })
  return runOne(custody, { parsedCall, line, screen })
}

function listCalls(line: Line<'call'>, screen: Screen): void {
  if (line.has('json')) for (const [name, summary] of describeCalls()) screen.value({ name, summary })
  else screen.print(formatColumns(describeCalls()).join('\n'))
}

interface CallRun {
  readonly parsedCall: ParsedCall
  readonly line: Line<'call'>
  readonly screen: Screen
}

async function runOne(custody: Custody, { parsedCall, line, screen }: CallRun): Promise<number> {
  const call = findCall(custody, parsedCall.operation.name)
  if (line.has('raw')) {
    const { headers: _headers, ...response } = await call.raw(parsedCall.parameters)
    screen.record(response, line.has('json'))
    return response.succeeded ? 0 : 1
  }
  const value = await call(parsedCall.parameters)
  for (const record of Array.isArray(value) ? value : [value ?? null]) {
    if (Array.isArray(value)) screen.value(record)
    else screen.record(record, line.has('json'))
  }
  return 0
}

/** Creates a fetch that prints requests and responses without headers, which may contain credentials. */
function createLoggingFetch({ operation }: ParsedCall, line: Line<'call'>, screen: Screen): Fetch {
  const show = line.has('json') ? screen.value : (message: WireMessage): void => screen.print(formatMessage(message))
  return async (input, init) => {
    const request = new Request(input, init)
    const { method, url } = request
    show({ request: { method, url, body: await request.clone().text() } })
    const response = await fetch(request)
    // The response to the token call is a credential.
    const body = operation.family === 'token' ? '(an access token)' : await response.clone().text()
    show({ response: { status: response.status, body } })
    return response
  }
}

type WireMessage =
  | { readonly request: { readonly method: string; readonly url: string; readonly body: string } }
  | { readonly response: { readonly status: number; readonly body: string } }

const formatMessage = (message: WireMessage): string =>
  'request' in message
    ? prefixLines('>', `${message.request.method} ${message.request.url}`, message.request.body)
    : prefixLines('<', String(message.response.status), message.response.body)

const prefixLines = (mark: string, ...texts: readonly string[]): string =>
  texts
    .filter((text) => text !== '')
    .map((text) => `${mark} ${escapeControls(text)}`)
    .join('\n')
