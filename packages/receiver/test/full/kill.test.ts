import { type Postgres, startPostgres } from '@custody-wallet/postgres'
import { verifyReceiver } from '@custody-wallet/receiver/verify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { counts } from '../../../../vitest.random.ts'
import { creditPlaces, creditsInFile } from '../support/credits.ts'
import { killed, restartable } from '../support/kills.ts'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres({ durable: true })
})
afterAll(() => server.end())

test('a receiver on a file that is killed at each point credits each deposit once', async () => {
  const { place, credits } = await creditsInFile()
  const { acknowledged, kills } = await killed(place, 3)
  expect((await credits()).toSorted()).toEqual(acknowledged.toSorted())
  expect(kills).toEqual({ claim: 1, effect: 1, commit: 1 })
})

test.each(Object.entries(creditPlaces))(
  'a receiver on %s that is killed repeatedly credits each deposit once',
  async (name, open) => {
    const { place, credits } = await open(server.url)
    const times = counts.kills / Object.keys(creditPlaces).length
    const { acknowledged, kills } = await killed(place, times)
    console.log(`${name}: ${JSON.stringify(kills)} kills, ${acknowledged.length} deposits`)
    expect((await credits()).toSorted()).toEqual(acknowledged.toSorted())
    expect(acknowledged.length).toBeGreaterThan(times)
  },
)

describe('the case of a kill between effect and answer', () => {
  async function verdictOf(name: string, point: string) {
    const { place = '', credits = async () => [] } = (await creditPlaces[name]?.(server.url)) ?? {}
    const receiver = await restartable(place, point)
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

  test.each(Object.keys(creditPlaces))('passes on %s', async (name) => {
    expect(await verdictOf(name, 'never')).toMatchObject({ verdict: 'pass' })
  })

  test('fails where the function makes its changes outside the transaction', async () => {
    expect(await verdictOf('PostgreSQL', 'outside')).toMatchObject({
      verdict: 'fail',
      detail: expect.stringMatching(/^credited 1(\.0)? instead of 0\.5$/),
    })
  })
})
