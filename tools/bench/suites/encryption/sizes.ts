import type { Figure } from '../../figure.ts'
import { zippedSize } from './bundle.ts'

const main = `export * from '@custody-wallet/encryption'`
const classic = `export * from '@custody-wallet/encryption/classic'`
// The strict reader, the modern suite and the codec, for a program that makes its keys and does its calls itself.
const core = `export { createParty, modernSuite, readEnvelope, readQuery } from '@custody-wallet/encryption'`
const types = /^@custody-wallet\/types/

/** Measures what a program loads: our own code, and apart from it what that takes from the types package. */
export async function* sizes(): AsyncGenerator<Figure> {
  const own = await zippedSize(main, [types])
  yield { name: 'encryption.size.main', value: own, unit: 'B', goal: { op: '<', value: 9 * 1024 } }
  yield { name: 'encryption.size.core', value: await zippedSize(core, [types]), unit: 'B' }
  const more = (await zippedSize(`${main}\n${classic}`, [types])) - own
  yield { name: 'encryption.size.classic', value: more, unit: 'B', goal: { op: '<', value: 4 * 1024 } }
  yield { name: 'encryption.size.types', value: (await zippedSize(main)) - own, unit: 'B' }
}
