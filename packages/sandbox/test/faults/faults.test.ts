import { describe, expect, test } from 'vitest'

import type { NewFault } from '../../src/faults/rows.ts'
import { createTestSandbox, useSharedSandbox } from '../support/sandbox.ts'

const account = '/api/v2/account/getByUidAndSymbol?uid=10001&symbol=BTC'
const networks = '/api/mpc/wallet/open_coin'

/** HTTP status of consecutive plain calls. */
async function listStatuses(
  { plain }: Pick<Awaited<ReturnType<typeof createTestSandbox>>, 'plain'>,
  count: number,
  path = account,
): Promise<readonly number[]> {
  const statuses: number[] = []
  while (statuses.length < count) statuses.push((await plain(new Request(`http://sandbox${path}`))).status)
  return statuses
}

test('a fault affects the next calls and counts them', async () => {
  const sandbox = await createTestSandbox()
  const fault = await sandbox.control.faults.add({ kind: 'status', times: 3, status: 502 })
  expect(fault).toEqual({
    id: 1,
    kind: 'status',
    status: 502,
    percent: 100,
    remaining: 3,
    calls: 0,
    acted: 0,
  })
  expect(await listStatuses(sandbox, 5)).toEqual([502, 502, 502, 200, 200])
  expect(await sandbox.control.faults.list()).toMatchObject([{ remaining: 0, calls: 3, acted: 3 }])
})

test('a fault of one call does not affect others', async () => {
  const sandbox = await createTestSandbox()
  await sandbox.control.faults.add({ kind: 'status', operation: 'getAccount' })
  expect([await listStatuses(sandbox, 1), await listStatuses(sandbox, 1, networks)]).toEqual([[503], [200]])
})

test('a fault of the wire view does not affect plain calls', async () => {
  const sandbox = await createTestSandbox()
  await sandbox.control.faults.add({ kind: 'status', view: 'wire' })
  expect(await listStatuses(sandbox, 1)).toEqual([200])
})

test('faults are removed one by one, or all at once', async () => {
  const sandbox = await createTestSandbox()
  const { faults } = sandbox.control
  await faults.add({ kind: 'html', status: 200 })
  await faults.add({ kind: 'status', operation: 'getAccount', status: 500 })
  await faults.remove({ id: 2 })
  expect((await faults.list()).map(({ id }) => id)).toEqual([1])
  expect(await faults.clear()).toEqual({ count: 1 })
  expect(await listStatuses(sandbox, 1)).toEqual([200])
})

test('equal seeds choose the same calls for a percentage', async () => {
  const listChosenCalls = async (seed: string) => {
    const sandbox = await createTestSandbox()
    await sandbox.control.faults.add({ kind: 'status', percent: 30, seed })
    return listStatuses(sandbox, 100)
  }
  const [one, same, other] = [await listChosenCalls('a'), await listChosenCalls('a'), await listChosenCalls('b')]
  expect(one).toEqual(same)
  expect(one).not.toEqual(other)
  const share = one.filter((status) => status === 503).length
  expect([share > 15, share < 45]).toEqual([true, true])
})

test('several faults affect one call in the order in which they were added', async () => {
  const sandbox = await createTestSandbox()
  await sandbox.control.faults.add({ kind: 'latency', milliseconds: 1 })
  await sandbox.control.faults.add({ kind: 'misdirected' })
  expect(await listStatuses(sandbox, 1)).toEqual([421])
  expect((await sandbox.control.faults.list()).map(({ acted }) => acted)).toEqual([1, 1])
})

test('of 40 concurrent calls, a fault affects exactly its number of calls', async () => {
  const sandbox = await createTestSandbox()
  await sandbox.control.faults.add({ kind: 'status', times: 7 })
  const all = await Promise.all(Array.from({ length: 40 }, () => listStatuses(sandbox, 1)))
  expect(all.flat().filter((status) => status === 503)).toHaveLength(7)
})

test('faults are part of snapshots', async () => {
  const sandbox = await createTestSandbox()
  const { control } = sandbox
  await control.faults.add({ kind: 'status', times: 2 })
  const snapshot = await control.snapshot()
  expect(await listStatuses(sandbox, 3)).toEqual([503, 503, 200])
  await control.restore(snapshot)
  expect(await listStatuses(sandbox, 3)).toEqual([503, 503, 200])
  await control.reset()
  expect([await control.faults.list(), await listStatuses(sandbox, 1)]).toEqual([[], [200]])
})

test('the log shows the faults of a call, even if it did not run', async () => {
  const sandbox = await createTestSandbox()
  const { control, plain } = sandbox
  await control.faults.add({ kind: 'status', times: 1 })
  await control.faults.add({ kind: 'lost', times: 1 })
  await listStatuses(sandbox, 1)
  await plain(new Request(`http://sandbox${account}`, { headers: { prefer: 'delay=1' } }))
  await expect(plain(new Request(`http://sandbox${account}`, { headers: { prefer: 'fault=lost' } }))).rejects.toThrow(
    'The connection broke before the response.',
  )
  await listStatuses(sandbox, 1)
  const log = (await control.requests.list()).toReversed()
  expect(log.map(({ operation, status, faults }) => [operation, status, faults])).toEqual([
    [
      'getAccount',
      503,
      [
        { id: 1, kind: 'status' },
        { id: 2, kind: 'lost' },
      ],
    ],
    ['getAccount', 200, [{ kind: 'latency' }]],
    ['getAccount', 200, [{ kind: 'lost' }]],
    ['getAccount', 200, undefined],
  ])
})

