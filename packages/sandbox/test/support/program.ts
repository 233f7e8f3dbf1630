// A sandbox in a process of its own, for tests that kill it: program.ts PLACE KEYS. The place is a file, or a database.
import { createSandbox } from '../../src/index.ts'

const [place = '', directory] = process.argv.slice(2)
const rows = place.startsWith('postgres://') ? { database: place } : { data: place }
const sandbox = await createSandbox({ ...rows, directory, seed: 'test' })
const { plain } = await sandbox.listen()
console.log(plain.url)
