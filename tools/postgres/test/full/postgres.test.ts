import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test, vi } from 'vitest'

import { createEmptyDatabase, runSql, startPostgres } from '../../postgres.ts'
import { packageFolder, findUsablePrograms, user } from '../../programs.ts'

/** A new folder that only its owner can enter, or every user. */
function createFolder(mode: number): string {
  const path = mkdtempSync(join(tmpdir(), 'programs-'))
  chmodSync(path, mode)
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('rows survive a restart and a crash', async () => {
  const server = await startPostgres({ durable: true })
  onTestFinished(server.end)
  const database = await createEmptyDatabase(server.url)
  await runSql(database, 'create table kept as select 1 as number')
  await server.halt()
  await server.resume()
  await runSql(database, 'insert into kept values (2)')
  await server.crash()
  await server.resume()
  expect(await runSql(database, 'select number from kept')).toEqual([{ number: 1 }, { number: 2 }])
})

test('a server that cannot start reports its log', async () => {
  const server = await startPostgres()
  onTestFinished(server.end)
  await server.halt()
  const other = createServer().listen(Number(new URL(server.url).port), '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  await expect(server.resume()).rejects.toThrow(/Address already in use/)
})

test('a server ends with the process that started it', async () => {
  const program = `
    import { startPostgres } from ${JSON.stringify(import.meta.resolve('../../postgres.ts'))}
    console.log((await startPostgres()).url)`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, TMPDIR: createFolder(0o755) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = await once(owner.stdout, 'data')
  const runStatement = () => runSql(String(url).trim(), 'select 1')
  expect(await runStatement()).toHaveLength(1)
  owner.kill('SIGKILL')
  await expect.poll(() => runStatement().catch(({ code }: { code?: unknown }) => code)).toBe('ECONNREFUSED')
})

test.runIf(process.getuid?.() === 0)('root runs a copy of programs in a folder that other users cannot enter', () => {
  const lockedFolder = join(createFolder(0o700), 'programs')
  cpSync(packageFolder, lockedFolder, { recursive: true, verbatimSymlinks: true })
  const open = createFolder(0o755)
  const copy = findUsablePrograms(lockedFolder, open)
  expect(copy).toBe(join(open, 'programs'))
  expect(execFileSync(join(copy, 'bin/postgres'), ['--version'], { ...user, encoding: 'utf8' })).toContain('PostgreSQL')
  expect(findUsablePrograms(copy, open)).toBe(copy)
})

test.runIf(process.getuid?.() === 0)(
  'root is asked for a temporary folder that other users can enter, and nothing is left',
  async () => {
    const lockedFolder = createFolder(0o700)
    vi.stubEnv('TMPDIR', lockedFolder)
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(startPostgres()).rejects.toThrow(/Set TMPDIR to a folder that every user can enter/)
    expect(readdirSync(lockedFolder)).toEqual([])
  },
)
