import type { Listening } from '../http/listen.ts'
import { quoted } from '../plain/catalogue.ts'

export interface Started {
  readonly plain: Listening
  readonly wire: Listening
  /** Folder of the demo credentials. */
  readonly credentials: string
  /** Folder of the demo keys, where it is not the one of this user. */
  readonly state: string | undefined
}

/** What the terminal says once both mocks listen. */
export const banner = ({ plain, wire, credentials, state }: Started): string => `The mocks answer:

  ${plain.url}/_mock  plain JSON, for front ends: every call, with a curl for each answer
  ${wire.url}        sealed messages, for back ends with the demo credentials

Try it from another terminal:

  curl '${plain.url}/api/v2/account/getByUidAndSymbol?uid=1&symbol=BTC'
  npx @custody-wallet/mock seal getAccount uid=10042 symbol=BTC --curl --url ${quoted(wire.url)}${stateOption(state)} | sh

Demo credentials of this address: ${credentials}
Ctrl-C stops both.`

const stateOption = (state: string | undefined): string =>
  state === undefined ? '' : ` --state ${quoted(state)}`
