import { expect, test } from 'vitest'

import { renderMarkdown } from '../render/markdown.ts'
import { findDeadLinks } from './dead-links.ts'
import { readSiteFile, files } from './site.ts'

test('every link of the site has a target', () => {
  expect(findDeadLinks(files)).toEqual([])
})

const findCorruptedLinks = (name: string, text: string) => findDeadLinks(new Map([...files, [name, text]]))

test('a dead link is named with its page', () => {
  const guide = `${readSiteFile('guides/errors.md')}\nSee [more](./nowhere.md).\n`
  expect(findCorruptedLinks('guides/errors.md', guide)).toEqual([
    'guides/errors.md links to ./nowhere.md, which is not there.',
  ])
})

test('a link to a missing heading is dead', () => {
  const { text } = renderMarkdown({ path: 'x', markdown: '[codes](codes.md#v3)' }).body
  expect(findCorruptedLinks('x.html', text)).toEqual(['x.html links to codes.html#v3, which is not there.'])
})

test('a link to an unknown operation is dead', () => {
  expect(findCorruptedLinks('x.html', '<a href="reference.html#operation/getNothing">')).toHaveLength(1)
  expect(findCorruptedLinks('x.html', '<a href="reference.html#operation/getAccount">')).toEqual([])
})

test('links in code are ignored', () => {
  expect(findCorruptedLinks('x.md', '```md\n[a](gone.md)\n```\n`[b](gone.md)`')).toEqual([])
})
