import { Failure, readPortBase, quoteJsonForShell, quoteForShell } from '@custody-wallet/demo/cli'
import { buildQuery } from '@custody-wallet/types/http'

import { readField } from './json-values.ts'
import { escapeControls } from './screen.ts'
import { parseAddress } from './settings.ts'

/** A client of the sandbox's control port. */
export interface Control {
  readonly url: string
  /** Makes a call. By default it is a POST with parameters and a GET without; a GET sends them in its query. */
  readonly call: (path: string, parameters?: object, method?: 'GET' | 'POST') => Promise<unknown>
}

/** Connects to the given control port, or to that of `npm start`. The token comes from the environment. */
export function createControl(url: string | undefined, env: NodeJS.ProcessEnv): Control {
  const base = parseAddress(
    url === undefined ? 'SANDBOX_CONTROL_URL' : '--control',
    url ?? (env['SANDBOX_CONTROL_URL'] || `http://127.0.0.1:${readPortBase(env) + 22}`),
    'http://127.0.0.1:4022',
  )
  const token = readToken(env)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return {
    url: base,
    async call(path, parameters, method) {
      const isRead = (method ?? (parameters ? 'POST' : 'GET')) === 'GET'
      const how = isRead ? {} : { method: 'POST', body: JSON.stringify(parameters ?? {}) }
      const response = await sendToControl(base, () =>
        fetch(`${base}${path}${isRead ? buildQuery(parameters ?? {}) : ''}`, {
          headers,
          redirect: 'error',
          ...how,
        }),
      )
      const content: unknown = await response.json().catch(() => undefined)
      if (response.ok) return content
      const detail = readDetail(content) ?? `HTTP ${response.status} from ${base}.`
      throw new Failure(`${path} failed: ${findNextStep(response.status, detail) ?? detail}`)
    },
  }
}

function readToken(env: NodeJS.ProcessEnv): string {
  const token = env['CUSTODY_CONTROL_TOKEN'] || env['SANDBOX_CONTROL_TOKEN'] || ''
  if (/^[!-~]+$/.test(token)) return token
  const problem = token === '' ? 'is not set' : 'contains characters that no token has'
  throw new Failure(`CUSTODY_CONTROL_TOKEN ${problem}. Set it to the token that the sandbox prints when it starts.`, 2)
}

async function sendToControl(base: string, send: () => Promise<Response>): Promise<Response> {
  try {
    return await send()
  } catch {
    throw new Failure(`No sandbox responds at ${base}. Start one with custody sandbox, or set --control to its URL.`)
  }
}

// The sandbox does not know the options of this program.
function findNextStep(status: number, detail: string): string | undefined {
  if (status === 401)
    return 'the sandbox rejects the token. Set CUSTODY_CONTROL_TOKEN to the token that it prints when it starts.'
  if (detail.startsWith('There is no call at'))
    return `${detail} Set --control to the control port, the third address that the sandbox prints.`
  return undefined
}

function readDetail(problem: unknown): string | undefined {
  const detail = readField(problem, 'detail')
  return typeof detail === 'string' ? escapeControls(detail) : undefined
}

/** Formats a control call as a curl command that reads the token from the environment. */
export const formatCurl = (url: string, path: string, parameters: object): string =>
  [
    `curl -X POST ${quoteForShell(url + path)}`,
    `-H "authorization: Bearer $CUSTODY_CONTROL_TOKEN"`,
    `-H 'content-type: application/json'`,
    `-d ${quoteJsonForShell(JSON.stringify(parameters))}`,
  ].join(' \\\n  ')
