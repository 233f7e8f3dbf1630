import { readFileSync } from 'node:fs'

import { limits, records, rules } from '@custody-wallet/sandbox/model'
import { codes, openPoints, states } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'
import { describe, expect, test } from 'vitest'

import { type Document, operationsOf } from '../../redocly/document.ts'
import { askedBy } from '../output/texts.ts'
import { changesOf } from '../pages/changelog.ts'
import { contract, file, files, pages } from './site.ts'

const control: Document = JSON.parse(file('openapi/control.json'))

const htmlFiles = [...files].filter(([name]) => name.endsWith('.html'))

describe('every page', () => {
  test('has its Markdown beside it, and stands in llms.txt', () => {
    for (const { path, title } of pages) {
      expect(file(`${path}.md`)).toMatch(/^# /)
      expect(file('llms.txt')).toContain(`[${title}](${path}.md)`)
    }
  })

  test.each(htmlFiles)('%s has a policy that allows no inline script', (_name, text) => {
    const policy = /content-security-policy" content="([^"]*)"/.exec(text)?.[1] ?? ''
    expect(policy).toContain(`default-src &#39;none&#39;; script-src &#39;self&#39;;`)
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|https?:|\*)/)
  })

  test.each(htmlFiles)('%s has no inline script and no inline style', (_name, text) => {
    expect(text.match(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/g) ?? []).toEqual([])
  })

  test.each(htmlFiles)('%s asks for nothing but files beside it', (_name, text) => {
    const asked = [...text.matchAll(/\s(?:src|href)="([^"]*)"/g)].map(([, link = '']) => link)
    expect(asked.filter((link) => /^(?:\/|[a-z]+:)/.test(link))).toEqual([])
  })

  test.each(htmlFiles)('%s has one title, a language and a way past the navigation', (_name, text) => {
    expect(text.match(/<h1/g)).toHaveLength(1)
    expect(text).toContain('<html lang="en">')
    expect(text).toContain('<a class="skip" href="#_main">')
  })

  test.each(htmlFiles)('%s says what each picture shows', (_name, text) => {
    const figures = text.match(/<figure[^>]*>/g) ?? []
    expect(figures.filter((figure) => !/aria-label="[^"]{20,}"/.test(figure))).toEqual([])
  })

  test.each(htmlFiles)('%s uses no id twice', (_name, text) => {
    const ids = [...text.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

test('no private key reaches the site', () => {
  const found = [...files].filter(([, text]) => /PRIVATE KEY|"[dpq]":"[\w-]{40,}|normal private/.test(text))
  expect(found.map(([name]) => name)).toEqual([])
})

test('the first page weighs less than 100 KB with all that it loads', () => {
  const asked = askedBy(files, 'index.html')
  expect(asked).toHaveLength(4)
  const weight = ['index.html', ...asked].reduce((sum, name) => sum + Buffer.byteLength(file(name)), 0)
  expect(weight).toBeLessThan(100_000)
  expect(Buffer.byteLength(file('assets/search-index.js'))).toBeLessThan(100_000)
})

describe('what the interface does not show', () => {
  test.each(Object.entries(openPoints))('lists %s with its assumption and its source', (_id, point) => {
    const page = file('open-points.md')
    expect(page).toContain(point.what)
    expect('knob' in point ? page : `\`${point.source}\``).toContain(
      `\`${'knob' in point ? point.knob : point.source}\``,
    )
  })
})

test('every point that is assumed has the program that changes it, or says that nothing does', () => {
  const page = file('open-points.md')
  const programs = readFileSync(new URL('../../../spec/generated/open-points.md', import.meta.url), 'utf8')
  for (const [id, point] of Object.entries<object>(openPoints)) {
    const heading = id.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())
    const section = page.split(`### ${heading}\n`)[1]?.split('\n## ')[0]?.split('\n### ')[0] ?? ''
    const [program = 'no program'] = /```ts[^]*?```/.exec(section) ?? []
    expect([id, programs.includes(`### ${id}\n\n${program}`)]).toEqual([id, 'knob' in point])
    const isFixed = 'assumed' in point && !('knob' in point)
    expect([id, section.includes('This cannot be changed yet.')]).toEqual([id, isFixed])
  }
})

test('the programs of open points run in a folder of npm, whose .ts files are CommonJS', () => {
  const page = file('open-points.md')
  const files = [...page.matchAll(/\.\/profile\.\w+/g)].map(([name]) => name)
  expect([new Set(files), page.includes('as `profile.mts`')]).toEqual([new Set(['./profile.mts']), true])
})

test('every known value of every state has its meaning and says who gives it', () => {
  const page = file('states.md')
  for (const values of Object.values(states))
    for (const [value, { meaning }] of Object.entries(values))
      expect(page).toContain(`| \`${value}\` | ${meaning} |`)
})

test('no picture of a life leads from one value to another', () => {
  const pictures = file('states.html').match(/<svg[^]*?<\/svg>/g) ?? []
  const lives = pictures.filter((picture) => picture.includes('may still change'))
  expect(lives).toHaveLength(6)
  for (const picture of lives) expect(picture.match(/class="way/g)).toHaveLength(1)
})

test('every code stands in the table of its family', () => {
  const [, ...sections] = file('codes.md').split(/^## /m)
  for (const [family, table] of Object.entries(codes)) {
    const section = sections.find((text) => text.toLowerCase().startsWith(`${family}\n`)) ?? ''
    for (const [code, { meaning }] of Object.entries(table))
      expect(section).toContain(`| \`${code}\` | ${meaning} |`)
  }
})

test('every limit of the operation table stands on its page', () => {
  const limits = Object.values(operations).flatMap(({ limits }) => [...limits])
  for (const { value, unit } of limits) expect(file('limits.md')).toContain(`| ${value} ${unit} |`)
})

test('every guide stands in the navigation of every page and in the reference', () => {
  for (const { path, title } of pages.filter(({ path }) => path.startsWith('guides/'))) {
    expect(file('index.html')).toContain(`href="${path}.html"`)
    expect(contract.plain.info.description).toContain(`# ${title}\n`)
  }
})

test('a changeset tells every package that it names, with its sentence', () => {
  expect(changesOf(`---\n'@a/b': minor\n"@a/c": patch\n---\n\nIt does more.\n`)).toEqual([
    { name: '@a/b', bump: 'minor', text: 'It does more.' },
    { name: '@a/c', bump: 'patch', text: 'It does more.' },
  ])
})

describe('the page about the sandbox', () => {
  const page = file('sandbox.md')
  const lines = page.split('\n')

  test.each(records)('has every state and transition of $title, with its source', ({ title, table }) => {
    const section = page.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
    for (const [name, { value }] of Object.entries(table.states))
      expect(section).toMatch(
        new RegExp(`^\\| \`${value}\` \\| \`${name}\` .*(interface|documents|model).*$`, 'm'),
      )
    for (const [event, { to }] of Object.entries(table.transitions))
      expect(section).toMatch(new RegExp(`^\\| \`${event}\` \\| .* \\| \`${to}\` .* our model \\|$`, 'm'))
  })

  test.each(Object.entries(rules))(
    'has the rule %s with its limit and its codes',
    (name, { codes: own, says }) => {
      const row = lines.find((line) => line.startsWith(`| \`${name}\` |`)) ?? ''
      expect(row).toContain(says)
      for (const [call, code] of Object.entries(own)) {
        expect(row).toContain(`[${call}](calls/${call}.md)`)
        expect(row).toContain(code)
      }
      const limit = limits.get(name)
      expect(row).toContain(limit ? `${limit.value} ${limit.unit}` : '| - |')
    },
  )

  test.each(operationsOf(control))('has the control call $path with its parameters', ({ path, method }) => {
    const row = lines.find((line) => line.startsWith(`| \`${method.toUpperCase()} ${path}\` |`)) ?? ''
    expect(row).toMatch(/ \| (?:-|`\w+\??`(?:, `\w+\??`)*) \| .+\. \|$/)
  })

  test('says which parameters of a control call can be left out', () => {
    expect(page).toContain('| `POST /chain/mine` | `blocks?`, `network?` |')
    expect(page).toContain('| `GET /balances/explain` | `appId?`, `uid`, `symbol` |')
  })

  test('says when a record moves by itself', () => {
    expect(page).toMatch(/`approve` \| `waiting` \| `approved` \| after 60 s in `waiting` \|/)
  })
})
