// Calls over failing connections: each ends in time with a typed error, and has no more effect than allowed.
import { type OperationId, operations } from '@custody-wallet/types/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startPlatformTimer, type SetTimer } from '../../src/calls/deadline.ts'
import { createPlainClient } from '../../src/plain.ts'
import { createCalls } from './calls.ts'
import { catchFailure } from './failures.ts'
import { faults, startFaultyServer } from './faulty-server.ts'
import { createClient, type ProfileName } from './service.ts'

const clients = {
  plain: (address: string, options: object) => createPlainClient({ url: address, ...options }),
  modern: (address: string, options: object) => createSealedClient('modern', address, options),
  classic: (address: string, options: object) => createSealedClient('classic', address, options),
}
const createSealedClient = (name: ProfileName, address: string, options: object) =>
  createClient(name, {
    urls: { openPlatform: address, base: address, v1: address },
    fetch: undefined,
    ...options,
  })

const timeout = 30_000

/** Timers: the test ends timeouts of calls, and waits before retries end immediately. */
function createTimeouts() {
  const waiting = new Set<() => void>()
  const setTimer: SetTimer = (callback, milliseconds) => {
    if (milliseconds !== timeout) return startPlatformTimer(callback, 0)
    waiting.add(callback)
    return () => waiting.delete(callback)
  }
  // After two turns of the event loop, the client has read what the server sent.
  const end = () => setImmediate(() => setImmediate(() => waiting.forEach((callback) => callback())))
  return { setTimer, end }
}

/** Describes the calls of clients over every kind of broken connection. */
export function describeFaults(names: readonly (keyof typeof clients)[], operationIds: readonly OperationId[]): void {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  beforeAll(() => void process.on('unhandledRejection', note))
  afterAll(async () => {
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })

  describe.each(names)('the %s client over', (name) => {
    describe.each(Object.entries(faults))('%s', (fault, { code }) => {
      test.each(operationIds)('%s', async (id) => {
        const { setTimer, end } = createTimeouts()
        // All others end without a timeout.
        const server = await startFaultyServer(fault, () => code === 'TIMEOUT' && end())
        try {
          const error = await catchFailure(
            createCalls(clients[name](server.address, { timeout, setTimer, random: () => 0 }))[id](),
          )
          expect(error).toMatchObject({ code, operation: id, assurance: 'none' })
          expect(server.state.requests).toBeLessThanOrEqual(operations[id].retry === 'never' ? 1 : 3)
        } finally {
          server.close()
        }
      })
    })
  })
}
