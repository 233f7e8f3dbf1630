import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('../../src/', import.meta.url))

test('only the command imports the search, so code that serves requests never unpads', () => {
  const files = globSync('**/*.ts', { cwd: source }).map((file) => file.replaceAll('\\', '/'))
  const importing = files.filter(
    (file) => !file.startsWith('detect/') && /['"][./]+detect\//.test(readFileSync(source + file, 'utf8')),
  )
  expect(importing).toEqual(['commands/detect.ts'])
})

test('the search has no network, no clock and no randomness', () => {
  const texts = globSync('detect/**/*.ts', { cwd: source }).map((file) => readFileSync(source + file, 'utf8'))
  expect(texts.length).toBeGreaterThan(10)
  expect(
    texts.filter((text) =>
      /node:(?:https?|net|dgram|tls)\b|\bfetch\(|Date\.now|new Date|random/i.test(removeComments(text)),
    ),
  ).toEqual([])
})

const removeComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
