// Runs that fail for other reasons than their tests.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** The message of a run that fails. Its limit is reached at an event, or when its global setup calls `end`. */
async function runAndGetFailure(code: string, { event = 'none', setup = '' } = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'failing-run-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const files = {
    'package.json': '{ "type": "module" }',
    'one.test.ts': `import { afterAll, test } from 'vitest'\n${code}`,
    'setup.ts': `export default () => { ${setup} }`,
    'vitest.config.ts': `
      import { RunReporter } from ${JSON.stringify(join(root, 'vitest.reporter.ts'))}
      const run = new RunReporter('test', 60, 1)
      globalThis.end = () => run.end()
      export default { test: { testTimeout: 0, hookTimeout: 0, globalSetup: 'setup.ts', reporters: [run, { ${event}: end }] } }`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const temporary = join(folder, 'temporary')
  mkdirSync(temporary)
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run'], {
    cwd: folder,
    env: { ...process.env, TMPDIR: temporary },
  })
  expect(readdirSync(temporary)).toEqual([])
  // Processes that are killed may take their time.
  const listEnvironments = () =>
    spawnSync('sh', ['-c', 'cat /proc/[0-9]*/environ'], { encoding: 'utf8', maxBuffer: 1e9 }).stdout
  await expect.poll(listEnvironments).not.toContain(temporary)
  expect(status).toBe(1)
  return JSON.parse(readFileSync(join(folder, 'reports/test-run.json'), 'utf8')).testResults[0].message
}

const never = 'new Promise(() => {})'
const passing = `test('passes', () => {})`

test.each([
  ['a test that does not end', `test('hangs', () => ${never})`, { event: 'onTestCaseReady' }, 'one.test.ts > hangs'],
  [
    'a test that blocks its worker',
    `test('loops', () => { for (;;); })`,
    { event: 'onTestModuleCollected' },
    'one.test.ts',
  ],
  [
    'a hook that does not end',
    `${passing}\nafterAll(() => ${never})`,
    { event: 'onHookStart' },
    'one.test.ts > afterAll',
  ],
  ['a global setup', passing, { setup: `end(); return ${never}` }, 'no test, but a global setup or what a test left'],
  [
    'the end of a global setup',
    passing,
    { setup: `return () => { end(); return ${never} }` },
    'no test, but a global setup or what a test left',
  ],
])('at the limit of a run, %s is named', async (_what, code, options, name) => {
  expect(await runAndGetFailure(code, options)).toBe(`The run did not end within 60 minutes. Still running:\n  ${name}`)
})

test('a file in the temporary folder is named', async () => {
  const code = `import { writeFileSync } from 'node:fs'
    test('writes', () => writeFileSync(process.env.TMPDIR + '/left', ''))`
  expect(await runAndGetFailure(code)).toBe('The run left left in the temporary folder')
})

test('tests with wrong names are named', async () => {
  const formatNameProblem = (what: string, name: string) => `The name of a test has ${what}: one.test.ts > ${name}`
  const passing = '() => {}'
  expect(await runAndGetFailure(`test.each(['x'])('%s and %2$s', ${passing})`)).toBe(
    formatNameProblem('a placeholder', 'x and %2$s'),
  )
  expect(await runAndGetFailure(`test(process.env.TMPDIR + '/', ${passing})`)).toContain(
    formatNameProblem('a path of the run', ''),
  )
  expect(await runAndGetFailure(`test('x'.repeat(501), ${passing})`)).toBe(
    formatNameProblem('more than 500 characters', 'x'.repeat(186)),
  )
})

test('an error outside of tests is named', async () => {
  expect(await runAndGetFailure(`test('throws later', () => void setTimeout(() => { throw new Error('late') }))`)).toBe(
    'Unhandled error: late',
  )
  expect(await runAndGetFailure(`test('dies', () => process.kill(process.pid, 'SIGKILL'))`)).toMatch(
    /^Unhandled error: .*\n.*SIGKILL/,
  )
})

test.runIf(process.platform === 'linux')('a process that does not end is named and killed', async () => {
  const code = `import { spawn } from 'node:child_process'
    test('starts', () => spawn('sleep', ['987654'], { stdio: 'ignore', detached: true }).unref())`
  expect(await runAndGetFailure(code)).toBe('The run left a process: sleep 987654')
})
