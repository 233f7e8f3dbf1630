import { isLoopback } from '@custody-wallet/server/core'

import {
  exampleNextStep,
  listExampleCommands,
  exampleSummary,
  type SandboxAddresses,
} from '../../packages/sandbox/src/cli/example.ts'
import { quoteShellWord } from '../docs/samples/samples.ts'
import type { Options } from './options.ts'

/** Addresses of a plain and a wire view, and the folder of the demo credentials for them. */
interface Views {
  readonly plain: string
  readonly wire: string
  readonly credentials: string
}

/** The running servers. */
export interface RunningServices {
  /** Address of the site. */
  readonly docs: string
  readonly mock: Views
  readonly sandbox: Views & SandboxAddresses & { readonly console: string }
  /** Folder of the demo keys, if it is not the default. */
  readonly state: string | undefined
}

/** The message when all servers listen. */
export function formatBanner({ docs, mock, sandbox, state }: RunningServices): string {
  return `Custody, for this machine:

  ${docs}/       docs: every call, guides, both documents
  ${mock.plain}/_mock  plain mock, for front ends: plain JSON, no keys, a curl for each response
  ${mock.wire}/       wire mock, for back ends: sealed messages, with the demo credentials
  ${sandbox.plain}/       sandbox, plain: what one call changes, the next one shows
  ${sandbox.wire}/       sandbox, sealed, with the demo credentials; its rows are in memory
  ${sandbox.control.url}/       control of the sandbox, for programs with the token ${sandbox.control.token}

Look into the sandbox in a browser. This address works once, for 60 seconds; later, the console asks for the token:

  ${sandbox.console}

Try the mocks from another terminal, in this folder. The second call is sealed:

  curl '${mock.plain}/api/v2/account/getByUidAndSymbol?uid=1&symbol=BTC'
  ${program} seal getAccount uid=10042 symbol=BTC --curl --url ${quoteShellWord(mock.wire)}${formatStateOption(state)} | sh

Try the sandbox: ${exampleSummary}:

${listExampleCommands(sandbox)
  .map((command) => `  ${command}`)
  .join('\n')}

${exampleNextStep}

Demo credentials of the mock: ${mock.credentials}
Demo credentials of the sandbox: ${sandbox.credentials}
Ctrl-C stops everything.`
}

// The built program and the installed runtime.
const program = 'node_modules/.bin/node packages/mock/dist/cli/main.js'

const formatStateOption = (state: string | undefined): string =>
  state === undefined ? '' : ` --state ${quoteShellWord(state)}`

/** A warning if other machines can reach the servers. */
export function formatWarning({ host }: Pick<Options, 'host'>): string | undefined {
  return isLoopback(host) ? undefined : `Warning: on ${host} others on the network may reach these servers.\n`
}
