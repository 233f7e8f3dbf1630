// Uses stores without closing them while garbage is collected, and then uses one of them again.
import { setImmediate } from 'node:timers/promises'

import { fileDedupe, filePushJournal } from '../../src/workflows/index.ts'

const [file = ''] = process.argv.slice(2)

async function waitUntilCollected(): Promise<void> {
  for (let times = 0; times < 5; times += 1) {
    globalThis.gc?.()
    await setImmediate()
  }
}

async function dropStore(): Promise<void> {
  await fileDedupe(file).add('1')
  await filePushJournal(`${file}.pushes`).append({ kind: 'begun', symbol: 'BTC', addresses: ['a'] })
}

await dropStore()
await waitUntilCollected()
const store = fileDedupe(file)
await store.add('2')
await waitUntilCollected()
await store.add('3')
const known = await Promise.all(['1', '2', '3'].map((key) => store.has(key)))
console.log(JSON.stringify([...known, globalThis.gc !== undefined]))
