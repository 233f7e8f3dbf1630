import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test, vi } from 'vitest'

import { root } from '../measure.ts'
import { runSuite } from '../run.ts'

/** A tree in which a run of a suite is this program. */
function createTree(program: string): string {
  const tree = mkdtempSync(join(tmpdir(), 'bench-run-'))
  onTestFinished(() => rmSync(tree, { recursive: true }))
  mkdirSync(join(tree, 'tools/bench'), { recursive: true })
  writeFileSync(join(tree, 'tools/bench/once.ts'), program)
  return tree
}

const met = { name: 'a.speed', value: 1, unit: 'ms' }
const printing = `console.log(${JSON.stringify(JSON.stringify(met))})`

test('the figures of a run come from a process of the other tree', async () => {
  const tree = createTree(`${printing}\nif (process.argv[2] !== 'a') process.exit(1)`)
  const figures = runSuite('a', tree)
  expect([await figures.next(), await figures.next()]).toMatchObject([{ value: met }, { done: true }])
})

test.each([
  ['says why', `console.log('"no such key"')`, 'no such key'],
  ['ends with a code', 'process.exitCode = 3', 'Exited with 3.'],
  ['is killed', `process.kill(process.pid, 'SIGKILL')`, 'Exited with SIGKILL.'],
])('a run that %s rejects after its figures', async (_what, program, reason) => {
  const figures = runSuite('a', createTree(`${printing}\n${program}`))
  expect(await figures.next()).toEqual({ done: false, value: met })
  await expect(figures.next()).rejects.toThrow(reason)
})

test('a suite that does not exist rejects with its name', async () => {
  await expect(runSuite('nothing', root).next()).rejects.toThrow('Unknown suite nothing.')
})

test('a run over the time limit ends with all processes that it started', async () => {
  const server = createServer()
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  // A process that the run starts holds a connection until it ends.
  const holding = `require('node:net').connect(${port}, '127.0.0.1').on('error', () => {})`
  const args = JSON.stringify(['-e', holding])
  const tree = createTree(`import { spawn } from 'node:child_process'\nspawn(process.execPath, ${args})`)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const late = runSuite('a', tree).next()
  const [socket]: Socket[] = await once(server, 'connection')
  const gone = socket && once(socket.resume(), 'close')
  vi.advanceTimersByTime(30 * 60_000)
  await expect(late).rejects.toThrow('Timed out after 30 minutes.')
  await gone
})
