// A sandbox in its own process: program.ts LOCATION KEYS [AHEAD]. The location is a file or a database. AHEAD are the
// milliseconds by which its machine's clock is ahead.
import { createSandbox } from '../../src/index.ts'
import { token } from './control.ts'

const [location = '', directory, clockOffset = '0'] = process.argv.slice(2)
const { now } = Date
Date.now = () => now() + Number(clockOffset)
const dataOptions = location.startsWith('postgres://') ? { database: location } : { data: location }
const sandbox = await createSandbox({ ...dataOptions, directory, seed: 'test' })
const { plain, wire, control } = await sandbox.listen({ controlToken: token })
console.log([plain.url, wire.url, control.url].join(' '))
