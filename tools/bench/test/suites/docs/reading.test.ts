import { expect, test } from 'vitest'

import { computeReadingEase, extractProse, measureReadingEase } from '../../../suites/docs/reading.ts'

test.each([
  ['The cat sat on the mat.', 116.1],
  ['This sentence, taken as a reading passage unto itself, is being used to prove a point.', 69],
])('the reading ease of "%s" is %d', (sentence, ease) => {
  expect(computeReadingEase(sentence)).toBeCloseTo(ease, 1)
})

test('two sentences are as easy as one, however a page arranges them', () => {
  const [once, sentence] = [computeReadingEase('The cat sat on the mat.'), 'The cat sat on the mat']
  for (const text of [`${sentence}. ${sentence}.`, `- ${sentence}\n- ${sentence}\n`, `${sentence}:\n\n${sentence}.`])
    expect(computeReadingEase(extractProse(text))).toBe(once)
})

test('the prose of a page has no heading, code, table and target of a link', () => {
  const page = '# Title\n\nSee [the limits](limits.md) of `getToken`.\n\n```sh\nnpm test\n```\n\n| a |\n| - |\n'
  expect(extractProse(page).trim()).toBe('See [the limits] of code.')
})

test('each guide and each page has a figure without a goal', () => {
  const figures = [...measureReadingEase()]
  expect(figures.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['docs.reading.first-hour', 'docs.reading.errors']),
  )
  for (const { value, goal } of figures) expect([value > 0 && value < 122, goal]).toEqual([true, undefined])
})
