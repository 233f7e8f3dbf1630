import type { Custody } from '@custody-wallet/client'
import { misuse, wholeNumber } from '@custody-wallet/server/cli'

import { callIn, callOf, callRows, changes, type GivenCall } from '../calls.ts'
import type { Line, Run } from '../commands.ts'
import { columns } from '../help.ts'
import { printable, type Screen } from '../screen.ts'
import { clientOf, settingsOf } from '../settings.ts'

/** Makes one call, or the calls of a workflow. */
export const run: Run<'call'> = async (line, screen) => {
  if (line.positionals.length === 0) return list(line, screen)
  const given = callIn(line.positionals)
  if (changes(given.operation) && !line.has('yes'))
    throw misuse(`${given.operation.name} may change something: add --yes to make the call.`)
  const timeout = wholeNumber('--timeout', line.text('timeout') ?? '30000', [1, 999_999])
  const settings = await settingsOf(line, screen)
  const fetch = line.has('wire') ? shownFetch(given, line, screen) : globalThis.fetch
  const custody = await clientOf(settings, { timeout, fetch })
  if (line.has('all')) return (await import('../all.ts')).runAll(custody, { given, line, screen })
  return one(custody, { given, line, screen })
}

function list(line: Line<'call'>, screen: Screen): void {
  if (line.has('json')) for (const [name, summary] of callRows()) screen.value({ name, summary })
  else screen.print(columns(callRows()).join('\n'))
}

interface Called {
  readonly given: GivenCall
  readonly line: Line<'call'>
  readonly screen: Screen
}

async function one(custody: Custody, { given, line, screen }: Called): Promise<number> {
  const call = callOf(custody, given.operation.name)
  if (line.has('raw')) {
    const { headers: _headers, ...answer } = await call.raw(given.parameters)
    screen.record(answer, line.has('json'))
    return answer.succeeded ? 0 : 1
  }
  const value = await call(given.parameters)
  for (const record of Array.isArray(value) ? value : [value ?? null]) {
    if (Array.isArray(value)) screen.value(record)
    else screen.record(record, line.has('json'))
  }
  return 0
}

/** A fetch that shows requests and answers as HTTP carries them, without headers, which may contain credentials. */
function shownFetch({ operation }: GivenCall, line: Line<'call'>, screen: Screen): typeof globalThis.fetch {
  const show = line.has('json') ? screen.value : (carried: Carried): void => screen.print(linesOf(carried))
  return async (input, init) => {
    const request = new Request(input, init)
    const { method, url } = request
    show({ request: { method, url, body: await request.clone().text() } })
    const response = await fetch(request)
    // The answer to the token call is a credential.
    const body = operation.family === 'token' ? '(an access token)' : await response.clone().text()
    show({ answer: { status: response.status, body } })
    return response
  }
}

/** What HTTP carried. */
type Carried =
  | { readonly request: { readonly method: string; readonly url: string; readonly body: string } }
  | { readonly answer: { readonly status: number; readonly body: string } }

const linesOf = (carried: Carried): string =>
  'request' in carried
    ? linesWith('>', `${carried.request.method} ${carried.request.url}`, carried.request.body)
    : linesWith('<', String(carried.answer.status), carried.answer.body)

const linesWith = (mark: string, ...texts: readonly string[]): string =>
  texts
    .filter((text) => text !== '')
    .map((text) => `${mark} ${printable(text)}`)
    .join('\n')
