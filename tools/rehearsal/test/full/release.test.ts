import { appendFileSync, cpSync, existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, inject, onTestFinished, test } from 'vitest'

import { startRegistry } from '../../../release/test/registry.ts'
import type { Ran } from '../../../workspace/processes.ts'
import { performJob } from '../../jobs.ts'
import { cloneOf } from '../../stage.ts'

// The workflow runs on such a machine, and its publishing job brings the Node of one.
const runners = process.platform === 'linux' && process.arch === 'x64'

const { place, commit, packed } = inject('staged')

interface Job {
  readonly folder: string
  readonly temp: string
  readonly outcome: () => Promise<Ran>
}

describe.runIf(runners)('the workflow', () => {
  /** The job that publishes, with what the one before it handed on, and a registry of this test. */
  function publishingMachine(name: string, registry: string): Job {
    const [folder, temp] = [cloneOf(commit, join(place, name)), join(place, `${name}-temp`)]
    mkdirSync(temp)
    cpSync(packed, join(temp, 'release/packed'), { recursive: true })
    writeFileSync(join(folder, '.npmrc'), `@custody-wallet:registry=${registry}\n`)
    appendFileSync(join(folder, '.git/info/exclude'), '.npmrc\n')
    const ended = new AbortController()
    onTestFinished(() => ended.abort())
    return { folder, temp, outcome: () => performJob('publish', { folder, temp, signal: ended.signal }) }
  }

  test('publishes in a job that installs and builds nothing', async () => {
    await using registry = await startRegistry()
    const { folder, outcome } = publishingMachine('publishing', registry.url)

    const first = await outcome()
    expect(first).toMatchObject({ code: 0 })
    expect(first.out.match(/is published$/gm)).toHaveLength(8)
    const sent = ['types', 'encryption', 'client', 'receiver', 'server', 'cli', 'mock', 'sandbox'].map(
      (name) => `@custody-wallet/${name}`,
    )
    expect(registry.sent).toEqual(sent)
    expect(globSync('{,packages/*/,tools/*/}{node_modules,dist}', { cwd: folder })).toEqual([])

    const again = await outcome()
    expect(again.out.match(/was there already$/gm)).toHaveLength(8)
    expect(registry.sent).toEqual(sent)
  })

  test('runs nothing that lies beside what it is handed', async () => {
    await using registry = await startRegistry()
    const { temp, outcome } = publishingMachine('beside', registry.url)
    for (const folder of [temp, join(temp, 'release')]) {
      writeFileSync(join(folder, 'pnpm-workspace.yaml'), 'packages: []\npmOnFail: ignore\n')
      writeFileSync(
        join(folder, '.pnpmfile.mjs'),
        `(await import('node:fs')).writeFileSync('${join(place, 'heeded')}', '')`,
      )
    }
    expect(await outcome()).toMatchObject({ code: 0 })
    expect(registry.sent).toHaveLength(8)
    expect(existsSync(join(place, 'heeded'))).toBe(false)
  })

  test('publishes nothing where it is handed another package than the commit has', async () => {
    await using registry = await startRegistry()
    const { temp, outcome } = publishingMachine('tampered', registry.url)
    const [types = ''] = globSync('release/packed/custody-wallet-types-*.tgz', { cwd: temp })
    cpSync(join(temp, types.replace('types', 'encryption')), join(temp, types))
    const { code, err } = await outcome()
    expect(code).toBe(1)
    expect(err).toMatch(/custody-wallet-types-.* has another manifest than the commit/)
    expect(registry.sent).toEqual([])
  })
})
