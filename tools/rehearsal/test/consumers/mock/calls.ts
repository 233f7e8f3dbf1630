// The mock inside a test: no port, no keys, and the types of its entries.
import { createPlainClient } from '@custody-wallet/client/plain'
import { createMock, type Mock } from '@custody-wallet/mock'

const mock: Mock = createMock({ seed: 'monday' })
const fetch = async (url: string, init?: RequestInit): Promise<Response> => mock.fetch(new Request(url, init))
const front = createPlainClient({ url: 'http://127.0.0.1:4010', fetch })
const { normal_balance } = await front.accounts.get({ uid: 10_042, symbol: 'BTC' })
console.log(normal_balance)
await mock.close()
