// The plain view of a sandbox on a data file or a database: server.ts PLACE KEYS
import { openSandbox } from './rows.ts'

const [location = '', directory] = process.argv.slice(2)
const sandbox = await openSandbox(location, { directory })
const servers = await sandbox.listen()
console.log(servers.plain.url)
