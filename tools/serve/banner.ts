import { isLoopback } from '@custody-wallet/demo/cli'

import {
  exampleNextStep,
  listExampleCommands,
  exampleSummary,
  type SandboxAddresses,
} from '../../packages/sandbox/src/cli/example.ts'
import { quoteShellWord } from '../docs/samples/samples.ts'
import type { Options } from './options.ts'

/** Addresses of a plain and a wire view, and the folder of their demo credentials. */
interface Views {
  readonly plain: string
  readonly wire: string
  readonly credentials: string
}

export interface RunningServices {
  /** Address of the site. */
  readonly docs: string
  readonly mock: Views
  readonly sandbox: Views & SandboxAddresses & { readonly console: string }
  /** Folder of the demo keys, if it is not the default. */
  readonly state: string | undefined
}

/** Formats the message that is printed once all servers are running. */
export function formatBanner({ docs, mock, sandbox, state }: RunningServices): string {
  return `Custody is running on this machine:

  ${docs}/       docs: every call, guides, both documents
  ${mock.plain}/_mock  plain mock, for front ends: plain JSON without keys, a curl for each response
  ${mock.wire}/       wire mock, for back ends: encrypted and signed messages, with the demo credentials
  ${sandbox.plain}/       sandbox, plain: keeps state between calls
  ${sandbox.wire}/       sandbox, encrypted and signed, with the demo credentials; its data is in memory
  ${sandbox.control.url}/       control of the sandbox, for programs with the token ${sandbox.control.token}

Open the console of the sandbox in a browser. The first link works once, within 60 seconds. The second one asks for the
token:

  ${sandbox.console}
  ${sandbox.control.url}/console/

Try the mocks from another terminal in this folder. The second call is sealed (encrypted and signed):

  curl '${mock.plain}/api/v2/account/getByUidAndSymbol?uid=1&symbol=BTC'
  ${program} seal getAccount uid=10042 symbol=BTC --curl --url ${quoteShellWord(mock.wire)}${formatStateOption(state)} | sh

Try the sandbox: ${exampleSummary}:

${listExampleCommands(sandbox)
  .map((command) => `  ${command}`)
  .join('\n')}

${exampleNextStep}

Demo credentials of the mock: ${mock.credentials}
Demo credentials of the sandbox: ${sandbox.credentials}
Press Ctrl-C to stop everything.`
}

const program = 'node_modules/.bin/node packages/mock/dist/cli/main.js'

const formatStateOption = (state: string | undefined): string =>
  state === undefined ? '' : ` --state ${quoteShellWord(state)}`

/** Returns a warning if other machines can reach the servers. */
export function formatWarning({ host }: Pick<Options, 'host'>): string | undefined {
  return isLoopback(host)
    ? undefined
    : `Warning: these servers listen on ${host}, so other machines on the network can reach them.\n`
}
