import { stripVTControlCharacters } from 'node:util'

import { beforeAll, describe, expect, test } from 'vitest'

import { root } from '../../../workspace/root.ts'
import { type Block, readBlocks } from '../../blocks.ts'
import { findProblems } from '../../languages.ts'

// Pages whose programs need servers, variables or each other have tests of their own; that of the first hour is in tools/rehearsal.
const pagesWithTests = ['first-hour', 'frameworks', 'outgoing-proxies'].map((name) => `docs/${name}.md:`)
const isAlone = ({ location }: Block): boolean => !pagesWithTests.some((page) => location.startsWith(page))

test.each(['ts', 'sh'])('every block in %s runs', async (chosen) => {
  const blocks = readBlocks(root).filter((block) => block.language === chosen && isAlone(block))
  expect(blocks.length).toBeGreaterThan(5)
  expect(await findProblems(blocks, 'full')).toEqual([])
})

describe('a program that', () => {
  test.each([
    ['throws', `throw new TypeError('as written')`, 'page.md:9 failed: TypeError: as written'],
    ['rejects', `await Promise.reject(new TypeError('later'))`, 'page.md:9 failed: TypeError: later'],
    ['fails when it has ended', `setTimeout(() => JSON.parse('{'))`, 'page.md:9:1'],
    ['waits without an end', `await new Promise(() => {})`, 'page.md:9 did not end'],
    [
      'is a test that fails',
      `import { expect, test } from 'vitest'\n\ntest('one', () => expect(1).toBe(2))`,
      'page.md:9 > one\nAssertionError: expected 1 to be 2',
    ],
  ])('%s is named by its place', async (_name, code, problem) => {
    const [found = ''] = await findProblems([{ location: 'page.md:9', language: 'ts', code }], 'full')
    expect(stripVTControlCharacters(found)).toContain(problem)
  })
})

describe('commands that', () => {
  const npx = 'npx @custody-wallet/mock'
  const wrong = [
    ['call an unknown path', 'curl -s http://127.0.0.1:4010/api/v2/nothing', 'unknown-path'],
    ['call a closed port', 'curl -sS http://127.0.0.1:1/', 'curl'],
    ['send what cannot be opened', `curl -s --json '{}' http://127.0.0.1:4011/api/v1/withdraw/consume`, 'ENVELOPE'],
    ['install an unpublished package', 'npm install @custody-wallet/release', 'is not a published package'],
    ['install nothing', 'npm install', 'nothing to install'],
    ['run an unknown script', 'npm run nothing', 'there is no script nothing'],
    ['start a package without a program', 'npx @custody-wallet/types', 'has no program or has several'],
    ['use an unknown option', `${npx} --wrong`, 'ended with 2'],
    ['fail in the middle of a pipe', `${npx} seal getNothing --curl | cat`, 'getNothing'],
  ] as const
  let found: readonly string[] = []
  beforeAll(async () => {
    const blocks = wrong.map(([location, code]) => ({ location, language: 'sh', code }))
    found = await findProblems(blocks, 'full')
  })

  test.each(wrong)('%s are reported with their location', (location, _code, problem) => {
    expect(found.filter((each) => each.startsWith(`${location}:`))).toEqual([expect.stringContaining(problem)])
  })
})
