// The plain view of a sandbox on a data file or a database: server.ts PLACE KEYS
import { openedAt } from './rows.ts'

const [place = '', directory] = process.argv.slice(2)
const sandbox = await openedAt(place, { directory })
const servers = await sandbox.listen()
console.log(servers.plain.url)
