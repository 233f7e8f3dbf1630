// A sandbox in a process of its own: program.ts PLACE KEYS [AHEAD]. The place is a file, or a database. The clock of its
// machine is some milliseconds ahead.
import { createSandbox } from '../../src/index.ts'
import { token } from './control.ts'

const [location = '', directory, clockOffset = '0'] = process.argv.slice(2)
const { now } = Date
Date.now = () => now() + Number(clockOffset)
const dataOptions = location.startsWith('postgres://') ? { database: location } : { data: location }
const sandbox = await createSandbox({ ...dataOptions, directory, seed: 'test' })
const { plain, wire, control } = await sandbox.listen({ controlToken: token })
console.log([plain.url, wire.url, control.url].join(' '))