describe('a fault is not added', () => {
  const getSandbox = useSharedSandbox()

  test.each<[string, NewFault | Record<string, unknown>, string]>([
    ['of an unknown kind', { kind: 'losst' }, 'There is no fault "losst"; did you mean lost?'],
    [
      'of an unknown call',
      { kind: 'lost', operation: 'getAcount' },
      'There is no call "getAcount"; did you mean getAccount?',
    ],
    ['of an unknown view', { kind: 'lost', view: 'port' }, 'view must be plain or wire, not port.'],
    [
      'of a signature on the plain view',
      { kind: 'wrong-signature', view: 'plain' },
      'wrong-signature acts on sealed messages only',
    ],
    ['of a key on the token call', { kind: 'old-key', operation: 'getToken' }, 'old-key acts on sealed messages only'],
    ['with no calls', { kind: 'lost', times: 0 }, 'times must be an integer from 1, not 0.'],
    ['with half a call', { kind: 'lost', times: 1.5 }, 'times must be'],
    ['with 0 percent', { kind: 'lost', percent: 0 }, 'percent must be an integer from 1 to 100, not 0.'],
    ['with 101 percent', { kind: 'lost', percent: 101 }, 'percent must be'],
    ['with a parameter of another fault', { kind: 'lost', status: 500 }, 'lost has no parameter status: omit it.'],
    ['with a status below 200', { kind: 'status', status: 100 }, 'status must be an integer from 200 to 599, not 100.'],
    [
      'with a wait of hours',
      { kind: 'latency', milliseconds: 3_600_000 },
      'milliseconds must be an integer from 0 to 60000',
    ],
  ])('%s', async (_name, fault, message) => {
    const { control } = getSandbox()
    // @ts-expect-error: callers without types make these errors.
    await expect(control.faults.add(fault)).rejects.toThrow(message)
    expect(await control.faults.list()).toEqual([])
  })

  test('twice', async () => {
    const { control } = await createTestSandbox()
    await expect(control.faults.remove({ id: 1 })).rejects.toThrow('There is no fault 1: faults.list shows the ids.')
  })
})

describe('the header Prefer', () => {
  test('delays at most 256 concurrent calls; the next one gets 503', async () => {
    const { plain } = await createTestSandbox()
    const leaving = new AbortController()
    const { signal } = leaving
    const requestAccount = (): Promise<Response> =>
      plain(new Request(`http://sandbox${account}`, { headers: { prefer: 'delay=60000' }, signal }))
    const calls = Array.from({ length: 256 }, requestAccount)
    const { status } = await requestAccount()
    expect(status).toBe(503)
    leaving.abort()
    await Promise.allSettled(calls)
    expect((await plain(new Request(`http://sandbox${account}`, { headers: { prefer: 'delay=1' } }))).status).toBe(200)
  })

  const requestAccount = async (prefer: string, path = account) => {
    const { plain } = await createTestSandbox()
    const response = await plain(new Request(`http://sandbox${path}`, { headers: { prefer } }))
    return [response.status, (await response.text()).slice(0, 60)]
  }

  test.each([
    ['code=429', 429, 'Fault of the sandbox: HTTP 429.'],
    ['fault=html', 200, '<!doctype html><title>200</title>'],
    ['fault=misdirected, delay=1', 421, 'HTTP 421'],
    ['delay=1', 200, '{"code":"0"'],
    ['respond-async, return=minimal', 200, '{"code":"0"'],
  ])('%s is followed', async (prefer, status, text) => {
    expect(await requestAccount(prefer)).toEqual([status, expect.stringContaining(text)])
  })

  test.each([
    ['dealy=1', 'did you mean delay?'],
    ['fault=losst', 'fault must be one of'],
    ['fault=old-key', 'fault=old-key requires a sealed call'],
    ['code=200', 'code must be a status from 400 to 599'],
    ['delay=60001', 'delay must be an integer of milliseconds up to 60000'],
    ['delay=1 code=500', 'separate preferences with commas'],
  ])('%s is rejected', async (prefer, detail) => {
    const { plain } = await createTestSandbox()
    const response = await plain(new Request(`http://sandbox${account}`, { headers: { prefer } }))
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { type: 'urn:custody:preference-invalid', detail: expect.stringContaining(detail) },
    ])
  })
})

describe('on a port,', () => {
  const openServers = async () => {
    const sandbox = await createTestSandbox()
    const servers = await sandbox.listen()
    const callWithPreference = (prefer: string) => fetch(`${servers.plain.url}${account}`, { headers: { prefer } })
    return { call: callWithPreference, close: servers.close, control: sandbox.control }
  }

  test('a lost response breaks the connection', async () => {
    const { call: callWithPreference, close } = await openServers()
    await expect(callWithPreference('fault=lost')).rejects.toThrow('fetch failed')
    expect((await callWithPreference('')).status).toBe(200)
    await close()
  })

  test('a truncated response breaks in its middle', async () => {
    const { call: callWithPreference, close } = await openServers()
    const response = await callWithPreference('fault=truncated')
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
    await close()
  })

  test('a slow response is complete', async () => {
    const { call: callWithPreference, close, control } = await openServers()
    const whole = await (await callWithPreference('')).text()
    await control.faults.add({ kind: 'trickle', milliseconds: 100 })
    const pieces: string[] = []
    const decoder = new TextDecoder()
    for await (const piece of (await callWithPreference('')).body ?? []) pieces.push(decoder.decode(piece))
    expect([pieces.join(''), pieces.length > 3]).toEqual([whole, true])
    await close()
  })
})
