import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { sqlite } from '@custody-wallet/store/sqlite'
import { expect, onTestFinished, test } from 'vitest'

import { createFolder } from './folder.ts'

/** Counts the locks of this process on a file. */
const countLocks = (file: string): number => {
  const { ino } = statSync(file)
  const mine = new RegExp(` ${process.pid} \\S+:${ino} `)
  return readFileSync('/proc/locks', 'utf8')
    .split('\n')
    .filter((line) => mine.test(line)).length
}

// Without the lock, a process that closes the file may remove the log of commits.
test.runIf(existsSync('/proc/locks'))('two stores on one file keep the lock of the first when the second opens', () => {
  const file = join(createFolder(), 'claims.db')
  const first = sqlite(file)
  onTestFinished(() => first.close())
  const before = countLocks(file)
  expect(before).toBeGreaterThan(0)
  const second = sqlite(file)
  onTestFinished(() => second.close())
  expect(countLocks(file)).toBe(before)
})
