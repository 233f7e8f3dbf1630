import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, onTestFinished, test } from 'vitest'

import { putDemoKeys } from '../../../packages/demo/test/support/demo-keys.ts'
import type { Options } from '../options.ts'
import { startAll } from '../start.ts'
import { findFreeBase, holdPort } from './ports.ts'
import { site } from './sample-site.ts'

const state = mkdtempSync(join(tmpdir(), 'serve-'))
putDemoKeys(state)
afterAll(() => rmSync(state, { recursive: true }))

const createOptions = (options: Partial<Options>): Options => ({
  host: '127.0.0.1',
  port: 0,
  state,
  ...options,
})

async function startServices(options: Partial<Options> = {}) {
  const { addresses, close } = await startAll(createOptions(options), site)
  onTestFinished(close)
  const { docs, mock, sandbox } = addresses
  return { docs, ...mock, mock, sandbox, close }
}

test('the docs, both mocks and both views of the sandbox respond, and the pages contain their addresses', async () => {
  const { docs, plain, wire, mock, sandbox } = await startServices()
  for (const url of [sandbox.plain, sandbox.wire]) expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  const account = await fetch(`${plain}/api/v2/account/getByUidAndSymbol?uid=1&symbol=BTC`)
  expect(await account.json()).toMatchObject({ code: '0' })
  expect(await (await fetch(`${wire}/open-api/v1/merchant/token`)).json()).toMatchObject({ code: 1002 })
  expect(await (await fetch(`${docs}/calls/getAccount.md`)).text()).toBe(`${plain}/api ${wire}/api ${docs}/`)
  for (const { credentials } of [mock, sandbox])
    for (const name of ['modern', 'classic']) expect(existsSync(join(credentials, name, '.env'))).toBe(true)
})

test('close() stops all servers', async () => {
  const { docs, plain, wire, sandbox, close } = await startServices()
  await close()
  for (const url of [docs, plain, wire, sandbox.plain, sandbox.wire])
    await expect(fetch(url)).rejects.toThrow('fetch failed')
})

test.each([
  ['the docs', 0],
  ['the plain mock', 10],
  ['the wire view of the sandbox', 21],
])('a busy port of %s is named, and nothing is left behind', async (_what, further) => {
  const port = await findFreeBase()
  await holdPort(port + further)
  await expect(startAll(createOptions({ port }), site)).rejects.toThrow(
    `Port ${port + further} is in use: stop the program on it, or choose another port`,
  )
  const { docs } = await startServices({ port: 0 })
  expect((await fetch(docs)).status).toBe(200)
})

test('an address of another machine is rejected', async () => {
  await expect(startAll(createOptions({ host: '192.0.2.1' }), site)).rejects.toThrow(
    '192.0.2.1 is not an address of this machine: give an address of this machine.',
  )
})
