import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

const module = new URL('../clean-up.ts', import.meta.url)
const program = `
import { createTemporaryFolder } from '${fileURLToPath(module)}'
const folder = createTemporaryFolder('clean-up-test-')
console.log(folder.path)
setInterval(() => {}, 1000)`

test('a signal removes the folder and ends the process', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  const [path]: unknown[] = await once(child.stdout.setEncoding('utf8'), 'data')
  const folder = String(path).trim()
  expect(existsSync(folder)).toBe(true)
  child.kill('SIGINT')
  expect(await once(child, 'close')).toEqual([null, 'SIGINT'])
  expect(existsSync(folder)).toBe(false)
})
