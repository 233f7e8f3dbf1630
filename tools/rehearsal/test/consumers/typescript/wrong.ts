// The interface accepts ids as a list. This must be the only compiler error.
import { createPlainClient } from '@custody-wallet/client/plain'

export const found = await createPlainClient({ url: 'http://127.0.0.1:4010' }).withdrawals.list({
  ids: 'order-1',
})
