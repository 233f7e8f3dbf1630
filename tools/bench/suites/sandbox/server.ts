// The plain view of a sandbox on a data file: server.ts FILE KEYS
import { createSandbox } from '@custody-wallet/sandbox'

const [data, directory] = process.argv.slice(2)
const sandbox = await createSandbox({ data, directory })
const servers = await sandbox.listen()
console.log(servers.plain.url)
