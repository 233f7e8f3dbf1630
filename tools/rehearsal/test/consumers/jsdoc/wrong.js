// A misspelt field: the compiler has to suggest the right one.
import { createPlainClient } from '@custody-wallet/client/plain'

export const account = await createPlainClient({ url: 'http://127.0.0.1:4010' }).accounts.get({
  uid: 10_042,
  symbl: 'BTC',
})
