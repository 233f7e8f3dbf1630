import { expect, test } from 'vitest'

import { rendered } from '../render/markdown.ts'
import { deadLinks } from './dead-links.ts'
import { file, files } from './site.ts'

test('every link of the site leads somewhere', () => {
  expect(deadLinks(files)).toEqual([])
})

const spoilt = (name: string, text: string) => deadLinks(new Map([...files, [name, text]]))

test('a guide with a dead link is named, and the link with it', () => {
  const guide = `${file('guides/errors.md')}\nSee [more](./nowhere.md).\n`
  expect(spoilt('guides/errors.md', guide)).toEqual([
    'guides/errors.md links to ./nowhere.md, which is not there.',
  ])
})

test('a link to a heading that is gone is dead', () => {
  const { text } = rendered({ path: 'x', markdown: '[codes](codes.md#v3)' }).body
  expect(spoilt('x.html', text)).toEqual(['x.html links to codes.html#v3, which is not there.'])
})

test('a link to an operation that the reference does not have is dead', () => {
  expect(spoilt('x.html', '<a href="reference.html#operation/getNothing">')).toHaveLength(1)
  expect(spoilt('x.html', '<a href="reference.html#operation/getAccount">')).toEqual([])
})

test('links in code are no links', () => {
  expect(spoilt('x.md', '```md\n[a](gone.md)\n```\n`[b](gone.md)`')).toEqual([])
})
