import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { root } from '../root.ts'

const trees: string[] = []
afterAll(() => trees.forEach((tree) => rmSync(tree, { recursive: true })))

/** A tree with these files in it, as runs leave them; the summary of it, line by line. */
function runSummary(
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
const redTests = [
  { fullName: 'it is there', status: 'passed', failureMessages: [] },
  {
    fullName: 'it is green',
    status: 'failed',
    failureMessages: [
      'AssertionError: red\n  at banner.ts:7\n  at node_modules/runner.js:1\n  at new Promise (<anonymous>)',
    ],
  },
]
const skippedTests = [{ fullName: 'it is there', status: 'skipped', failureMessages: [] }]
/** A run with one failed file. */
const createFailedFile = (file: string, assertionResults: readonly object[], more: object = {}) => ({
  numPassedTests: 2,
  numFailedTests: 0,
  numFailedTestSuites: 1,
  testResults: [{ name: `$TREE/${file}`, status: 'failed', message: '', assertionResults, ...more }],
})
const createEndedTask = (taskId: string, exitCode: number, directory = '') => ({
  taskId,
  directory,
  execution: { exitCode },
})
const red = createFailedFile('tools/serve/test/banner.test.ts', redTests)

test('passed runs of all packages add up to one line', () => {
  const { code, lines } = runSummary('0', {
    'packages/types/reports/test.json': green,
    'packages/types/reports/full.json': green,
    'tools/reports/test.json': green,
    'tools/serve/reports/full.json': green,
  })
  expect(lines).toEqual(['12 passed, 0 failed'])
  expect(code).toBe(0)
})

test('failures are named with their message, and each counts as one', () => {
  const { code, lines } = runSummary('1', {
    'packages/cli/reports/test.json': createFailedFile('packages/cli/test/hook.test.ts', skippedTests),
    'packages/mock/reports/test.json': createFailedFile('packages/mock/test/port.test.ts', [], {
      message: 'No such module',
    }),
    'packages/types/reports/test.json': createFailedFile('packages/types/test/banner.test.ts', redTests),
    'tools/docs/reports/test.json': '{"testRes',
    'tools/redocly/reports/test.json': 'null',
    'tools/serve/reports/test.json': '{}',
    '.turbo/runs/one.json': {
      tasks: [
        createEndedTask('//#lint', 1),
        createEndedTask('serve#test', 1),
        createEndedTask('//#fresh', 0),
        { taskId: '//#unused' },
      ],
    },
  })
  expect(lines).toEqual([
    'Failed: tools/docs/reports/test.json cannot be read',
    'Failed: tools/redocly/reports/test.json cannot be read',
    'Failed: tools/serve/reports/test.json cannot be read',
    'Failed: //#lint, which is npm run lint',
    'Failed: serve#test, which is npm run test',
    'Failed: packages/cli/test/hook.test.ts',
    'Failed: packages/mock/test/port.test.ts',
    '    No such module',
    'Failed: packages/types/test/banner.test.ts > it is green',
    '    AssertionError: red',
    '      at banner.ts:7',
    '6 passed, 8 failed',
  ])
  expect(code).toBe(1)
})

test('a failed step is named and counts as one, if no report says why', () => {
  const tasks = [
    createEndedTask('//#lint', 1),
    createEndedTask('@custody-wallet/serve#lint', 2, 'tools/serve'),
    createEndedTask('@custody-wallet/serve#test', 1, 'tools/serve'),
    createEndedTask('@custody-wallet/serve#test:full', 137, 'tools/serve'),
    createEndedTask('@custody-wallet/cli#test', 137, 'packages/cli'),
    createEndedTask('//#test:tools', 1),
    createEndedTask('//#fresh', 0),
    { taskId: '//#unused' },
  ]
  const { code, lines } = runSummary('1', {
    'tools/serve/reports/test.json': red,
    'tools/serve/reports/full.json': green,
    '.turbo/runs/one.json': { tasks },
  })
  expect(lines.slice(0, 5)).toEqual([
    'Failed: //#lint, which is npm run lint',
    'Failed: @custody-wallet/serve#lint, which is npm run lint in tools/serve',
    'Failed: @custody-wallet/serve#test:full, which is npm run test:full in tools/serve',
    'Failed: @custody-wallet/cli#test, which is npm run test in packages/cli',
    'Failed: //#test:tools, which is npm run test:tools',
  ])
  expect(lines.at(-1)).toBe('5 passed, 6 failed')
  expect(code).toBe(1)
})

test.each([
  ['1', { 'packages/types/reports/test.json': green }, '3 passed, 1 failed'],
  ['2', { 'tools/serve/reports/test.json': red }, '2 passed, 2 failed'],
  [
    '2',
    {
      'tools/serve/reports/test.json': red,
      '.turbo/runs/one.json': { tasks: [createEndedTask('a#lint', 1)] },
    },
    '2 passed, 3 failed',
  ],
])('of %s failed commands, one that ended without a report is named and counts as one', (status, files, total) => {
  const { code, lines } = runSummary(status, files)
  expect(lines).toContain('Failed: a command that ended without a report')
  expect(lines.at(-1)).toBe(total)
  expect(code).toBe(1)
})

test('an interrupted run counts as one failure even if all its tasks succeeded', () => {
  const execution = { command: 'turbo run test', success: 2, failed: 0, cached: 1, attempted: 8, exitCode: 0 }
  const { code, lines } = runSummary('0', {
    'packages/types/reports/test.json': green,
    '.turbo/runs/cut.json': { execution, tasks: [] },
    '.turbo/runs/whole.json': { execution: { ...execution, success: 7 }, tasks: [] },
  })
  expect(lines).toEqual(['Failed: turbo run test was ended before its 8 tasks were', '3 passed, 1 failed'])
  expect(code).toBe(1)
})

test('a run without a single test fails', () => {
  expect(runSummary('0', {})).toEqual({ code: 1, lines: ['0 passed, 0 failed'] })
})
