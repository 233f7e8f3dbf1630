// A sandbox in a process of its own: program.ts PLACE KEYS [AHEAD]. The place is a file, or a database. The clock of its
// machine is some milliseconds ahead.
import { createSandbox } from '../../src/index.ts'
import { token } from './control.ts'

const [place = '', directory, ahead = '0'] = process.argv.slice(2)
const { now } = Date
Date.now = () => now() + Number(ahead)
const rows = place.startsWith('postgres://') ? { database: place } : { data: place }
const sandbox = await createSandbox({ ...rows, directory, seed: 'test' })
const { plain, wire, control } = await sandbox.listen({ controlToken: token })
console.log([plain.url, wire.url, control.url].join(' '))
