// Seconds of a snapshot and a restore where SQLite does not turn databases into bytes, as in Node 22: copies.ts FILE KEYS
import { DatabaseSync } from 'node:sqlite'

import { measureMedian, measureSeconds } from '../../measure.ts'

for (const name of ['serialize', 'deserialize']) Reflect.deleteProperty(DatabaseSync.prototype, name)
// The package looks for them when it is loaded.
const { createSandbox } = await import('@custody-wallet/sandbox')

const [data, directory] = process.argv.slice(2)
const file = await createSandbox({ data, directory })
const rows = await file.control.snapshot()
await file.close()
const { control, close } = await createSandbox({ directory })
await control.restore(rows)
const snapshot = await measureMedian(9, () => measureSeconds(control.snapshot))
const restore = await measureMedian(9, () => measureSeconds(() => control.restore(rows)))
await close()
console.log(JSON.stringify({ snapshot, restore }))
