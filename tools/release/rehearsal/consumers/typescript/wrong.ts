// The interface knows ids as a list. This must not compile, and for that reason alone.
import { plain } from '@custody-wallet/client/plain'

export const found = await plain({ url: 'http://127.0.0.1:4010' }).withdrawals.list({ ids: 'order-1' })
