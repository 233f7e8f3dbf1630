import { appendFileSync, cpSync, existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, inject, onTestFinished, test } from 'vitest'

import { startRegistry } from '../../../release/test/registry.ts'
import type { ProgramResult } from '../../../workspace/processes.ts'
import { performJob } from '../../jobs.ts'
import { cloneCommit } from '../../stage.ts'

// The workflow runs on such a machine, and its publishing job brings the Node of one.
const hasRunners = process.platform === 'linux' && process.arch === 'x64'

const { folder: stageFolder, commit, packedFolder } = inject('staged')

interface Job {
  readonly folder: string
  readonly temp: string
  readonly performPublish: () => Promise<ProgramResult>
}

describe.runIf(hasRunners)('the workflow', () => {
  /** The job that publishes, with what the one before it handed on, and a registry of this test. */
  function createPublishingMachine(name: string, registry: string): Job {
    const [folder, temp] = [cloneCommit(commit, join(stageFolder, name)), join(stageFolder, `${name}-temp`)]
    mkdirSync(temp)
    cpSync(packedFolder, join(temp, 'release/packed'), { recursive: true })
    writeFileSync(join(folder, '.npmrc'), `@custody-wallet:registry=${registry}\n`)
    appendFileSync(join(folder, '.git/info/exclude'), '.npmrc\n')
    const controller = new AbortController()
    onTestFinished(() => controller.abort())
    return {
      folder,
      temp,
      performPublish: () => performJob('publish', { folder, temp, signal: controller.signal }),
    }
  }

  test('publishes in a job that installs and builds nothing', async () => {
    await using registry = await startRegistry()
    const { folder, performPublish: outcome } = createPublishingMachine('publishing', registry.url)

    const first = await outcome()
    expect(first).toMatchObject({ code: 0 })
    expect(first.out.match(/is published$/gm)).toHaveLength(12)
    const names = [
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
    ].map((name) => `@custody-wallet/${name}`)
    expect(registry.requests).toEqual(names)
    expect(globSync('{,packages/*/,tools/*/}{node_modules,dist}', { cwd: folder })).toEqual([])

    const again = await outcome()
    expect(again.out.match(/was there already$/gm)).toHaveLength(12)
    expect(registry.requests).toEqual(names)
  })

  test('ignores files next to the handed-over packages', async () => {
    await using registry = await startRegistry()
    const { temp, performPublish: outcome } = createPublishingMachine('beside', registry.url)
    for (const folder of [temp, join(temp, 'release')]) {
      writeFileSync(join(folder, 'pnpm-workspace.yaml'), 'packages: []\npmOnFail: ignore\n')
      writeFileSync(
        join(folder, '.pnpmfile.mjs'),
        `(await import('node:fs')).writeFileSync('${join(stageFolder, 'heeded')}', '')`,
      )
    }
    expect(await outcome()).toMatchObject({ code: 0 })
    expect(registry.requests).toHaveLength(12)
    expect(existsSync(join(stageFolder, 'heeded'))).toBe(false)
  })

  test('publishes nothing if a handed-over package differs from the commit', async () => {
    await using registry = await startRegistry()
    const { temp, performPublish: outcome } = createPublishingMachine('tampered', registry.url)
    const [types = ''] = globSync('release/packed/custody-wallet-types-*.tgz', { cwd: temp })
    cpSync(join(temp, types.replace('types', 'encryption')), join(temp, types))
    const { code, err } = await outcome()
    expect(code).toBe(1)
    expect(err).toMatch(/custody-wallet-types-.* has another manifest than the commit/)
    expect(registry.requests).toEqual([])
  })
})
