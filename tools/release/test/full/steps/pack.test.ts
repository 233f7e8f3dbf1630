import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { createTerminalEnvironment } from '../../../../workspace/environment.ts'
import { listPackages } from '../../../../workspace/packages.ts'
import { root } from '../../../../workspace/root.ts'

const temporary = mkdtempSync(join(tmpdir(), 'pack-test-'))
afterAll(() => rmSync(temporary, { recursive: true }))

const env = createTerminalEnvironment(process.env)
const runPack = (...args: readonly string[]) => {
  const program = join(root, 'tools/release/pack.ts')
  return spawnSync(process.execPath, [program, ...args], { cwd: temporary, encoding: 'utf8', env })
}

function createFolder(name: string, file: string): string {
  mkdirSync(join(temporary, name))
  writeFileSync(join(temporary, name, file), '')
  return name
}

describe('npm run pack', () => {
  test('prints its help with the command that installs the packages', () => {
    const { status, stdout } = runPack('--help')
    expect(status).toBe(0)
    expect(stdout).toContain('npm install DIR/*.tgz')
  })

  test.each([
    ['no folder', [], 1, /^Name one folder for the tarballs: npm run pack -- dist\/packed\n$/],
    ['an empty name', [''], 1, /^Name one folder for the tarballs: npm run pack -- dist\/packed\n$/],
    ['two folders', ['a', 'b'], 1, /^Name one folder for the tarballs: npm run pack -- dist\/packed\n$/],
    ['an unknown option', ['--into', 'a'], 2, /^Unknown option '--into'/],
    [
      'a file',
      [join(createFolder('of-a-file', 'file'), 'file')],
      1,
      /^of-a-file.file is not writable \(EEXIST.*\): name another folder\.\n$/,
    ],
    [
      'a folder with a tarball of another version, which would be installed too',
      [createFolder('of-others', 'other-1.0.0.tgz')],
      1,
      /of-others.other-1\.0\.0\.tgz is not a tarball of these versions: delete it, or name another folder\.\n$/,
    ],
  ])('rejects %s before it builds anything', (_, args, code, sentence) => {
    const { status, stdout, stderr } = runPack(...args)
    expect([status, stdout]).toEqual([code, ''])
    expect(stderr).toMatch(sentence)
  })
})

const packages = listPackages(root)

// A package packed by npm that only pnpm can pack.
test.each([
  ...packages.map((one) => ({ ...one, command: 'pack' })),
  ...packages.slice(0, 1).map((one) => ({ ...one, command: 'publish --dry-run --registry=http://127.0.0.1:2/' })),
])('npm $command makes no tarball of $name, and says what to do', ({ command, folder }) => {
  const args = [...command.split(' '), `--pack-destination=${temporary}`]
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8', env })
  expect([status, globSync('custody-wallet-*.tgz', { cwd: temporary })]).toEqual([1, []])
  expect(stderr).toContain('Only pnpm can pack this package: run `npm run pack -- dist/packed`')
})
