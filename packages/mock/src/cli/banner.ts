import { quoteForShell } from '@custody-wallet/demo/cli'
import type { RunningServer } from '@custody-wallet/server/core'

export interface RunningMocks {
  readonly plain: RunningServer
  readonly wire: RunningServer
  /** Folder of the demo credentials. */
  readonly credentials: string
  /** Folder of the demo keys, if it is not the default one. */
  readonly state: string | undefined
}

export const formatBanner = ({ plain, wire, credentials, state }: RunningMocks): string => `The mocks are running:

  ${plain.url}/_mock  plain JSON for front ends: all calls, each with a curl command and a Run button
  ${wire.url}        encrypted messages for back ends, with the demo credentials

Try it from another terminal:

  curl '${plain.url}/api/v2/account/getByUidAndSymbol?uid=1&symbol=BTC'
  npx @custody-wallet/mock seal getAccount uid=10042 symbol=BTC --curl --url ${quoteForShell(wire.url)}${formatStateOption(state)} | sh

Demo credentials of this address: ${credentials}
Press Ctrl-C to stop both.`

const formatStateOption = (state: string | undefined): string =>
  state === undefined ? '' : ` --state ${quoteForShell(state)}`
