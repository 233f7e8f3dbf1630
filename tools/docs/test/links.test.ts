import { codes } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'
import { expect, test } from 'vitest'

import { formatCallDocs, formatCodeDocs, formatStateDocs } from '../../../packages/sandbox/src/console/links.ts'
import { recordKinds } from '../../../packages/sandbox/src/records/kinds.ts'
import { listNames } from '../../../packages/sandbox/src/states/table.ts'
import { renderMarkdown } from '../render/markdown.ts'
import { findDeadLinks } from './dead-links.ts'
import { readSiteFile, files } from './site.ts'

test('every link of the site has a target', () => {
  expect(findDeadLinks(files)).toEqual([])
})

test('every link of the console has a target', () => {
  const docs = { docsUrl: '.' }
  const calls = Object.values(operations).flatMap(({ id, family }) => [
    formatCallDocs(docs, id),
    ...Object.keys(codes[family]).map((code) => formatCodeDocs(docs, id, code)),
  ])
  const states = listNames(recordKinds).flatMap((kind) =>
    Object.keys(recordKinds[kind].states?.states ?? {}).map((state) => formatStateDocs(docs, kind, state)),
  )
  const links = [...calls, ...states].map((link) => (link ?? 'missing').replace('./', ''))
  expect(links.length).toBeGreaterThan(100)
  expect(findCorruptedLinks('x.html', links.map((link) => `<a href="${link}">`).join(''))).toEqual([])
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
