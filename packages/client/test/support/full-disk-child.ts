// Saves and adds until the disk is full, and prints what was acknowledged.

import { fileCheckpoint, fileDedupe } from '../../src/workflows/index.ts'

const [file = ''] = process.argv.slice(2)
process.on('SIGXFSZ', () => undefined)

const readCode = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : String(error))
const rejection: unknown[] = []
const checkpoint = fileCheckpoint(file)
await checkpoint.save({ cursor: '1', seen: [], open: [] })
const seen = Array.from({ length: 1000 }, (_, index) => String(index))
await checkpoint.save({ cursor: '2', seen, open: [] }).catch((error: unknown) => rejection.push(readCode(error)))

const store = fileDedupe(`${file}.keys`)
const acknowledged: string[] = []
for (let key = 0; rejection.length < 3; key += 1)
  await store.add(`key-${key}`).then(
    () => acknowledged.push(`key-${key}`),
    (error: unknown) => rejection.push(readCode(error)),
  )
console.log(JSON.stringify({ kept: (await checkpoint.load())?.cursor, refused: rejection, acknowledged }))
