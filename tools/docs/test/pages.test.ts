import { readFileSync } from 'node:fs'

import { ServiceError } from '@custody-wallet/client'
import { limits, records, rules } from '@custody-wallet/sandbox/model'
import { codes, type KnownCode, type KnownValue, openPoints, states } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'
import { describe, expect, test } from 'vitest'

import { type Document, listOperations, type OpenPoint } from '../../redocly/document.ts'
import { findRequestedFiles } from '../output/texts.ts'
import { formatName } from '../pages/words.ts'
import { contract, readSiteFile, files, pages } from './site.ts'

const control: Document = JSON.parse(readSiteFile('openapi/control.json'))

const htmlFiles = [...files].filter(([name]) => name.endsWith('.html'))

describe('every page', () => {
  test('has a Markdown version, and is listed in llms.txt', () => {
    for (const { path, title } of pages) {
      expect(readSiteFile(`${path}.md`)).toMatch(/^# /)
      expect(readSiteFile('llms.txt')).toContain(`[${title}](${path}.md)`)
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

  test.each(htmlFiles)('%s loads only files of the site', (_name, text) => {
    const asked = [...text.matchAll(/(<a)?\s(?:src|href)="([^"]*)"/g)]
    // A link to another site loads nothing until a reader follows it.
    const loaded = asked.filter(([, anchor, link = '']) => anchor === undefined || !link.startsWith('https://'))
    expect(loaded.map(([, , link = '']) => link).filter((link) => /^(?:\/|[a-z]+:)/.test(link))).toEqual([])
  })

  test.each(htmlFiles)('%s has one title, a language and a link that skips the navigation', (_name, text) => {
    expect(text.match(/<h1/g)).toHaveLength(1)
    expect(text).toContain('<html lang="en">')
    expect(text).toContain('<a class="skip" href="#_main">')
  })

  test.each(htmlFiles)('%s describes each diagram', (_name, text) => {
    const figures = text.match(/<figure[^>]*>/g) ?? []
    const pictures = text.match(/<img[^>]*>/g) ?? []
    const drawn = figures.filter((figure) => !/class="shot"/.test(figure))
    expect([...drawn, ...pictures].filter((each) => !/(?:aria-label|alt)="[^"]{20,}"/.test(each))).toEqual([])
  })

  test.each(htmlFiles)('%s has unique ids', (_name, text) => {
    const ids = [...text.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

test('the site contains no private key', () => {
  const found = [...files].filter(([, text]) => /PRIVATE KEY|"[dpq]":"[\w-]{40,}|normal private/.test(text))
  expect(found.map(([name]) => name)).toEqual([])
})

test('the first page and its files are smaller than 60 KB', () => {
  const asked = findRequestedFiles(files, 'index.html')
  expect(asked).toHaveLength(6)
  const weight = ['index.html', ...asked].reduce((sum, name) => sum + Buffer.byteLength(readSiteFile(name)), 0)
  expect(weight).toBeLessThan(60_000)
})

describe('an assumption', () => {
  const sources = ['proven on published material', 'documented by public deployments', 'our guess', 'our own choice']
  const printed = pages
    .filter(({ layout, path }) => layout !== 'reference' && !path.startsWith('guides/'))
    .map(({ path }) => readSiteFile(`${path}.md`))
    .join('\n')
  const count = (text: string): number => printed.split(text).length - 1

  test.each(Object.entries<Pick<OpenPoint, 'what' | 'assumed' | 'setting'>>(openPoints))(
    '%s ends with its source and its setting on each page that prints it',
    (_id, { what, assumed, setting }) => {
      expect(printed).toContain(what)
      if (assumed === undefined) return
      const text = (typeof assumed === 'string' ? assumed : assumed.classic).trim().replace(/\.$/, '')
      const ends = sources.map((source) => ` (${source}${setting === undefined ? '' : `; \`${setting}\``})`)
      const right = ends.reduce((sum, end) => sum + count(`${text}${end}`), 0)
      expect(right).toBeGreaterThan(0)
      // Short texts, such as `ids`, also occur elsewhere.
      expect(text.length > 20 ? count(text) : right).toBe(right)
    },
  )

  test('in the description of a call ends with its source', () => {
    const texts = pages.filter(({ under }) => under === 'calls').map(({ path }) => readSiteFile(`${path}.md`))
    const sentences = texts.flatMap((text) => text.match(/we assume[^]*?\.(?=\s)/gi) ?? [])
    expect(sentences.length).toBeGreaterThan(5)
    const ending = new RegExp(`\\((?:${sources.join('|')})(?:; \`[\\w.]+\`)?\\)\\.$`)
    expect(sentences.filter((sentence) => !ending.test(sentence))).toEqual([])
  })

  test.each([
    ['limits', '100 ids per call (documented by public deployments; `batch.maximum`)'],
    ['limits', 'safe (our guess; `consume`)'],
    ['calls/listMpcWithdrawals', '100 ids per call (documented by public deployments; `batch.maximum`)'],
    ['calls/pullWithdrawals', 'safe (our guess; `consume`)'],
    ['states', '(our guess; `finality`)'],
  ])('on the page %s ends with its source and its setting: %s', (path, text) => {
    expect(readSiteFile(`${path}.md`)).toContain(text)
  })
})

test('every assumption has a program that overrides it, or says that it cannot be changed', () => {
  const page = readSiteFile('open-points.md')
  const programs = readFileSync(new URL('../../../spec/generated/open-points.md', import.meta.url), 'utf8')
  for (const [id, point] of Object.entries<object>(openPoints)) {
    const heading = id.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())
    const section = page.split(`### ${heading}\n`)[1]?.split('\n## ')[0]?.split('\n### ')[0] ?? ''
    const [program = 'no program'] = /```ts[^]*?```/.exec(section) ?? []
    expect([id, programs.includes(`### ${id}\n\n${program}`)]).toEqual([id, 'setting' in point])
    const isFixed = 'assumed' in point && !('setting' in point)
    expect([id, section.includes('This cannot be changed yet.')]).toEqual([id, isFixed])
  }
})

test('the programs of open points run in an npm project with CommonJS', () => {
  const page = readSiteFile('open-points.md')
  const files = [...page.matchAll(/\.\/profile\.\w+/g)].map(([name]) => name)
  expect([new Set(files), page.includes('as `profile.mts`')]).toEqual([new Set(['./profile.mts']), true])
})

/** Finds the section of a page below a heading. */
const findSection = (page: string, heading: string): string =>
  page.split(/^##+ /m).find((text) => text.startsWith(`${heading}\n`)) ?? ''

describe('the page of states', () => {
  const page = readSiteFile('states.md')
  const everyState: Readonly<Record<string, Readonly<Record<string, KnownValue>>>> = states

  test.each(Object.entries(everyState))('has every value of %s with its meaning and advice', (name, values) => {
    const section = findSection(page, formatName(name)).split('\n')
    for (const [value, { meaning, advice = '' }] of Object.entries(values))
      expect(section.find((line) => line.startsWith(`| \`${value}\` | ${meaning} |`))).toContain(advice)
  })

  test.each(records)('shows the transitions in the model of $title, in words and in a diagram', ({ title, table }) => {
    const section = findSection(page, `${title} status`.replace('Stake', 'Staking'))
    const getStateValue = (state: string) => Object.entries(table.states).find(([name]) => name === state)?.[1].value
    const steps = Object.values(table.transitions).flatMap(({ from, to }) =>
      from.filter((start) => start !== to).map((start) => `${getStateValue(start)}-${getStateValue(to)}`),
    )
    const [words = ''] = /\*Picture: .*$/m.exec(section) ?? []
    for (const step of steps) {
      const [from = '', to = ''] = step.split('-')
      expect(words).toMatch(new RegExp(`\\b${from} becomes [^;]*\\b${to}\\b`))
    }
    expect(words).toContain("in the sandbox's model")
    expect(countArrows(title)).toBe(new Set(steps).size)
  })

  const countArrows = (title: string): number => {
    const heading = title.toLowerCase().replaceAll(' ', '-').replace('stake', 'staking')
    const [, after = ''] = readSiteFile('states.html').split(`id="${heading}-status"`)
    const [figure = ''] = after.split('</figure>')
    return figure.match(/class="edge/g)?.length ?? 0
  }

  test('says that the interface does not document transitions', () => {
    expect(page).toContain('The interface does **not document transitions**.')
  })
})

describe('the page of codes', () => {
  const page = readSiteFile('codes.md')
  const everyCode: readonly (readonly [string, Readonly<Record<string, KnownCode>>])[] = Object.entries(codes)

  test.each(everyCode)('has every code of %s with its cause and remedy in the table of the family', (family, table) => {
    const section = findSection(page, family.length === 3 ? family.toUpperCase() : family.replace('token', 'Token'))
    for (const [code, { meaning, cause = '-', remedy = '-' }] of Object.entries(table))
      expect(section).toContain(`| \`${code}\` | ${meaning} | ${cause} | ${remedy} |`)
  })

  test.each(everyCode)('has the anchors that errors of the client link to for codes of %s', (family, table) => {
    const call = Object.values(operations).find((operation) => operation.family === family)
    for (const code of [...Object.keys(table).slice(1), 'unknown']) {
      const known = table[code] ?? {}
      const { docs } = new ServiceError(call?.id ?? 'getToken', { serviceCode: code, ...known }, 'transport')
      const [name = '', id] = docs.split('#')
      expect(readSiteFile(name)).toContain(` id="${id}"`)
    }
  })

  test('lists the problems of the mock and the sandbox', () => {
    const section = findSection(page, 'Problems')
    expect(section).toMatch(/^\| `parameters-invalid` \| .* \| 422 \| mock, sandbox \|$/m)
    expect(section).toMatch(/^\| `unavailable` \| .* \| 503 \| sandbox \|$/m)
    expect(readSiteFile('codes.html')).toContain('<tr id="problems-unknown-path">')
  })
})

describe('the pages for machines', () => {
  test('llms.txt links both documents, and the file with all pages', () => {
    for (const name of ['openapi/plain.json', 'openapi/wire.json', 'llms-full.txt'])
      expect(readSiteFile('llms.txt')).toContain(`](${name})`)
  })

  test.each(['plain', 'wire'] as const)('the description of the %s document links pages of the site', (view) => {
    const links = [...contract[view].info.description.matchAll(/\]\((.+?)\)/g)].map(([, link = '']) => link)
    expect(links).not.toEqual([])
    for (const link of links) expect(readSiteFile(link)).toMatch(/<h1/)
  })

  test('llms-full.txt has every page', () => {
    for (const { path, title } of pages) {
      expect(readSiteFile('llms-full.txt')).toContain(`<!-- ${path}.md -->`)
      expect(readSiteFile('llms-full.txt')).toContain(title)
    }
  })

  test.each(['plain', 'wire'] as const)('the reference of the %s view has its schemas', (view) => {
    const page = readSiteFile(view === 'plain' ? 'reference.md' : 'wire.md')
    for (const name of Object.keys(contract[view].components.schemas)) expect(page).toContain(`### ${name}\n`)
  })
})

test('every limit of the operation table is on the page of limits', () => {
  const limits = Object.values(operations).flatMap(({ limits }) => [...limits])
  for (const { value, unit } of limits) expect(readSiteFile('limits.md')).toContain(`| ${value} ${unit} `)
})

test('the navigation of every page contains every guide', () => {
  for (const { path } of pages.filter(({ path }) => path.startsWith('guides/')))
    for (const from of ['index.html', 'calls.html']) expect(readSiteFile(from)).toContain(`href="${path}.html"`)
})

describe('the page about the sandbox', () => {
  const page = readSiteFile('sandbox.md')
  const lines = page.split('\n')

  test.each(records)('has every state, transition and action of $title', ({ title, table }) => {
    const section = page.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
    for (const [name, { value }] of Object.entries(table.states))
      expect(section).toMatch(new RegExp(`^\\| \`${value}\` \\| \`${name}\` .*(interface|documents|model).*$`, 'm'))
    for (const [event, { to }] of Object.entries(table.transitions))
      expect(section).toMatch(new RegExp(`^\\| \`${event}\` \\| .* \\| \`${to}\` .* our model \\|$`, 'm'))
    for (const [name, { call }] of Object.entries(table.actions))
      expect(section).toMatch(new RegExp(`^\\| ${name} \\| \`${call}\` \\|`, 'm'))
  })

  test.each(Object.entries(rules))('has the rule %s with its limit and its codes', (name, { codes: own, says }) => {
    const row = lines.find((line) => line.startsWith(`| \`${name}\` |`)) ?? ''
    expect(row).toContain(says)
    for (const [call, code] of Object.entries(own)) {
      expect(row).toContain(`[${call}](calls/${call}.md)`)
      expect(row).toContain(code)
    }
    const limit = limits.get(name)
    expect(row).toContain(limit ? `${limit.value} ${limit.unit}` : '| - |')
  })

  test.each(listOperations(control))('has the control call $path with its parameters', ({ path, method }) => {
    const row = lines.find((line) => line.startsWith(`| \`${method.toUpperCase()} ${path}\` |`)) ?? ''
    expect(row).toMatch(/ \| (?:-|`\w+\??`(?:, `\w+\??`)*) \| .+\. \|$/)
  })

  test('marks optional parameters of control calls', () => {
    expect(page).toContain('| `POST /chain/mine` | `blocks?`, `network?` |')
    expect(page).toContain('| `GET /balances/explain` | `appId?`, `uid`, `symbol`, `before?`, `limit?` |')
  })

  test('lists automatic transitions', () => {
    expect(page).toMatch(/`approve` \| `waiting` \| `approved` \| after 60 s in `waiting` \|/)
  })
})
