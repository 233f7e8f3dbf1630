import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { commandNames, commands } from '../../../packages/cli/src/index.ts'
import { help as mockHelp } from '../../../packages/mock/src/cli/help.ts'
import { help as sandboxHelp } from '../../../packages/sandbox/src/cli/help.ts'
import { root } from '../../workspace/root.ts'
import { readFiles } from '../repository.ts'
import { listNamesUnder } from './tables.ts'

const readmes = readFiles(root, ['packages/*/README.md'])
const readReadme = (name: string): string => readFileSync(join(root, `packages/${name}/README.md`), 'utf8')

describe('the README of a package', () => {
  test.each(readmes)('$path says how to install it, what it does not do and where it runs', ({ path, text }) => {
    const { name } = JSON.parse(readFileSync(join(root, path, '../package.json'), 'utf8')) as {
      name: string
    }
    expect(text.startsWith(`# ${name}\n`)).toBe(true)
    expect(text).toMatch(new RegExp(`^(npm install|npx) .*${name}`, 'm'))
    expect(text.match(/^## (What it does not do|Where it runs)$/gm)).toHaveLength(2)
  })

  // A registry shows only the page, without the repository's other files.
  test.each(readmes)('$path links to nothing but its own headings', ({ text }) => {
    const links = [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !/^(#|https:)/.test(link))).toEqual([])
  })
})

describe('before the first release', () => {
  const notPublishedYet = /aren't on npm yet/
  const pages = [...readmes, ...readFiles(root, ['README.md', 'docs/{first-hour,where-it-runs}.md'])]
  const saying = pages.filter(({ text }) => notPublishedYet.test(text))
  const findPosition = (text: string, pattern: RegExp): number => pattern.exec(text)?.index ?? Infinity

  test('every page that installs packages says that they are unpublished, until the first release', () => {
    expect([0, pages.length]).toContain(saying.length)
  })

  test.each(saying)('$path installs packed packages before published ones', ({ text }) => {
    const notPublished = findPosition(text, notPublishedYet)
    const packing = findPosition(text, /npm run pack -- dist\/packed/)
    const installing = findPosition(text, /^npm install \S+dist\/packed\/\*\.tgz$/m)
    const fromRegistry = findPosition(text, /(?:npm install|npx) (?:--save-dev )?@custody-wallet\//)
    const inOrder = [notPublished, packing, installing, fromRegistry]
    expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other))
    expect(installing).toBeLessThan(Infinity)
  })
})

test('the README shows the response of the mock to its first call', () => {
  const text = readFileSync(join(root, 'README.md'), 'utf8')
  const [, call, response = ''] = /^curl 'http:\S+\?(\S+)'\n```\n\n```json\n(.+?)^```$/ms.exec(text) ?? []
  const plain = JSON.parse(readFileSync(join(root, 'packages/types/openapi/plain.json'), 'utf8'))
  expect(call).toBe('uid=10042&symbol=BTC')
  expect(JSON.parse(response)).toEqual(plain.components.examples['getAccount.typical'].value)
})

test.each([
  ['mock', mockHelp],
  ['sandbox', sandboxHelp],
])('the README of the %s lists the options that its program explains', (name, help) => {
  const explained = new Set(help.match(/--[a-z-]+/g))
  expect(new Set(listNamesUnder(readReadme(name), 'Options of the program'))).toEqual(explained)
})

test('the README of the command line lists its commands as its help does', () => {
  const rows = commandNames.map((name) => ({ name, summary: commands[name].summary }))
  const [, section = ''] = readReadme('cli').split(/^## Commands$/m)
  const [table = ''] = section.split(/^## /m)
  const tableRows = [...table.matchAll(/^\| `([a-z-]+)` +\| ([^|]+?) +\|$/gm)]
  expect(tableRows.map(([, name, summary]) => ({ name, summary }))).toEqual(rows)
})

describe('the README of the receiver', () => {
  const drivers = readFiles(root, ['packages/receiver/test/drivers/*.ts'])
  const consumer = readFiles(root, ['tools/rehearsal/test/consumers/receiver/main.js'])

  test.each([...drivers, ...consumer])('shows $path, which is tested', ({ text }) => {
    expect(readReadme('receiver')).toContain(`\`\`\`ts\n${text.trim()}\n\`\`\``)
  })
})

describe('the README of the mock', () => {
  test('lists the problems in responses to plain calls', () => {
    const mock = readReadme('mock')
    const sources = readFiles(root, ['packages/mock/src/plain/*.ts', 'packages/server/src/core/*.ts'])
    const callNames = sources.flatMap(({ text }) => [
      ...text.matchAll(/[pP]roblem\('([a-z-]+)'/g),
      ...text.matchAll(/name: '([a-z-]+)', ?(?:status|\n)/g),
      ...text.matchAll(/^ {2}name: '([a-z-]+)',$/gm),
    ])
    // The mock responds with its own problem instead of `failed`, and needs nothing that can be unavailable.
    const others = new Set(['failed', 'unavailable'])
    const problems = new Set(callNames.map(([, name = '']) => name).filter((name) => !others.has(name)))
    expect(new Set(listNamesUnder(mock, 'Errors'))).toEqual(problems)
  })
})

test('SECURITY.md names existing tests', () => {
  const text = readFileSync(join(root, 'SECURITY.md'), 'utf8')
  const rows = text.split('\n').filter((line) => line.startsWith('|'))
  const tests = readFiles(root, ['packages/*/test/**/*.test.ts', 'tools/*/test/**/*.test.ts'])
  const known = tests.map(({ path }) => path.replace(/^.*?\/test\//, '/').replace('.test.ts', '-'))
  // A name may leave out the folder of a test, and the end of its file name.
  const isTest = (name: string): boolean => known.some((test) => test.includes(`/${name}-`))
  // In the last column of tables, behind the name of a package, and in brackets.
  const licences = rows.map((row) => row.split('|').at(-2) ?? '')
  const names = [
    ...licences.filter((cell) => /^ *[a-z]+ `|^ *`canaries/.test(cell)).flatMap(listCodes),
    ...[...text.matchAll(/\((`[a-z/-]+`(?:, `[a-z/-]+`)*)\)/g)].flatMap(([, group = '']) => listCodes(group)),
  ]
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name) => !isTest(name))).toEqual([])
})

test('each decision has context, decision and consequences, and the index lists all of them', () => {
  const folder = join(root, 'decisions')
  const pages = readdirSync(folder).filter((name) => name !== 'README.md')
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  const tableRows = [...index.matchAll(/^\| \[\d{3}\]\(([^)]+)\)/gm)].map(([, name = '']) => name)
  const listHeadings = (name: string): readonly string[] =>
    readFileSync(join(folder, name), 'utf8').match(/^#+ .+$/gm) ?? []
  expect(tableRows).toEqual(pages.toSorted())
  expect(pages.map((name) => listHeadings(name).slice(1))).toEqual(
    pages.map(() => ['## Context', '## Decision', '## Consequences']),
  )
})

const listCodes = (text: string): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
