// What a page shows as commands and programs to copy: control calls, and logged requests again.
import { shellJson, shellQuoted } from '@custody-wallet/server/cli'
import { isOperation } from '@custody-wallet/server/core'
import { queryOf } from '@custody-wallet/types/http'
import { operations } from '@custody-wallet/types/operations'

import type { ControlId } from '../control/calls.ts'
import type { LoggedRequest } from '../control/log.ts'
import { controlCalls } from '../generated/calls.ts'

/** The same call from a terminal. The token stays in the environment. */
export function curlOf(origin: string, id: ControlId, parameters: unknown): string {
  const { method, path, media } = controlCalls[id]
  const call = ['curl', '-H "Authorization: Bearer $CUSTODY_CONTROL_TOKEN"']
  if (media === 'application/octet-stream')
    return [
      ...call,
      `-H 'Content-Type: ${media}'`,
      '--data-binary @snapshot',
      shellQuoted(origin + path),
    ].join(' ')
  if (method === 'GET')
    return [...call, shellQuoted(origin + path + queryOf({ ...Object(parameters) }))].join(' ')
  const body = JSON.stringify(parameters)
  const sent = body === '{}' ? ['-X POST'] : ["-H 'Content-Type: application/json'", `-d ${shellJson(body)}`]
  return [...call, ...sent, shellQuoted(origin + path)].join(' ')
}

/** Addresses of the views that merchants call. */
export type Places = Readonly<Record<'plain' | 'wire', string>>

/** A command or program, and what it does. */
export interface Copy {
  readonly title: string
  readonly text: string
}

/** Everything that makes a logged request again. */
export function copiesOf(logged: LoggedRequest, places: Places): readonly Copy[] {
  const { view, request } = logged
  const texts = {
    // No command can pass NUL in a word.
    'curl: the same bytes': request.body.includes('\0') ? undefined : curlAgain(logged, places),
    'curl: the same call in plain form': view === 'wire' ? plainCurl(logged, places) : undefined,
    TypeScript: typescript(logged, places),
  }
  return Object.entries(texts).flatMap(([title, text]) => (text === undefined ? [] : [{ title, text }]))
}

function curlAgain({ appId, view, request }: LoggedRequest, places: Places): string {
  const { method, path, query, body } = request
  const url = `${places[view]}${path}${query === '' ? '' : `?${query}`}`
  const data = body === '' ? '' : shellQuoted(body)
  return curl({ url, method, data, appId: view === 'plain' ? appId : undefined })
}

function plainCurl(
  { appId, operation, parameters, request }: LoggedRequest,
  places: Places,
): string | undefined {
  if (operation === undefined || !isOperation(operation) || parameters === undefined) return undefined
  const { method } = operations[operation]
  const url = `${places.plain}${request.path}`
  if (method === 'POST') return curl({ url, method, data: shellJson(JSON.stringify(parameters)), appId })
  return curl({ url: url + queryOf({ ...Object(parameters) }), method, data: '', appId })
}

interface Sent {
  readonly url: string
  readonly method: string
  /** Body as a word of a shell; empty if there is none. */
  readonly data: string
  /** Of the plain view, where a header names the merchant. */
  readonly appId: string | undefined
}

function curl({ url, method, data, appId }: Sent): string {
  const header = appId === undefined ? [] : [`-H ${shellQuoted(`App-Id: ${appId}`)}`]
  const sent =
    data !== ''
      ? [`-H 'Content-Type: application/json' --data-raw ${data}`]
      : method === 'GET'
        ? []
        : [`-X ${method}`]
  // Without -g, curl makes many requests of brackets. With --json, it reads the file that an @ names.
  return ['curl -g', ...header, ...sent, shellQuoted(url)].join(' ')
}

const clientPackage = '@custody-wallet/client'

function typescript(
  { appId, operation, parameters, view }: LoggedRequest,
  places: Places,
): string | undefined {
  if (operation === undefined || !isOperation(operation) || parameters === undefined) return undefined
  const given = JSON.stringify(parameters, undefined, 2)
  const call = `console.log(await custody.${operations[operation].name}(${given === '{}' ? '' : given}))`
  const options = { url: places.plain, ...(appId !== undefined && { headers: { 'App-Id': appId } }) }
  return view === 'wire'
    ? `import { custodyFromEnv } from '${clientPackage}/env'\n\n// Reads the variables of the merchant${appId === undefined ? '' : ` ${appId}`}.\nconst custody = custodyFromEnv()\n${call}`
    : `import { plain } from '${clientPackage}/plain'\n\nconst custody = plain(${JSON.stringify(options)})\n${call}`
}
