import { type Postgres, startPostgres } from '@custody-wallet/postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { creditStores } from '../../../../receiver/test/support/credits.ts'
import { startRestartable } from '../../../../receiver/test/support/kills.ts'
import { verifyReceiver } from '../../../src/verify/verify.ts'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres({ durable: true })
})
afterAll(() => server.end())

describe('the case of a kill between effect and response', () => {
  async function readVerdict(name: string, point: string) {
    const { name: place = '', listCredits: credits = async () => [] } = (await creditStores[name]?.(server.url)) ?? {}
    const receiver = await startRestartable(place, point)
    onTestFinished(receiver.stop)
    const options = {
      ...receiver,
      timeout: 600_000,
      async restart() {
        // The third message hangs after its effect.
        if (point === 'outside') await expect.poll(async () => (await credits()).length).toBe(3)
        await receiver.restart()
      },
      // Each credit is 0.5.
      probe: async () => String((await credits()).length / 2),
    }
    const { results } = await verifyReceiver({ ...options, only: ['once/4'] })
    return results[0]
  }

  test.each(Object.keys(creditStores))('passes on %s', async (name) => {
    expect(await readVerdict(name, 'never')).toMatchObject({ verdict: 'pass' })
  })

  test('fails if the function makes its changes outside of the transaction', async () => {
    expect(await readVerdict('PostgreSQL', 'outside')).toMatchObject({
      verdict: 'fail',
      detail: expect.stringMatching(/^credited 1(\.0)? instead of 0\.5$/),
    })
  })
})
