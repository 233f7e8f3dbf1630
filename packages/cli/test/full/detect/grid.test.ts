import { generateKeyPairSync, randomBytes } from 'node:crypto'

import { expect, test } from 'vitest'

import { detect, type DetectKey } from '../../../src/detect/index.ts'
import { keysOf, pairsOf } from '../../support/envelopes.ts'
import { grid, mistakesOf } from '../../support/grid.ts'

const settings = grid()

test('finds every setting of the grid, or prints it in a set', () => {
  const wrong = settings.flatMap(({ name, captured, keys, expected }) => {
    const mistakes = mistakesOf(detect(captured, keys).findings, expected)
    return mistakes.length === 0 ? [] : [`${name}: ${mistakes.join(', ')}`]
  })
  console.log(`grid: ${settings.length} settings, ${settings.length - wrong.length} found`)
  expect(wrong).toEqual([])
  expect(settings.length).toBeGreaterThanOrEqual(300)
})

test('finds no setting of the grid with the keys of others', () => {
  const pair = (bits: number) => generateKeyPairSync('rsa', { modulusLength: bits })
  const others: readonly DetectKey[] = [1024, 2048, 3072].map((bits) => ({
    name: `other-${bits}.pem`,
    owner: 'own',
    key: pair(bits).privateKey,
  }))
  const found = settings.filter(({ captured }) => detect(captured, others).findings.some(isEvidence))
  console.log(`wrong keys: ${settings.length} settings, ${found.length} false`)
  expect(found.map(({ name }) => name)).toEqual([])
})

const blocks = 20_000

test('finds nothing in random blocks', () => {
  const keys = keysOf(pairsOf(1024))
  let found = 0
  for (let at = 0; at < blocks; at += 1) {
    const data = randomBytes(128).toString('base64url')
    if (detect(JSON.stringify({ data }), keys).findings.some(isEvidence)) found += 1
  }
  console.log(`random blocks: ${blocks}, ${found} false`)
  expect(found).toBe(0)
})

const isEvidence = ({
  fits,
  evidence,
}: {
  readonly fits: boolean
  readonly evidence: readonly string[]
}): boolean => fits || evidence.includes('opens') || evidence.includes('verifies')
