import { randomBytes } from 'node:crypto'

import { expect, test } from 'vitest'

import { detect } from '../../../src/detect/index.ts'
import { listKeys, getPairs } from '../../support/envelopes.ts'
import { type GridCase, listCases, isEvidence, listMistakes } from '../../support/grid.ts'

test('the grid has no mistake, and its figures are printed', () => {
  const settings = listCases()
  const found = settings.filter(
    ({ captured, keys, expected }) => listMistakes(detect(captured, keys).findings, expected).length === 0,
  )
  const times = settings.map(measureDetection).toSorted((one, other) => one - other)
  const shown = [times[Math.floor(times.length / 2)], times.at(-1)].map((time = 0) => time.toFixed(1))
  console.log(`grid: ${settings.length} settings, ${found.length} found, ${settings.length - found.length} wrong`)
  console.log(`time: median ${shown[0]} ms, worst ${shown[1]} ms`)
  expect(found.length).toBe(settings.length)
})

function measureDetection({ captured, keys }: GridCase): number {
  const start = performance.now()
  detect(captured, keys)
  return performance.now() - start
}

const blocks = 2000

test.each([1024, 2048] as const)('finds nothing in random blocks of %i bits', (bits) => {
  const keys = listKeys(getPairs(bits))
  const found = Array.from({ length: blocks }, () => randomBytes(bits / 8).toString('base64url')).filter((data) =>
    detect(JSON.stringify({ data }), keys).findings.some(isEvidence),
  )
  console.log(`random blocks of ${bits} bits: ${blocks}, ${found.length} false`)
  expect(found).toEqual([])
})

test('finds nothing in random signatures over known content', () => {
  const keys = listKeys(getPairs(2048))
  const { captured = '{}' } = listCases().find(({ name }) => name.includes('over plaintext')) ?? {}
  const message: object = JSON.parse(captured)
  const verified = Array.from({ length: 500 }, () => randomBytes(256).toString('base64')).filter((sign) =>
    detect(JSON.stringify({ ...message, sign }), keys).findings.some(({ fits }) => fits),
  )
  expect(verified).toEqual([])
})
