// A client that attaches its token, while the sandbox rejects tokens or grants none.
import { createCustody } from '@custody-wallet/client'
import { expect, test } from 'vitest'

import { createShop } from '../support/merchant.ts'

const lifetime = 7_200_000

/** A client without retries, and the calls that the sandbox received since it was created. */
async function createTokenClient() {
  const { sandbox } = await createShop()
  const settings = sandbox.merchant('demo-modern').client
  const { control } = sandbox
  const earlier = (await control.requests.list()).length
  let reads = 0
  const custody = createCustody({
    ...settings,
    profile: { ...settings.profile, token: { attach: 'Access-Token' } },
    attempts: 1,
  })
  const listCalls = async (): Promise<readonly string[]> =>
    (await control.requests.list())
      .toReversed()
      .slice(earlier)
      .map(({ operation, code }) => `${operation} ${code}`)
  async function read(): Promise<void> {
    reads += 1
    await custody.deposits.sync({ max_id: '0' })
  }
  return { control, listCalls, read, countReads: () => reads }
}

test('a client gets a new token after its token expired early', async () => {
  const { control, listCalls, read } = await createTokenClient()
  await read()
  // A token that is rejected at once is not replaced at once.
  await control.time.advance('2m')
  await control.faults.add({ kind: 'token-expired', operation: 'syncDeposits', times: 1 })
  await read()
  expect(await listCalls()).toEqual([
    'getToken 0',
    'syncDeposits 0',
    'syncDeposits undefined',
    'getToken 0',
    'syncDeposits 0',
  ])
})

test.each(['status', 'html', 'lost'] as const)(
  'no call fails if the token call fails with %s during the last fifth of the life of a token',
  async (kind) => {
    const { control, listCalls, read, countReads } = await createTokenClient()
    await read()
    const end = control.time.now() + lifetime
    await control.time.set(end - 0.2 * lifetime)
    await control.faults.add({ kind, operation: 'getToken' })
    // The client uses a token until three seconds before its end, which leaves time for the call.
    for (let time = end - 0.2 * lifetime; time < end - 60_000; time += 60_000) {
      await control.time.set(time)
      await Promise.all([read(), read()])
      // By now, a renewal has failed.
      await read()
    }
    await control.time.set(end - 3001)
    await Promise.all([read(), read()])
    await read()
    const { acted: failures = 0 } = (await control.faults.list())[0] ?? {}
    await control.faults.clear()
    await control.time.set(end)
    await Promise.all([read(), read()])
    const calls = await listCalls()
    const readCalls = calls.filter((call) => call.startsWith('syncDeposits'))
    expect(readCalls).toEqual(Array.from({ length: countReads() }, () => 'syncDeposits 0'))
    expect(failures).toBeGreaterThan(0)
  },
)
