import type { Figure } from '../../figure.ts'
import { zippedSize } from './bundle.ts'

const entry = (name: string): string => `export * from '@custody-wallet/encryption${name}'`
const main = entry('')
// What a program loads that builds its profile from keys in files.
const profile = `${main}\n${entry('/modern')}`
const types = /^@custody-wallet\/types/

/** Measures what a program loads: our own code, and apart from it what that takes from the types package. */
export async function* sizes(): AsyncGenerator<Figure> {
  const own = await zippedSize(main, [types])
  const withKeys = await zippedSize(profile, [types])
  const withClassic = await zippedSize(`${profile}\n${entry('/classic')}`, [types])
  yield { name: 'encryption.size.main', value: own, unit: 'B', goal: { op: '<', value: 10 * 1024 } }
  yield {
    name: 'encryption.size.classic',
    value: withClassic - withKeys,
    unit: 'B',
    goal: { op: '<', value: 4 * 1024 },
  }
  yield { name: 'encryption.size.modern', value: withKeys - own, unit: 'B' }
  yield { name: 'encryption.size.types', value: (await zippedSize(main)) - own, unit: 'B' }
}
