// A sandbox with full address pools, whose control token is known: server.ts KEYS TOKEN
import { createSandbox } from '@custody-wallet/sandbox'

const [directory, controlToken] = process.argv.slice(2)
const sandbox = await createSandbox({ directory })
for (const { symbol, memo } of await sandbox.control.coins.list())
  if (!memo) await sandbox.control.addresses.generate({ symbol, count: 20_000 })
const { plain, control } = await sandbox.listen({ controlToken })
console.log(plain.url, control.url)
