// The programs of docs/frameworks.md, compiled beside the real frameworks and run against a sandbox.
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { createCustody } from '@custody-wallet/client'
import { buildMerchantVariables, loadDemoKeys } from '@custody-wallet/demo'
import { createSandbox, type Sandbox } from '@custody-wallet/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { putDemoKeys } from '../../../../packages/demo/test/support/demo-keys.ts'
import { createTemporaryFolder } from '../../../workspace/clean-up.ts'
import { createTerminalEnvironment } from '../../../workspace/environment.ts'
import { type RunOptions, runProgram, start } from '../../../workspace/processes.ts'
import { installCopy, run } from '../../../workspace/programs.ts'
import { root } from '../../../workspace/root.ts'
import { writePrograms } from '../../page-programs.ts'

const stack = new AsyncDisposableStack()
afterAll(() => stack.disposeAsync())
const { path: cwd } = stack.use(createTemporaryFolder('frameworks-'))

const appId = 'demo-modern'
const cookie = 'session=one'
let control: Sandbox['control']
let depositAddress = ''
let addresses: Readonly<Record<string, string>>
let where: RunOptions

beforeAll(async () => {
  await installCopy(new URL('../../frameworks/', import.meta.url), cwd)
  const modules = join(cwd, 'node_modules/@custody-wallet')
  mkdirSync(modules)
  for (const name of readdirSync(join(root, 'packages'))) symlinkSync(join(root, 'packages', name), join(modules, name))
  writePrograms('docs/frameworks.md', cwd)
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], cwd)

  putDemoKeys(cwd)
  const sandbox = await createSandbox({ directory: cwd })
  stack.defer(() => sandbox.close())
  const { wire } = await sandbox.listen()
  const variables = buildMerchantVariables('modern', loadDemoKeys(cwd).modern, wire.url)
  const { signal } = new AbortController()
  where = { cwd, env: { ...createTerminalEnvironment(process.env), ...variables }, signal }

  control = sandbox.control
  await control.addresses.generate({ appId, symbol: 'BTC', count: 1 })
  const { uid } = await control.users.create({ email: 'a@shop.example' })
  const account = await createCustody(sandbox.merchant(appId).client).accounts.get({ uid, symbol: 'BTC' })
  depositAddress = account.deposit_address
  const program = stack.use(start([process.execPath, 'serve.js', String(uid)], where))
  addresses = JSON.parse((await program.waitForOutput(/^\{.*\}\n/))[0])
})

function readCredits(): readonly unknown[] {
  using database = new DatabaseSync(join(cwd, 'shop.db'), { readOnly: true })
  return database
    .prepare('SELECT amount FROM credits')
    .all()
    .map(({ amount }) => amount)
}

const getBalance = async (name: string, headers: Readonly<Record<string, string>>) => {
  const response = await fetch(`${addresses[name]}/balance`, { headers })
  return [response.status, await response.json()]
}

test.each(['Express', 'Fastify', 'Hono', 'NestJS', 'Next.js'])(
  '%s credits a deposit that the service notifies, and shows the balance to its user only',
  async (name) => {
    const before = readCredits().length
    await control.merchants.update({ appId, notificationUrls: [addresses[name] ?? ''] })
    await control.chain.pay({ symbol: 'BTC', to: depositAddress, amount: '0.5' })
    await control.chain.mine(3)
    await control.time.runUntilIdle()
    expect(readCredits()).toEqual(Array.from({ length: before + 1 }, () => '0.5'))
    expect(await getBalance(name, { cookie })).toEqual([200, { balance: String((before + 1) / 2) }])
    expect(await getBalance(name, { cookie: 'session=two' })).toEqual([401, expect.anything()])
    expect(await getBalance(name, {})).toEqual([401, expect.anything()])
  },
)

test('React shows what the back end responds', async () => {
  const { out, err } = await runProgram([process.execPath, 'render.js', addresses['Express'] ?? '', cookie], where)
  expect(err).toBe('')
  expect(JSON.parse(out)).toEqual(['<p>Loading…</p>', expect.stringMatching(/^<p>[\d.]+ BTC<\/p>$/)])
})

test('React shows that a user has not signed in', async () => {
  const { out } = await runProgram([process.execPath, 'render.js', addresses['Express'] ?? '', ''], where)
  expect(JSON.parse(out)[1]).toBe('<p role="alert">The balance is not available (HTTP 401).</p>')
})
