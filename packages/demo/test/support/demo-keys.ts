// Fixed demo keys, because creating them takes a quarter of a second.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type PairName, getPair } from '../../../encryption/test/support/pairs.ts'
import type { DemoKeys, SideKeys } from '../../src/keys.ts'

const readPem = (name: PairName): string => getPair(name).privateKey.export({ type: 'pkcs8', format: 'pem' })

const createSideKeys = (encryption: PairName, signature: PairName): SideKeys => ({
  encryption: readPem(encryption),
  signature: readPem(signature),
})

/** Writes demo keys to the folder where programs look for them. */
export function putDemoKeys(directory: string): void {
  const keys: DemoKeys = {
    modern: {
      appId: 'demo-modern',
      apiKey: 'test-key-of-modern',
      merchant: createSideKeys('first', 'second'),
      platform: createSideKeys('third', 'fourth'),
    },
    classic: {
      appId: 'demo-classic',
      apiKey: 'test-key-of-classic',
      merchant: createSideKeys('seventh', 'seventh'),
      platform: createSideKeys('eighth', 'eighth'),
    },
  }
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  writeFileSync(join(directory, 'keys.json'), JSON.stringify(keys), { mode: 0o600 })
}
