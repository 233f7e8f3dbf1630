// Saves and adds until the disk is full, and prints what was acknowledged.
import { sqlite } from '@custody-wallet/store/sqlite'

import { createWorkflowStores } from '../../src/workflows/index.ts'

const [file = ''] = process.argv.slice(2)
process.on('SIGXFSZ', () => undefined)

const { checkpoint, dedupe } = createWorkflowStores(sqlite(file))
const [deposits, paid] = [checkpoint('deposits'), dedupe('paid')]
const rejections: unknown[] = []
const acknowledged: string[] = []
let cursor = ''
const reject = (error: unknown): unknown =>
  rejections.push(error instanceof Error && 'code' in error ? error.code : String(error))
for (let key = 0; rejections.length < 3; key += 1) {
  await paid.add(`key-${key}`).then(() => acknowledged.push(`key-${key}`), reject)
  await deposits.save({ cursor: `${key}`, seen: [], open: [] }).then(() => (cursor = `${key}`), reject)
}
console.log(JSON.stringify({ cursor, rejections: rejections.slice(0, 3), acknowledged }))
process.exit()
