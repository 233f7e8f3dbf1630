import { readdirSync } from 'node:fs'

import { openPoints } from '@custody-wallet/types'
import { describe, expect, test } from 'vitest'

import { formatSetting } from '../../codegen/open-points.ts'
import { root } from '../contract.ts'
import { program, start } from '../pages/home.ts'
import { points } from '../pages/open-points.ts'
import { convertLinks, packageNames } from '../pages/packages.ts'
import { readSiteFile, pages } from './site.ts'

describe('the first page', () => {
  const page = readSiteFile('index.md')
  const markup = readSiteFile('index.html')

  test('starts with its purpose and says that it is not a provider', () => {
    expect(page.split('\n\n').slice(1, 3).join(' ')).toMatch(/merchants .* local custody service.* not a provider/)
  })

  test('has two ways in, and leads new readers to the first hour', () => {
    expect([...markup.matchAll(/class="action[^"]*" href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      'sandbox.html',
      'calls/getAccount.html',
    ])
    expect(markup).toContain('<a href="first-hour.html">your first hour</a>')
  })

  test('shows the command that starts everything, and a program with its output', () => {
    for (const text of [start, program.code, program.output]) expect(page).toContain(text)
  })

  test('has a diagram with the same text as alternative', () => {
    const [words = ''] = /Money moves through the sandbox: [^.]+\./.exec(page) ?? []
    expect(words).toContain('a withdrawal leaves')
    expect(markup).toContain(`aria-label="${words}"`)
  })

  test('has no motion for readers who want less, and lets others stop it', () => {
    const style = readSiteFile('assets/home.css')
    const [still = '', moving = ''] = style.split('@media (prefers-reduced-motion: no-preference)')
    expect(still).not.toMatch(/animation/)
    expect(moving).toContain('.money:has(:checked) svg *')
    expect(markup).toMatch(/<input type="checkbox" \/><span>Pause<\/span>/)
  })

  test('has a style for every time of the animation', () => {
    const style = readSiteFile('assets/home.css')
    const times = [...markup.matchAll(/\b(at-[a-z]+(?:-\d)?)\b/g)].map(([, name = '']) => name)
    expect(new Set(times).size).toBe(7)
    for (const name of times) expect(style).toContain(`.${name}`)
  })
})

describe('the packages', () => {
  test('each have a page with their README', () => {
    const folders = readdirSync(new URL('packages/', root))
    expect([...packageNames].toSorted()).toEqual(folders.toSorted())
    for (const name of packageNames)
      expect(readSiteFile(`packages/${name}.md`)).toContain(`# @custody-wallet/${name}\n`)
  })

  test('link to each other, but not to themselves or in code blocks, headings and links', () => {
    const own = '`@custody-wallet/client`'
    const other = '`@custody-wallet/types`'
    expect(convertLinks(`${own} and ${other}`, 'client')).toBe(`${own} and [${other}](types.md)`)
    expect(convertLinks(`# ${other}\n\n\`\`\`ts\n${other}\n\`\`\`\n[${other}](a.md)`, 'client')).toBe(
      `# ${other}\n\n\`\`\`ts\n${other}\n\`\`\`\n[${other}](a.md)`,
    )
  })

  test('link to the pages of docs/ that they mention', () => {
    expect(convertLinks('`docs/scaling.md` has figures.', 'sandbox')).toBe(
      '[`docs/scaling.md`](../scaling.md) has figures.',
    )
  })
})

test.each(['npm install', 'createCustody', 'withWorkflows', 'express', 'webhook', 'createCustodyFromEnv', 'KMS'])(
  'a reader finds %s on a guide or a page about the packages',
  (word) => {
    const found = pages.filter(({ section }) => section === 'Guides' || section === 'How to' || section === 'Start')
    expect(found.some(({ markdown }) => markdown.includes(word))).toBe(true)
  },
)

describe('the questions to a provider', () => {
  const page = readSiteFile('first-hour.md')
  const rows = page.split('\n').filter((line) => line.includes('](open-points.md#'))

  test('list every open point once', () => {
    const ids = rows.map((row) => /\]\(open-points\.md#([\w-]+)\)/.exec(row)?.[1] ?? '')
    expect(ids.toSorted()).toEqual(Object.keys(openPoints).toSorted())
  })

  test.each(Object.entries(points))('contain the setting for %s', (id, { setting, other, assumed }) => {
    const row = rows.find((line) => line.includes(`(open-points.md#${id})`)) ?? ''
    const change = row.split(' | ').at(-1)
    const without = assumed === undefined ? 'Your own code decides.' : 'It cannot be changed yet.'
    expect(change).toContain(setting === undefined ? without : formatSetting(setting, other))
  })

  test('mention assumptions only in the head of a table', () => {
    for (const row of rows) expect(row).not.toMatch(/we assume/i)
  })
})
