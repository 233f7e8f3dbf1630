// The receiver of a demo merchant on a port: receiver.ts KEYS
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

import { loadDemoMerchants } from '@custody-wallet/demo'
import { readEnvelope } from '@custody-wallet/encryption'

const [directory] = process.argv.slice(2)
const merchant = loadDemoMerchants({ directory }).merchant('modern')

const server = createServer((request, response) => {
  const respond = async () => {
    const frame = readEnvelope(await buffer(request))
    const { parameters, binding } = await merchant.openRequest('notifyDeposit', request.url ?? '', frame)
    const data = { data: { request_id: parameters?.request_id ?? '' } }
    response.end(await merchant.sealResponse(binding, { code: 0, msg: 'success', data }))
  }
  void respond()
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
})
