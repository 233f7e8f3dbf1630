import { fileURLToPath } from 'node:url'

import type { Figure } from '../../figure.ts'
import { zippedSize } from '../encryption/bundle.ts'

const types = /^@custody-wallet\/types/
const encryption = /^@custody-wallet\/encryption/
// Words for what went wrong: the first failure loads them.
const words = /errors\/(explain|meanings|problem)\.js$/

const entries = {
  main: `export * from '@custody-wallet/client'`,
  plain: `export * from '@custody-wallet/client/plain'`,
} as const

// They are no entries of the package, and a bundle of an entry leaves them out.
const moduleOf = (name: string): string => {
  const path = fileURLToPath(new URL(`errors/${name}.js`, import.meta.resolve('@custody-wallet/client')))
  return `export * from ${JSON.stringify(path)}`
}

/** Measures what a program loads: our own code and openapi-fetch, and apart from it what that takes from the types package. */
export async function* sizes(): AsyncGenerator<Figure> {
  for (const [name, most] of [
    ['main', 8],
    ['plain', 6],
  ] as const) {
    const own = await zippedSize(entries[name], [encryption, words, types])
    const whole = await zippedSize(entries[name], [encryption, words])
    yield { name: `client.size.${name}`, value: own, unit: 'B', goal: { op: '<', value: most * 1024 } }
    yield { name: `client.size.${name}.types`, value: whole - own, unit: 'B' }
  }
  const later = await zippedSize(['explain', 'meanings', 'problem'].map(moduleOf).join('\n'))
  yield { name: 'client.size.words', value: later, unit: 'B' }
}
