import { describe, expect, test } from 'vitest'

import type { SandboxListenOptions } from '../../src/sandbox.ts'
import { listenForTest } from '../support/control.ts'
import { createTestSandbox } from '../support/sandbox.ts'

async function startSandbox(options: SandboxListenOptions = {}) {
  const errors: unknown[] = []
  const sandbox = await createTestSandbox({ onError: (error) => errors.push(error) })
  const { plain, wire, control } = await listenForTest(sandbox, { checkDeadline: 600_000, ...options })
  const readReady = () =>
    Promise.all(
      [plain, wire, control].map(async ({ url }) => {
        const response = await fetch(`${url}/health/ready`)
        return [response.status, await response.json()]
      }),
    )
  return { sandbox, errors, plain, wire, control, readReady }
}

const ofAllPorts = (expected: unknown) => [expected, expected, expected]

describe('/health/ready of all ports', () => {
  test('checks the store, without a token', async () => {
    const { readReady } = await startSandbox()
    expect(await readReady()).toEqual(ofAllPorts([200, { status: 'ready', checks: { store: 'ok' } }]))
  })

  test('is not ready if the data cannot be read, and passes the error to onError', async () => {
    const { sandbox, errors, readReady, plain } = await startSandbox()
    await sandbox.close()
    expect(await readReady()).toEqual(ofAllPorts([503, { status: 'not-ready', checks: { store: 'failed' } }]))
    expect(errors.map(String)).toEqual(ofAllPorts('Error: The sandbox is closed: create another one.'))
    expect((await fetch(`${plain.url}/health/live`)).status).toBe(200)
  })

  test('has the checks of the caller, too', async () => {
    const { readReady } = await startSandbox({ checks: { disk: async () => false } })
    expect(await readReady()).toEqual(
      ofAllPorts([503, { status: 'not-ready', checks: { store: 'ok', disk: 'failed' } }]),
    )
  })
})

test('the log of requests omits health pages', async () => {
  const { sandbox, readReady } = await startSandbox()
  await readReady()
  expect(await sandbox.control.requests.list()).toEqual([])
})

test.each(['/health', '/health/'])('%s is no page', async (path) => {
  const { plain } = await startSandbox()
  expect((await fetch(plain.url + path)).status).toBe(404)
})
