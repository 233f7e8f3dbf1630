// Commands and programs to copy: control calls, and logged requests.
import { quoteJsonForShell, quoteForShell } from '@custody-wallet/demo/cli'
import { isOperationId } from '@custody-wallet/server/core'
import { buildQuery } from '@custody-wallet/types/http'
import { operations } from '@custody-wallet/types/operations'

import type { LoggedRequest } from '../control/log.ts'
import { controlCalls, type ControlId } from '../generated/calls.ts'

/** Formats a control call as a curl command. The token stays in the environment. */
export function formatControlCurl(origin: string, id: ControlId, parameters: unknown): string {
  const { method, path, media } = controlCalls[id]
  const call = ['curl', '-H "Authorization: Bearer $CUSTODY_CONTROL_TOKEN"']
  if (media === 'application/octet-stream')
    return [...call, `-H 'Content-Type: ${media}'`, '--data-binary @snapshot', quoteForShell(origin + path)].join(' ')
  if (method === 'GET') return [...call, quoteForShell(origin + path + buildQuery({ ...Object(parameters) }))].join(' ')
  const body = JSON.stringify(parameters)
  const bodyOptions =
    body === '{}' ? ['-X POST'] : ["-H 'Content-Type: application/json'", `-d ${quoteJsonForShell(body)}`]
  return [...call, ...bodyOptions, quoteForShell(origin + path)].join(' ')
}

/** URLs of the views that merchants call. */
export type ViewUrls = Readonly<Record<'plain' | 'wire', string>>

export interface CopyableText {
  readonly title: string
  readonly text: string
}

/** Lists the commands and programs that repeat a logged request. */
export function listCopies(loggedRequest: LoggedRequest, urls: ViewUrls): readonly CopyableText[] {
  const { view, request } = loggedRequest
  const texts = {
    // Shell words cannot contain NUL.
    'curl: the same bytes': request.body.includes('\0') ? undefined : formatCapturedCurl(loggedRequest, urls),
    'curl: the same call in plain form': view === 'wire' ? formatPlainCurl(loggedRequest, urls) : undefined,
    TypeScript: formatTypeScript(loggedRequest, urls),
  }
  return Object.entries(texts).flatMap(([title, text]) => (text === undefined ? [] : [{ title, text }]))
}

function formatCapturedCurl({ appId, view, request }: LoggedRequest, urls: ViewUrls): string {
  const { method, path, query, body } = request
  const url = `${urls[view]}${path}${query === '' ? '' : `?${query}`}`
  const data = body === '' ? '' : quoteForShell(body)
  return formatCurl({ url, method, data, appId: view === 'plain' ? appId : undefined })
}

function formatPlainCurl({ appId, operation, parameters, request }: LoggedRequest, urls: ViewUrls): string | undefined {
  if (operation === undefined || !isOperationId(operation) || parameters === undefined) return undefined
  const { method } = operations[operation]
  const url = `${urls.plain}${request.path}`
  if (method === 'POST') return formatCurl({ url, method, data: quoteJsonForShell(JSON.stringify(parameters)), appId })
  return formatCurl({ url: url + buildQuery({ ...Object(parameters) }), method, data: '', appId })
}

interface CurlRequest {
  readonly url: string
  readonly method: string
  /** Body, quoted for the shell; empty if there is none. */
  readonly data: string
  /** Set for the plain view, where a header names the merchant. */
  readonly appId: string | undefined
}

function formatCurl({ url, method, data, appId }: CurlRequest): string {
  const header = appId === undefined ? [] : [`-H ${quoteForShell(`App-Id: ${appId}`)}`]
  const bodyOptions =
    data !== '' ? [`-H 'Content-Type: application/json' --data-raw ${data}`] : method === 'GET' ? [] : [`-X ${method}`]
  // Without -g, curl expands brackets into many requests. With --json, it reads the file that an @ names.
  return ['curl -g', ...header, ...bodyOptions, quoteForShell(url)].join(' ')
}

const clientPackage = '@custody-wallet/client'

function formatTypeScript({ appId, operation, parameters, view }: LoggedRequest, urls: ViewUrls): string | undefined {
  if (operation === undefined || !isOperationId(operation) || parameters === undefined) return undefined
  const parametersText = JSON.stringify(parameters, undefined, 2)
  const call = `console.log(await custody.${operations[operation].name}(${parametersText === '{}' ? '' : parametersText}))`
  const options = { url: urls.plain, ...(appId !== undefined && { headers: { 'App-Id': appId } }) }
  return view === 'wire'
    ? `import { createCustodyFromEnv } from '${clientPackage}/env'\n\n// Reads the environment variables of the merchant${appId === undefined ? '' : ` ${appId}`}.\nconst custody = createCustodyFromEnv()\n${call}`
    : `import { createPlainClient } from '${clientPackage}/plain'\n\nconst custody = createPlainClient(${JSON.stringify(options)})\n${call}`
}
