import { createCustody } from '@custody-wallet/client'
import { createSandbox } from '@custody-wallet/sandbox'

const sandbox = await createSandbox({ directory: 'keys' })
const { client } = sandbox.merchant('demo-modern')
const fetch = async () => new Response(null, { status: 404 })
await createCustody({ ...client, fetch, attempts: 1 })
  .networks.list()
  .catch(() => undefined)
await sandbox.close()
