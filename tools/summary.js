// Adds up what the test runs reported and closes with one line. Its argument is the status of the runs: one that failed
// without a failed test, such as a lint error, counts as one. It runs on any Node, also where the installation failed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const folders = ['packages/', 'tools/'].flatMap((group) =>
  readdirSync(new URL(group, root)).map((name) => new URL(`${group}${name}/reports/`, root)),
)
const reports = folders
  .filter((folder) => existsSync(folder))
  .flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => new URL(name, folder)),
  )

const total = { passed: 0, failed: 0 }
for (const report of reports) {
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, 'utf8'))
  total.passed += numPassedTests
  total.failed += Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0)
}
if (process.argv[2] !== '0') total.failed = Math.max(total.failed, 1)
console.log(`${total.passed} passed, ${total.failed} failed`)
if (total.failed > 0 || total.passed === 0) process.exitCode = 1
