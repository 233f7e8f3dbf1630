// Ends a run of the gate: lists the failures, then adds up the tests in one line. A failed step without tests, such as the
// linter, counts as one. The arguments are the exit status of the runs and the folder of the repository. It runs on any
// Node, even if the installation failed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const [status, tree = fileURLToPath(new URL('..', import.meta.url))] = process.argv.slice(2)
const root = resolve(tree)

const folder = (...path) => (existsSync(join(root, ...path)) ? readdirSync(join(root, ...path)) : [])
/** The JSON in a text, or undefined. */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const torn = []
/** JSON files of a folder that have a list with this name. A killed run may leave half a file. */
const read = (list, ...path) =>
  folder(...path)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const found = parsed(readFileSync(join(root, ...path, name), 'utf8'))
      if (Array.isArray(found?.[list])) return [found]
      torn.push(join(...path, name))
      return []
    })

/** The message and place of a failure, without the stack of the tools. */
const brief = (message) => {
  const lines = message.split('\n').filter((line) => !/^\s*at (new Promise|.*node_modules)/.test(line))
  return lines.slice(0, 12).join('\n    ')
}

const reports = ['packages', 'tools'].flatMap((group) =>
  ['.', ...folder(group)].flatMap((name) => read('testResults', group, name, 'reports')),
)
const runs = read('tasks', '.turbo', 'runs')
const steps = runs.flatMap((run) => run.tasks.filter((task) => task.execution?.exitCode > 0))
/** Interrupted runs: turbo skips the remaining tasks, and may report a success. A failed task is reported by itself. */
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
  // An unreadable file or a failed hook has no test.
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
