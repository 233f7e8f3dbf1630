import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, onTestFinished, test } from 'vitest'

const compiled = fileURLToPath(new URL('../../src/cli/compiled.ts', import.meta.url))
const writeProgram = (before: string) => `
  import module from 'node:module'
  import { keepCompiled } from ${JSON.stringify(compiled)}
  ${before}
  keepCompiled('custody-test')
  console.log(module.getCompileCacheDir() ?? 'off')
`

/** Folders of a user: a private one and a shared one. */
function createFolders() {
  const home = mkdtempSync(join(tmpdir(), 'custody-compiled-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const [cache, shared] = [join(home, 'cache'), join(home, 'shared')]
  mkdirSync(shared)
  return { cache, shared, folder: join(cache, 'custody-test') }
}

/** Returns the compile cache of a program, or `off`. */
function runAndList({ cache, shared }: ReturnType<typeof createFolders>, before: string = ''): string {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', writeProgram(before)], {
    encoding: 'utf8',
    env: { ...env, XDG_CACHE_HOME: cache, TMPDIR: shared },
  })
  expect(readdirSync(shared)).toEqual([])
  return stdout.trim()
}

test('the compile cache is in a private folder of the user', () => {
  const folderNames = createFolders()
  expect(runAndList(folderNames)).toMatch(new RegExp(`^${folderNames.folder}/`))
  expect(statSync(folderNames.folder).mode & 0o777).toBe(0o700)
})

test('the compile cache is off if other users can write to its folder', () => {
  const folderNames = createFolders()
  mkdirSync(folderNames.folder, { recursive: true })
  chmodSync(folderNames.folder, 0o777)
  expect(runAndList(folderNames)).toBe('off')
})

test('the compile cache is off in runtimes without one, such as Deno', () => {
  const folderNames = createFolders()
  expect(runAndList(folderNames, 'delete module.enableCompileCache')).toBe('off')
  expect(existsSync(folderNames.folder)).toBe(false)
})

test('the compile cache is off if its folder cannot be created', () => {
  const folderNames = createFolders()
  writeFileSync(folderNames.cache, '')
  expect(runAndList(folderNames)).toBe('off')
  expect(existsSync(folderNames.folder)).toBe(false)
})
