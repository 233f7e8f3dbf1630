import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, onTestFinished, test } from 'vitest'

import { pack } from '../../../package/contents/pack.ts'
import { sortPackages, listPackages } from '../../../workspace/packages.ts'
import { run } from '../../../workspace/programs.ts'
import { root } from '../../../workspace/root.ts'
import { rejectDirtyTree } from '../../../workspace/tree.ts'
import changelog from '../../changelog.ts'
import { checkPackages } from '../../steps/pack.ts'
import { rejectPendingChangesets } from '../../steps/pending.ts'
import { publish } from '../../steps/publish.ts'
import { findRegistry } from '../../steps/registry.ts'
import { startRegistry } from '../registry.ts'

const folder = mkdtempSync(join(tmpdir(), 'release-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

const silent = { report: (): void => {}, showing: 0 }

describe('the packages', () => {
  test('of this repository come after their dependencies', () => {
    const names = listPackages(root).map(({ name }) => name.replace(/.*\//, ''))
    expect(names).toEqual([
      'pages',
      'store',
      'types',
      'encryption',
      'telemetry',
      'client',
      'demo',
      'receiver',
      'server',
      'cli',
      'mock',
      'sandbox',
    ])
  })

  test('with circular dependencies are rejected', () => {
    const createPackage = (name: string, needs: string) => ({
      name,
      version: '1.0.0',
      folder: name,
      needs: [needs],
    })
    expect(() => sortPackages([createPackage('a', 'b'), createPackage('b', 'a')])).toThrow('circular dependencies')
  })
})

describe('publishing', () => {
  test('sends every package after its dependencies, and reports it', async () => {
    await using registry = await startRegistry()
    const output: string[] = []
    const done = await publish(await packPackage('first', ''), registry.url, {
      report: (line) => output.push(line),
    })
    expect(registry.requests).toEqual(['@demo/base', '@demo/top'])
    expect(done.map(({ outcome }) => outcome)).toEqual(['published', 'published'])
    expect(output).toEqual(['@demo/base@1.0.0 is published', '@demo/top@1.0.0 is published'])
  })

  test('that was interrupted continues where it stopped', async () => {
    await using registry = await startRegistry()
    const tarballs = await packPackage('again', '')
    registry.rejected.add('@demo/top')
    await expect(publish(tarballs, registry.url, silent)).rejects.toThrow(
      /@demo\/top@1\.0\.0 could not be published\. @demo\/base was published before it/,
    )
    registry.rejected.clear()
    const done = await publish(tarballs, registry.url, silent)
    expect(done.map(({ outcome }) => outcome)).toEqual(['there', 'published'])
  })

  test('waits until the registry shows the packages', async () => {
    await using registry = await startRegistry()
    registry.hidden.add('@demo/base')
    await expect(publish(await packPackage('lost', ''), registry.url, silent)).rejects.toThrow(
      /^The registry does not show @demo\/base@1\.0\.0 with the published bytes\. Nothing was published before it/,
    )
    expect(registry.requests).toEqual(['@demo/base'])
  })

  test('is rejected before sending if a version has different contents', async () => {
    await using registry = await startRegistry()
    const [, top] = await packPackage('before', '')
    await publish(top ? [top] : [], registry.url, silent)
    const sent = registry.requests.length
    await expect(publish(await packPackage('after', 'changed'), registry.url, silent)).rejects.toThrow(
      /^@demo\/top@1\.0\.0 is in the registry with other contents, so nothing was published: .*changeset/,
    )
    expect(registry.requests).toHaveLength(sent)
  })

  test('to an unavailable registry rejects with the next step', async () => {
    const closed = 'http://127.0.0.1:2/'
    await expect(publish(await packPackage('down', ''), closed, silent)).rejects.toThrow(
      /^The registry does not respond \(.*ECONNREFUSED.*\): check its address/,
    )
  })
})

test('packages are compared with their committed lists before sending', async () => {
  const tarballs = await pack(root, folder)
  expect(() => checkPackages(tarballs, root)).not.toThrow()
  expect(() => checkPackages(tarballs, folder)).toThrow(
    /^Nothing published\.\n@custody-wallet\/\w+: .* is packed, but not in its list/,
  )
})

describe('a registry', () => {
  test.each([
    [401, '{}', 'publish to a public registry'],
    [503, '{}', 'returned HTTP 503 for @demo/base: try again later'],
    [200, '<html>', 'does not list the versions of @demo/base'],
    [200, 'null', 'does not list the versions of @demo/base'],
    [200, '[]', 'does not list the versions of @demo/base'],
  ])('that responds %d with %s is not believed, and gets nothing', async (status, body, sentence) => {
    await using registry = await startRegistry()
    registry.overrides.set('@demo/base', [status, body])
    await expect(publish(await packPackage('told', ''), registry.url, silent)).rejects.toThrow(sentence)
    expect(registry.requests).toEqual([])
  })

  test('from a user setting of the scope receives nothing', async () => {
    await using asked = await startRegistry()
    await using other = await startRegistry()
    const settings = join(folder, 'settings')
    writeFileSync(settings, `@demo:registry=${other.url}\n`)
    process.env['NPM_CONFIG_USERCONFIG'] = settings
    onTestFinished(() => void delete process.env['NPM_CONFIG_USERCONFIG'])
    await publish(await packPackage('pinned', ''), asked.url, silent)
    expect([asked.requests.length, other.requests.length]).toEqual([2, 0])
  })

  test.each([
    'not an address',
    'ftp://registry.example/',
    'https://me:hunter2@registry.example/',
    'https://me@registry.example/',
  ])('named as %s is rejected, and not repeated', async (named) => {
    const rejection = findRegistry(folder, named)
    await expect(rejection).rejects.toThrow('must be a URL without user name and password')
    await expect(rejection).rejects.not.toThrow('hunter2')
  })
})

describe('a program', () => {
  test('that fails is quoted without its secrets', async () => {
    const script = `console.error('to https://me:hunter2@host/ with Bearer abc'); process.exit(1)`
    const failure = run(process.execPath, ['-e', script], folder)
    await expect(failure).rejects.toThrow('to https://***@host/ with Bearer ***')
    await expect(failure).rejects.not.toThrow(/hunter2|abc/)
  })

  test('ignores user settings that change the packages', async () => {
    process.env['pnpm_config_ignore_pnpmfile'] = 'true'
    onTestFinished(() => void delete process.env['pnpm_config_ignore_pnpmfile'])
    expect(await run(process.execPath, ['-p', 'process.env.pnpm_config_ignore_pnpmfile'], folder)).toBe('undefined\n')
  })
})

describe('a release is rejected', () => {
  test('while the tree has changes, by the first of them', async () => {
    const root = createFolder('dirty', { 'a.txt': 'a', 'b.txt': 'b' })
    await run('git', ['init', '-q'], root)
    await expect(rejectDirtyTree(root)).rejects.toThrow(
      'The tree has uncommitted changes (a.txt and 1 more): commit or stash them',
    )
  })

  test.each([
    [['--pack', 'a', '--from', 'b'], '--pack does not publish: use it without --from and --dry-run.'],
    [['--pack', 'a', '--dry-run'], '--pack does not publish: use it without --from and --dry-run.'],
    [['--from', ''], '--pack and --from require a folder.'],
    [['--pack', 'src/a.txt'], 'src/a.txt is not writable (EEXIST'],
    [['--pack', 'src'], 'src is not empty: name a new folder.'],
  ])('with %j', async (args, sentence) => {
    const cwd = createFolder('halves', { 'src/a.txt': 'a' })
    const program = join(import.meta.dirname, '../../release.ts')
    await expect(run(process.execPath, [program, ...args], cwd)).rejects.toThrow(`failed:\n${sentence}`)
  })

  test('while a change has no version', () => {
    const root = createFolder('pending', { '.changeset/quick-fox.md': '', '.changeset/README.md': '' })
    expect(() => rejectPendingChangesets(root)).toThrow(
      '.changeset/quick-fox.md has no version yet: run npm run release:prepare',
    )
  })
})

describe('a changelog', () => {
  test('keeps the paragraphs of a change together', async () => {
    const line = await changelog.getReleaseLine({ summary: 'One thing.\n\nAnd another.\n' })
    expect(line).toBe('- One thing.\n\n  And another.')
  })

  test('lists the packages with a new version once, if there are any', async () => {
    const moved = ['a', 'b'].map((name) => ({ name, newVersion: '1.2.3' }))
    expect(await changelog.getDependencyReleaseLine([], moved)).toBe('- Goes with `a` 1.2.3 and `b` 1.2.3.')
    expect(await changelog.getDependencyReleaseLine([], [])).toBe('')
  })
})

/** Two packages as tarballs; one depends on the other. */
async function packPackage(name: string, text: string): ReturnType<typeof pack> {
  const formatManifest = (own: string, dependencies: object) =>
    JSON.stringify({ name: `@demo/${own}`, version: '1.0.0', dependencies })
  const root = createFolder(name, {
    'pnpm-workspace.yaml': 'packages: [packages/*]\npmOnFail: ignore\n',
    'package.json': '{"private": true}',
    'packages/a/package.json': formatManifest('top', { '@demo/base': '1.0.0' }),
    'packages/a/index.js': text,
    'packages/b/package.json': formatManifest('base', {}),
  })
  return pack(root, root)
}

function createFolder(name: string, files: Readonly<Record<string, string>>): string {
  const root = join(folder, name)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(root, file, '..'), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return root
}
