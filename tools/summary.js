// Ends a run of the gate: lists the failures, then counts them and the tests in one line. The arguments are the number of
// failed commands and the folder of the repository. It runs on any Node, even if the installation failed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const [commands, tree = fileURLToPath(new URL('..', import.meta.url))] = process.argv.slice(2)
const root = resolve(tree)
const failures = []

const folder = (...path) => (existsSync(join(root, ...path)) ? readdirSync(join(root, ...path)) : [])
/** The JSON in a text, or undefined. */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** JSON files of a folder, with their paths. A killed run may leave half a file, without the list of this name. */
const read = (list, ...path) =>
  folder(...path)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const file = join(...path, name)
      const found = parsed(readFileSync(join(root, file), 'utf8'))
      const isWhole = Array.isArray(found?.[list])
      if (!isWhole) failures.push(`${file} cannot be read`)
      return { [list]: [], ...(isWhole && found), file, isWhole }
    })

/** The message and location of a failure, without the stack of the tools. */
const brief = (message) => {
  const lines = message.split('\n').filter((line) => !/^\s*at (new Promise|.*node_modules)/.test(line))
  return lines.slice(0, 12).join('\n    ')
}

/** Failed tests of a file, with messages. An unreadable file or a failed hook has none. */
function listFailures({ name, status, message, assertionResults }) {
  const file = relative(root, name)
  const tests = assertionResults.filter((one) => one.status === 'failed')
  if (status === 'failed' && tests.length === 0) return [`${file}${message && `\n    ${brief(message)}`}`]
  return tests.map(({ fullName, failureMessages }) =>
    [`${file} > ${fullName}`, ...failureMessages.map(brief)].join('\n    '),
  )
}

const reports = ['packages', 'tools']
  .flatMap((group) => [group, ...folder(group).map((name) => join(group, name))])
  .flatMap((path) => read('testResults', path, 'reports'))
  .map((report) => ({ ...report, failures: report.testResults.flatMap(listFailures) }))
const red = reports.filter((report) => !report.isWhole || report.failures.length > 0)
/** Whether a report says why the tests of a task failed. The quick tests have reports of their own. */
const isReported = ({ taskId, directory }) => {
  const [, kind] = /#(test|test:\w+)$/.exec(taskId) ?? []
  const isQuick = kind === 'test' || kind === 'test:tools'
  const reported = red.filter(({ file }) => file.startsWith(join(directory || 'tools', 'reports', '/')))
  return kind && reported.some(({ file }) => /[/\\]test[^/\\]*$/.test(file) === isQuick)
}

/** Failed tasks of a run. Turbo skips the remaining tasks of an interrupted run, and may report a success. */
function failuresOfRun({ tasks, execution = {} }) {
  const { command, attempted = 0, success = 0, failed = 0, cached = 0 } = execution
  const isCut = failed === 0 && success + cached < attempted
  if (isCut) return [{ taskId: `${command} was ended before its ${attempted} tasks were` }]
  return tasks.filter((task) => task.execution?.exitCode > 0)
}

/** A failed task with the command that runs it again. */
const formatTaskName = ({ taskId, directory }) => {
  const [, name] = taskId.split('#')
  return name ? `${taskId}, which is npm run ${name}${directory ? ` in ${directory}` : ''}` : taskId
}

const runs = read('tasks', '.turbo', 'runs')
  .map(failuresOfRun)
  .filter(({ length }) => length > 0)
failures.push(...runs.flat().flatMap((task) => (isReported(task) ? [] : [formatTaskName(task)])))
failures.push(...reports.flatMap((report) => report.failures))
const known = Math.max(runs.length, Math.min(failures.length, 1))
for (let i = known; i < Number(commands); i += 1) failures.push('a command that ended without a report')

const passed = reports.reduce((total, { numPassedTests = 0 }) => total + numPassedTests, 0)
for (const failure of failures) console.log(`Failed: ${failure}`)
console.log(`${passed} passed, ${failures.length} failed`)
if (failures.length > 0 || passed === 0) process.exitCode = 1
