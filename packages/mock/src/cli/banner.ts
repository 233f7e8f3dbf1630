import type { Listening } from '../http/listen.ts'

export interface Started {
  readonly plain: Listening
  readonly wire: Listening
  /** Folder of the demo credentials. */
  readonly credentials: string
}

/** What the terminal says once both mocks listen. */
export const banner = ({ plain, wire, credentials }: Started): string => `The mocks answer:

  ${plain.url}/_mock  plain JSON, for front ends: every call, with a curl for each answer
  ${wire.url}        sealed messages, for back ends with the demo credentials

Try it from another terminal:

  curl '${plain.url}/api/v2/account/getByUidAndSymbol?uid=1&symbol=BTC'

Demo credentials: ${credentials}
Ctrl-C stops both.`
