import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { terminal } from '../../../workspace/environment.ts'
import { type Ran, ran } from '../../../workspace/processes.ts'
import { run } from '../../../workspace/programs.ts'
import { root } from '../../../workspace/root.ts'
import { gitSettings } from '../../../workspace/test/git.ts'
import { copyTree } from '../../../workspace/tree.ts'
import { startRegistry } from '../registry.ts'

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>
}

const workflow: Workflow = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8'))

// The workflow runs on such a machine, and its publishing job brings the Node of one.
const runners = process.platform === 'linux' && process.arch === 'x64'

/** What comes of the first command of a job, on a machine with a folder for what is not kept. */
function outcomeOf(job: string, cwd: string, temp: string): Promise<Ran> {
  const command = workflow.jobs[job]?.steps.find((step) => step.run !== undefined)?.run ?? ''
  const [program = '', ...args] = command.replaceAll('${{ runner.temp }}', temp).split(' ')
  const env = { ...terminal(process.env), TMPDIR: temp }
  return ran([program, ...args], { cwd, env, signal: AbortSignal.timeout(600_000) })
}

interface Job {
  readonly folder: string
  readonly temp: string
  readonly outcome: () => Promise<Ran>
}

describe.runIf(runners)('the workflow', () => {
  let place = ''
  let packing: Ran
  const at = (...path: readonly string[]): string => join(place, ...path)

  // A commit of this repository without pending changesets, and the job that packs it.
  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'release-jobs-'))
    copyTree(root, at('commit'), 'as it is')
    for (const file of globSync('.changeset/*.md', { cwd: at('commit') })) rmSync(at('commit', file))
    await run('git', ['init', '-q'], at('commit'))
    await run('git', ['add', '-A'], at('commit'))
    await run('git', [...gitSettings, 'commit', '-qm', 'All of it'], at('commit'))
    packing = await machine('packing', 'pack').outcome()
  })
  afterAll(() => rmSync(place, { recursive: true, force: true, maxRetries: 3 }))

  function machine(name: string, job: string): Job {
    const [folder, temp] = [at(name, 'tree'), at(name, 'temp')]
    mkdirSync(temp, { recursive: true })
    execFileSync('git', ['clone', '-q', at('commit'), folder])
    return { folder, temp, outcome: () => outcomeOf(job, folder, temp) }
  }

  /** The job that publishes, with what the one before it handed on, and a registry of this test. */
  function publishingMachine(name: string, registry: string): Job {
    const job = machine(name, 'publish')
    cpSync(at('packing/tree/dist/packed'), join(job.temp, 'release/packed'), { recursive: true })
    writeFileSync(join(job.folder, '.npmrc'), `@custody-wallet:registry=${registry}\n`)
    appendFileSync(join(job.folder, '.git/info/exclude'), '.npmrc\n')
    return job
  }

  test('packs in one job, and publishes in another that installs and builds nothing', async () => {
    await using registry = await startRegistry()
    expect(packing).toMatchObject({ code: 0 })
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
        `(await import('node:fs')).writeFileSync('${at('heeded')}', '')`,
      )
    }
    expect(await outcome()).toMatchObject({ code: 0 })
    expect(registry.sent).toHaveLength(8)
    expect(existsSync(at('heeded'))).toBe(false)
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
