// Clients on the ports, which know only their own clock and the responses of the sandbox.
import { createCustody } from '@custody-wallet/client'
import { describe, expect, test } from 'vitest'

import type { Control } from '../../src/index.ts'
import { listenForTest } from '../support/control.ts'
import { createTestSandbox } from '../support/sandbox.ts'

const hour = 3_600_000

/** A client with a clock of its own, and whether each timestamp that it sent was in the future of the sandbox. */
async function startRemoteClient(ahead = 0) {
  const local = { ahead }
  const sandbox = await createTestSandbox({ machineClock: Date.now })
  const { control } = sandbox
  const { wire } = await listenForTest(sandbox)
  const { profile, apiKey } = sandbox.merchant('demo-modern').client
  const sent: ('future' | 'past')[] = []
  const custody = createCustody({
    profile: { ...profile, token: { attach: 'Access-Token' } },
    apiKey,
    urls: { openPlatform: wire.url, base: wire.url, v1: wire.url },
    clock: () => Date.now() + local.ahead,
    fetch(url, init) {
      const timestamp = new Headers(init.headers).get('timestamp')
      if (timestamp !== null) sent.push(Number(timestamp) > control.time.now() ? 'future' : 'past')
      return globalThis.fetch(url, init)
    },
  })
  /** Gets a token, and returns when its timestamps were. */
  const callToken = async (): Promise<readonly string[]> => {
    sent.length = 0
    await custody.token.get()
    return [...sent]
  }
  return {
    control,
    local,
    callToken,
    read: () => custody.deposits.sync({ max_id: '0' }),
  }
}

interface Client {
  readonly control: Control
  readonly local: { ahead: number }
  readonly callToken: () => Promise<unknown>
}

/** Restores a clock that the client has seen later. */
const restoreClock =
  (duration: string, isFrozen: boolean) =>
  async ({ control, callToken }: Client): Promise<void> => {
    if (isFrozen) await control.time.freeze()
    const snapshot = await control.snapshot()
    await control.time.advance(duration)
    await callToken()
    await control.restore(snapshot)
  }

const setLocalClock =
  (milliseconds: number) =>
  async ({ local }: Client): Promise<void> => {
    local.ahead += milliseconds
  }

const changes = {
  'the clock of the service was advanced by 30 seconds': [({ control }) => control.time.advance('30s'), ['past']],
  'the clock of the service was advanced by 12 hours': [({ control }) => control.time.advance('12h'), ['past', 'past']],
  // The client cannot know that the clock went back, so one timestamp is rejected.
  'the clock of the service was restored to 12 hours earlier': [restoreClock('12h', false), ['future', 'past']],
  // A clock that stands still for 10 seconds falls behind the client as one that goes back by as much.
  'the clock of the service stood still for 10 seconds': [restoreClock('10s', true), ['future', 'past']],
  'the clock of the service was frozen': [({ control }) => control.time.freeze(), ['past']],
  'the local clock was set ahead by 90 seconds': [setLocalClock(90_000), ['past']],
  'the local clock was set ahead by an hour': [setLocalClock(hour), ['past']],
  'the local clock was set back by 90 seconds': [setLocalClock(-90_000), ['past']],
  'the local clock was set back by an hour': [setLocalClock(-hour), ['past']],
  'the local machine slept for 8 hours': [
    async ({ control, local }) => {
      await control.time.advance('8h')
      local.ahead += 8 * hour
    },
    ['past', 'past'],
  ],
} as const satisfies Readonly<
  Record<string, readonly [change: (client: Client) => Promise<unknown>, timestamps: readonly string[]]>
>

describe.each(Object.entries(changes))('after %s', (_name, [change, timestamps]) => {
  test('a client gets a token within two attempts, and sends no further timestamp from the future', async () => {
    const client = await startRemoteClient()
    expect(await client.callToken()).toEqual(['past'])
    await change(client)
    expect(await client.callToken()).toEqual(timestamps)
    expect(await client.callToken()).toEqual(['past'])
  })

  test('a call with a token succeeds', async () => {
    const client = await startRemoteClient()
    await client.read()
    await change(client)
    expect(await client.read()).toEqual([])
  })
})

test.each([
  [-hour, ['past', 'past']],
  [-30_000, ['past']],
  [90_000, ['future', 'past']],
  [hour, ['future', 'past']],
])('a local clock that is wrong by %i ms from the start costs one attempt at most', async (ahead, timestamps) => {
  const { callToken } = await startRemoteClient(ahead)
  expect([await callToken(), await callToken()]).toEqual([timestamps, ['past']])
})
