import { fileURLToPath } from 'node:url'

import type { Figure } from '../../figure.ts'
import { zippedSize } from '../encryption/bundle.ts'

const types = /^@custody-wallet\/types/
const encryption = /^@custody-wallet\/encryption/
// What errors say: the first error loads it.
const explanations = /errors\/explain\.js$/

// A plain client loads it with the first answer.
const comparison = /types\/mismatches$/

const entries = [
  { name: 'main', code: `export * from '@custody-wallet/client'`, later: [explanations], most: 10 },
  {
    name: 'plain',
    code: `export * from '@custody-wallet/client/plain'`,
    later: [explanations, comparison],
    most: 6,
  },
] as const

// They are no entries of the package, and a bundle of an entry leaves them out.
const moduleOf = (name: string): string => {
  const path = fileURLToPath(new URL(`${name}.js`, import.meta.resolve('@custody-wallet/client')))
  return `export * from ${JSON.stringify(path)}`
}

/** Measures what a program loads: our own code and openapi-fetch, and apart from it what that takes from the types package. */
export async function* sizes(): AsyncGenerator<Figure> {
  for (const { name, code, later, most } of entries) {
    const own = await zippedSize(code, [encryption, ...later, types])
    const whole = await zippedSize(code, [encryption, ...later])
    yield { name: `client.size.${name}`, value: own, unit: 'B', goal: { op: '<', value: most * 1024 } }
    yield { name: `client.size.${name}.types`, value: whole - own, unit: 'B' }
  }
  yield { name: 'client.size.words', value: await zippedSize(moduleOf('errors/explain')), unit: 'B' }
  const comparing = `export * from '@custody-wallet/types/mismatches'`
  yield { name: 'client.size.comparison', value: await zippedSize(comparing), unit: 'B' }
}
