import { fileURLToPath } from 'node:url'

import type { Figure } from '../../figure.ts'
import { zippedSize } from '../encryption/bundle.ts'

const types = /^@custody-wallet\/types/
const encryption = /^@custody-wallet\/encryption/
// Words for what went wrong: the first failure loads them.
const words = /errors\/(explain|meanings|problem)\.js$/

// What compares an answer with its call, and what completes an error: the first of each loads it for a plain client.
const comparison = /(speech\/mismatches|calls\/in-doubt)\.js$/

const entries = [
  { name: 'main', code: `export * from '@custody-wallet/client'`, later: [words], most: 8 },
  {
    name: 'plain',
    code: `export * from '@custody-wallet/client/plain'`,
    later: [words, comparison],
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
  const wordsOf = ['errors/explain', 'errors/meanings', 'errors/problem']
  yield { name: 'client.size.words', value: await zippedSize(wordsOf.map(moduleOf).join('\n')), unit: 'B' }
  const comparing = await zippedSize(moduleOf('speech/mismatches'))
  yield { name: 'client.size.comparison', value: comparing, unit: 'B' }
}
