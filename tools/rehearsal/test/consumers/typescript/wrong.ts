// The interface takes ids as a list. This must be the only reason why it does not compile.
import { plain } from '@custody-wallet/client/plain'

export const found = await plain({ url: 'http://127.0.0.1:4010' }).withdrawals.list({ ids: 'order-1' })
