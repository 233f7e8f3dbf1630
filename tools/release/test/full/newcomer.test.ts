// The first hour of a newcomer: what the guide says, as it stands there, in a copy of this repository that has nothing
// installed, and in a new folder beside it.
import { globSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { blocksOf } from '../../examples/blocks.ts'
import { root } from '../../examples/root.ts'
import { terminal } from '../../rehearsal/environment.ts'
import { type Ran, ran, start } from '../../rehearsal/programs.ts'
import { copyTree } from '../../steps/tree.ts'

const path = 'spec/guides/getting-started.md'
const [, chapter = ''] =
  /^## Your first call\n([^]*?)^## /m.exec(readFileSync(join(root, path), 'utf8')) ?? []
const blocks = blocksOf({ path, text: chapter }).map(({ code }) => code)
const [
  packing = '',
  installing = '',
  firstCall = '',
  starting = '',
  service = '',
  calling = '',
  deposit = '',
] = blocks

const place = realpathSync(mkdtempSync(join(tmpdir(), 'newcomer-')))
const [clone, project] = [join(place, 'custody-wallet'), join(place, 'my-project')]
const interrupted = new AbortController()
const { signal } = interrupted
// The state of the mock goes to this folder, and what npm has downloaded before is not asked for again.
const env = { ...terminal(process.env), XDG_STATE_HOME: place, npm_config_prefer_offline: 'true' }
// A bash whose input is a socket takes itself for a remote login, and reads what the user has set up for those.
const bash = ['bash', '--norc', '--noprofile'] as const
const shell = (code: string, cwd: string): Promise<Ran> =>
  ran([...bash, '-euc', code.trim()], { cwd, env, signal })

let packed: Ran
let installed: Ran
beforeAll(async () => {
  mkdirSync(project)
  copyTree(root, clone, 'as it is')
  packed = await shell(packing, clone)
  installed = await shell(installing, project)
  writeFileSync(join(project, 'first-call.mts'), firstCall)
  writeFileSync(join(project, 'my-service.mts'), service)
  writeFileSync(join(project, 'my-deposit.mts'), deposit)
})
afterAll(() => {
  interrupted.abort()
  rmSync(place, { recursive: true, force: true, maxRetries: 3 })
})

test('npm run pack packs all packages in a fresh copy, and prints the command that installs them', () => {
  expect(packed).toMatchObject({ code: 0 })
  expect(packed.out).toContain(`npm install ${clone}/dist/packed/*.tgz\n`)
  expect(globSync('*.tgz', { cwd: join(clone, 'dist/packed') })).toHaveLength(8)
})

test('npm installs them in a new folder, and the first call answers', async () => {
  expect(installed).toMatchObject({ code: 0 })
  expect(await shell('node first-call.mts', project)).toMatchObject({ code: 0, out: '1.25\n', err: '' })
})

test('the first call is typed: a misspelt member does not compile', async () => {
  writeFileSync(join(project, 'misspelt.mts'), firstCall.replace('uid:', 'udi:'))
  const tsc = `node '${join(root, 'node_modules/typescript/bin/tsc')}' --noEmit --skipLibCheck --target esnext --module nodenext --types ''`
  expect(await shell(`${tsc} first-call.mts`, project)).toMatchObject({ code: 0, out: '' })
  expect((await shell(`${tsc} misspelt.mts`, project)).out).toMatch(/^misspelt\.mts.*'udi' does not exist/)
})

test('the sealed call answers the same, with the credentials that the mock writes', async () => {
  const serving = [...bash, '-c', `${starting.split(' #')[0]} --port 0 --wire-port 0`] as const
  await using mock = start(serving, { cwd: project, env, signal })
  const [, wire = ''] = await mock.saying(/http:\S+\/_mock[^]*?(http:\S+)[^]*Ctrl-C/)
  const { code, out } = await shell(calling.replace('./demo', `./demo --url ${wire}`), project)
  expect(code).toBe(0)
  expect(out).toContain("normal_balance: '1.25'")
})

test('the sandbox credits a deposit', async () => {
  expect(await shell('node my-deposit.mts', project)).toMatchObject({ code: 0, out: '0.5\n', err: '' })
})
