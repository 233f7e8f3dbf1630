import { generateKeyPairSync } from 'node:crypto'

import { expect, test } from 'vitest'

import { detect, type DetectKey } from '../../../src/detect/index.ts'
import { listCases, isEvidence, listMistakes } from '../../support/grid.ts'

const settings = listCases()

test('finds every setting of the grid, alone or in a set', () => {
  const wrong = settings.flatMap(({ name, captured, keys, expected }) => {
    const mistakes = listMistakes(detect(captured, keys).findings, expected)
    return mistakes.length === 0 ? [] : [`${name}: ${mistakes.join(', ')}`]
  })
  expect(wrong).toEqual([])
  expect(settings.length).toBeGreaterThanOrEqual(300)
})

test('finds no setting of the grid with other keys', () => {
  const others: readonly DetectKey[] = ([1024, 2048, 3072] as const).map((bits) => ({
    name: `other-${bits}.pem`,
    owner: 'own',
    key: generateKeyPairSync('rsa', { modulusLength: bits }).privateKey,
  }))
  const found = settings.filter(({ captured }) => detect(captured, others).findings.some(isEvidence))
  expect(found.map(({ name }) => name)).toEqual([])
})
