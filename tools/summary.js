// Closes a run of the gate: names what failed, where the end of a long log shows it, then adds up what the test runs
// reported, in one line; a failed step that runs no tests, such as the linter, counts as one. Its arguments are the
// status of the runs and the tree to read. It runs on any Node, also where the installation failed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const [status, tree = fileURLToPath(new URL('..', import.meta.url))] = process.argv.slice(2)
const root = resolve(tree)

const folder = (...path) => (existsSync(join(root, ...path)) ? readdirSync(join(root, ...path)) : [])
/** What a text says as JSON; nothing where it is none. */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const torn = []
/** What lies in a folder as JSON and has a list of that name; a run that was killed may leave half a file. */
const read = (list, ...path) =>
  folder(...path)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const found = parsed(readFileSync(join(root, ...path, name), 'utf8'))
      if (Array.isArray(found?.[list])) return [found]
      torn.push([...path, name].join('/'))
      return []
    })

/** What a failure says and where it is; the stack of the tools below it would push the others out of sight. */
const brief = (message) => {
  const lines = message.split('\n').filter((line) => !/^\s*at (new Promise|.*node_modules)/.test(line))
  return lines.slice(0, 12).join('\n    ')
}

const reports = ['packages', 'tools'].flatMap((group) =>
  folder(group).flatMap((name) => read('testResults', group, name, 'reports')),
)
const runs = read('tasks', '.turbo', 'runs')
const steps = runs.flatMap((run) => run.tasks.filter((task) => task.execution?.exitCode > 0))
/**
 * Runs that somebody ended: turbo leaves the rest of its tasks out, and may call that a success. Behind a task that
 * failed others are left out as well, and that task says enough.
 */
const cut = runs.filter(
  ({ execution: { attempted = 0, success = 0, failed = 0, cached = 0 } = {} }) =>
    failed === 0 && success + cached < attempted,
)
const files = reports.flatMap((report) => report.testResults)

for (const file of torn) console.log(`Failed: ${file} cannot be read`)
for (const { taskId } of steps) console.log(`Failed: ${taskId}`)
for (const { execution } of cut)
  console.log(`Failed: ${execution.command} was ended before its ${execution.attempted} tasks were`)
for (const { name, status, message, assertionResults } of files) {
  const file = relative(root, name)
  const tests = assertionResults.filter((one) => one.status === 'failed')
  // A file that cannot be read, or a hook that fails: neither has a test of its own.
  if (status === 'failed' && tests.length === 0)
    console.log(`Failed: ${file}${message && `\n    ${brief(message)}`}`)
  for (const test of tests) {
    console.log(`Failed: ${file} > ${test.fullName}\n    ${test.failureMessages.map(brief).join('\n    ')}`)
  }
}

const sum = (count) => reports.reduce((total, report) => total + count(report), 0)
const passed = sum((report) => report.numPassedTests)
const tests = sum((report) => Math.max(report.numFailedTests, report.numFailedTestSuites > 0 ? 1 : 0))
const failed =
  tests + torn.length + cut.length + steps.filter(({ taskId }) => !/#test(:full)?$/.test(taskId)).length
const ended = status === '0' ? failed : Math.max(failed, 1)
console.log(`${passed} passed, ${ended} failed`)
if (ended > 0 || passed === 0) process.exitCode = 1
