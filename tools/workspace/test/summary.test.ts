import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { root } from '../root.ts'

const trees: string[] = []
afterAll(() => trees.forEach((tree) => rmSync(tree, { recursive: true })))

/** A tree with these files in it, as runs leave them; the summary of it, line by line. */
function summary(
  status: string,
  files: Readonly<Record<string, unknown>>,
): { code: number | null; lines: string[] } {
  const tree = mkdtempSync(join(tmpdir(), 'summary-test-'))
  trees.push(tree)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    writeFileSync(join(tree, path), text.replaceAll('$TREE', tree))
  }
  const run = spawnSync(process.execPath, [join(root, 'tools/summary.js'), status, tree], {
    encoding: 'utf8',
  })
  return { code: run.status, lines: run.stdout.trimEnd().split('\n') }
}

const green = { numPassedTests: 3, numFailedTests: 0, numFailedTestSuites: 0, testResults: [] }
const stack =
  'AssertionError: red\n  at banner.ts:7\n  at node_modules/runner.js:1\n  at new Promise (<anonymous>)'
const red = {
  numPassedTests: 2,
  numFailedTests: 1,
  numFailedTestSuites: 1,
  testResults: [
    {
      name: '$TREE/tools/serve/test/banner.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'it is there', status: 'passed', failureMessages: [] },
        {
          fullName: 'it is green',
          status: 'failed',
          failureMessages: [stack],
        },
      ],
    },
  ],
}
const broken = {
  ...green,
  numFailedTestSuites: 1,
  testResults: [
    {
      name: '$TREE/tools/serve/test/port.test.ts',
      status: 'failed',
      message: 'No such module',
      assertionResults: [],
    },
  ],
}

test('green runs of every package add up to one line', () => {
  const { code, lines } = summary('0', {
    'packages/types/reports/test.json': green,
    'packages/types/reports/full.json': green,
    'tools/reports/test.json': green,
    'tools/serve/reports/full.json': green,
  })
  expect(lines).toEqual(['12 passed, 0 failed'])
  expect(code).toBe(0)
})

test('a failed test is named with its file and its message before the line that counts', () => {
  const { code, lines } = summary('1', { 'tools/serve/reports/test.json': red })
  expect(lines).toEqual([
    'Failed: tools/serve/test/banner.test.ts > it is green',
    '    AssertionError: red',
    '      at banner.ts:7',
    '2 passed, 1 failed',
  ])
  expect(code).toBe(1)
})

test('a file whose hook failed is named, and counts as one', () => {
  const assertionResults = [{ fullName: 'it is there', status: 'skipped', failureMessages: [] }]
  const testResults = [{ ...broken.testResults[0], message: '', assertionResults }]
  const { code, lines } = summary('1', { 'tools/serve/reports/test.json': { ...broken, testResults } })
  expect(lines).toEqual(['Failed: tools/serve/test/port.test.ts', '3 passed, 1 failed'])
  expect(code).toBe(1)
})

test('a file of tests that could not be read is named, and counts as one', () => {
  const { code, lines } = summary('1', { 'tools/serve/reports/test.json': broken })
  expect(lines).toEqual(['Failed: tools/serve/test/port.test.ts', '    No such module', '3 passed, 1 failed'])
  expect(code).toBe(1)
})

const ended = (taskId: string, exitCode: number, directory = '') => ({
  taskId,
  directory,
  execution: { exitCode },
})

test('a failed step is named and counts as one, if no report says why', () => {
  const tasks = [
    ended('//#lint', 1),
    ended('@custody-wallet/serve#lint', 2, 'tools/serve'),
    ended('@custody-wallet/serve#test', 1, 'tools/serve'),
    ended('@custody-wallet/serve#test:full', 137, 'tools/serve'),
    ended('@custody-wallet/cli#test', 137, 'packages/cli'),
    ended('//#test:tools', 1),
    ended('//#fresh', 0),
    { taskId: '//#unused' },
  ]
  const { code, lines } = summary('1', {
    'tools/serve/reports/test.json': red,
    'tools/serve/reports/full.json': green,
    '.turbo/runs/one.json': { tasks },
  })
  expect(lines.slice(0, 5)).toEqual([
    'Failed: //#lint',
    'Failed: @custody-wallet/serve#lint',
    'Failed: @custody-wallet/serve#test:full',
    'Failed: @custody-wallet/cli#test',
    'Failed: //#test:tools',
  ])
  expect(lines.at(-1)).toBe('5 passed, 6 failed')
  expect(code).toBe(1)
})

test.each([
  ['1', { 'packages/types/reports/test.json': green }, '3 passed, 1 failed'],
  ['2', { 'tools/serve/reports/test.json': red }, '2 passed, 2 failed'],
  [
    '2',
    { 'tools/serve/reports/test.json': red, '.turbo/runs/one.json': { tasks: [ended('a#lint', 1)] } },
    '2 passed, 3 failed',
  ],
])(
  'of %s failed commands, one that ended without a report is named and counts as one',
  (status, files, total) => {
    const { code, lines } = summary(status, files)
    expect(lines).toContain('Failed: a command that ended without a report')
    expect(lines.at(-1)).toBe(total)
    expect(code).toBe(1)
  },
)

test.each([
  ['half a file', '{"testRes'],
  ['nothing', 'null'],
  ['something else', '{}'],
])('a report that holds %s counts as one, and the others still count', (_, text) => {
  const { code, lines } = summary('0', {
    'packages/types/reports/test.json': green,
    'tools/serve/reports/test.json': text,
  })
  expect(lines).toEqual(['Failed: tools/serve/reports/test.json cannot be read', '3 passed, 1 failed'])
  expect(code).toBe(1)
})

test('a run that was ended in the middle counts as one, though every task of it succeeded', () => {
  const execution = { command: 'turbo run test', success: 2, failed: 0, cached: 1, attempted: 8, exitCode: 0 }
  const { code, lines } = summary('0', {
    'packages/types/reports/test.json': green,
    '.turbo/runs/cut.json': { execution, tasks: [] },
    '.turbo/runs/whole.json': { execution: { ...execution, success: 7 }, tasks: [] },
  })
  expect(lines).toEqual(['Failed: turbo run test was ended before its 8 tasks were', '3 passed, 1 failed'])
  expect(code).toBe(1)
})

test('a run without a single test fails', () => {
  expect(summary('0', {})).toEqual({ code: 1, lines: ['0 passed, 0 failed'] })
})
