import { describe, expect, test } from 'vitest'

import type { NewFault } from '../../src/faults/rows.ts'
import { freshSandbox, sharedSandbox } from '../support/sandbox.ts'

const account = '/api/v2/account/getByUidAndSymbol?uid=10001&symbol=BTC'
const networks = '/api/mpc/wallet/open_coin'

/** HTTP status of plain calls, one after the other. */
async function statusesOf(
  { plain }: Pick<Awaited<ReturnType<typeof freshSandbox>>, 'plain'>,
  count: number,
  path = account,
): Promise<readonly number[]> {
  const statuses: number[] = []
  while (statuses.length < count) statuses.push((await plain(new Request(`http://sandbox${path}`))).status)
  return statuses
}

test('a fault acts on the next calls, and says how often', async () => {
  const sandbox = await freshSandbox()
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
  expect(await statusesOf(sandbox, 5)).toEqual([502, 502, 502, 200, 200])
  expect(await sandbox.control.faults.list()).toMatchObject([{ remaining: 0, calls: 3, acted: 3 }])
})

test('a fault of one call leaves others alone', async () => {
  const sandbox = await freshSandbox()
  await sandbox.control.faults.add({ kind: 'status', operation: 'getAccount' })
  expect([await statusesOf(sandbox, 1), await statusesOf(sandbox, 1, networks)]).toEqual([[503], [200]])
})

test('a fault of the wire view leaves plain calls alone', async () => {
  const sandbox = await freshSandbox()
  await sandbox.control.faults.add({ kind: 'status', view: 'wire' })
  expect(await statusesOf(sandbox, 1)).toEqual([200])
})

test('faults are removed one by one, or all at once', async () => {
  const sandbox = await freshSandbox()
  const { faults } = sandbox.control
  await faults.add({ kind: 'html', status: 200 })
  await faults.add({ kind: 'status', operation: 'getAccount', status: 500 })
  await faults.remove({ id: 2 })
  expect((await faults.list()).map(({ id }) => id)).toEqual([1])
  expect(await faults.clear()).toEqual({ count: 1 })
  expect(await statusesOf(sandbox, 1)).toEqual([200])
})

test('a share of the calls is chosen by a seed, the same in every run', async () => {
  const chosen = async (seed: string) => {
    const sandbox = await freshSandbox()
    await sandbox.control.faults.add({ kind: 'status', percent: 30, seed })
    return statusesOf(sandbox, 100)
  }
  const [one, same, other] = [await chosen('a'), await chosen('a'), await chosen('b')]
  expect(one).toEqual(same)
  expect(one).not.toEqual(other)
  const share = one.filter((status) => status === 503).length
  expect([share > 15, share < 45]).toEqual([true, true])
})

test('several faults act on one call, in the order in which they were added', async () => {
  const sandbox = await freshSandbox()
  await sandbox.control.faults.add({ kind: 'latency', milliseconds: 1 })
  await sandbox.control.faults.add({ kind: 'misdirected' })
  expect(await statusesOf(sandbox, 1)).toEqual([421])
  expect((await sandbox.control.faults.list()).map(({ acted }) => acted)).toEqual([1, 1])
})

test('of 40 calls at once, exactly as many meet a fault as it says', async () => {
  const sandbox = await freshSandbox()
  await sandbox.control.faults.add({ kind: 'status', times: 7 })
  const all = await Promise.all(Array.from({ length: 40 }, () => statusesOf(sandbox, 1)))
  expect(all.flat().filter((status) => status === 503)).toHaveLength(7)
})

test('faults are part of snapshots', async () => {
  const sandbox = await freshSandbox()
  const { control } = sandbox
  await control.faults.add({ kind: 'status', times: 2 })
  const snapshot = await control.snapshot()
  expect(await statusesOf(sandbox, 3)).toEqual([503, 503, 200])
  await control.restore(snapshot)
  expect(await statusesOf(sandbox, 3)).toEqual([503, 503, 200])
  await control.reset()
  expect([await control.faults.list(), await statusesOf(sandbox, 1)]).toEqual([[], [200]])
})

test('the log shows which faults acted, also on calls that did not run', async () => {
  const sandbox = await freshSandbox()
  const { control, plain } = sandbox
  await control.faults.add({ kind: 'status', times: 1 })
  await control.faults.add({ kind: 'lost', times: 1 })
  await statusesOf(sandbox, 1)
  await plain(new Request(`http://sandbox${account}`, { headers: { prefer: 'delay=1' } }))
  await expect(
    plain(new Request(`http://sandbox${account}`, { headers: { prefer: 'fault=lost' } })),
  ).rejects.toThrow('The connection broke before the answer.')
  await statusesOf(sandbox, 1)
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
  const shared = sharedSandbox()

  test.each<[string, NewFault | Record<string, unknown>, string]>([
    ['of an unknown kind', { kind: 'losst' }, 'There is no kind of fault "losst"; did you mean lost?'],
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
    [
      'of a key on the token call',
      { kind: 'old-key', operation: 'getToken' },
      'old-key acts on sealed messages only',
    ],
    ['with no calls', { kind: 'lost', times: 0 }, 'times must be a whole number from 1, not 0.'],
    ['with half a call', { kind: 'lost', times: 1.5 }, 'times must be'],
    ['with 0 percent', { kind: 'lost', percent: 0 }, 'percent must be a whole number from 1 to 100, not 0.'],
    ['with 101 percent', { kind: 'lost', percent: 101 }, 'percent must be'],
    ['with a parameter of another kind', { kind: 'lost', status: 500 }, 'lost takes no status.'],
    [
      'with a status below 200',
      { kind: 'status', status: 100 },
      'status must be a whole number from 200 to 599, not 100.',
    ],
    [
      'with a wait of hours',
      { kind: 'latency', milliseconds: 3_600_000 },
      'milliseconds must be a whole number from 0 to 60000',
    ],
  ])('%s', async (_name, fault, message) => {
    const { control } = shared()
    // @ts-expect-error: callers without types make these mistakes.
    await expect(control.faults.add(fault)).rejects.toThrow(message)
    expect(await control.faults.list()).toEqual([])
  })

  test('a second time where it was removed', async () => {
    const { control } = await freshSandbox()
    await expect(control.faults.remove({ id: 1 })).rejects.toThrow(
      'There is no fault 1: faults.list shows the ids.',
    )
  })
})

describe('the header Prefer', () => {
  test('makes at most 256 calls wait at a time; the next one gets 503', async () => {
    const { plain } = await freshSandbox()
    const leaving = new AbortController()
    const { signal } = leaving
    const asked = (): Promise<Response> =>
      plain(new Request(`http://sandbox${account}`, { headers: { prefer: 'delay=60000' }, signal }))
    const calls = Array.from({ length: 256 }, asked)
    const { status } = await asked()
    expect(status).toBe(503)
    leaving.abort()
    await Promise.allSettled(calls)
    expect(
      (await plain(new Request(`http://sandbox${account}`, { headers: { prefer: 'delay=1' } }))).status,
    ).toBe(200)
  })

  const asked = async (prefer: string, path = account) => {
    const { plain } = await freshSandbox()
    const answer = await plain(new Request(`http://sandbox${path}`, { headers: { prefer } }))
    return [answer.status, (await answer.text()).slice(0, 60)]
  }

  test.each([
    ['code=429', 429, 'The sandbox answers with the fault HTTP 429.'],
    ['fault=html', 200, '<!doctype html><title>200</title>'],
    ['fault=misdirected, delay=1', 421, 'HTTP 421'],
    ['delay=1', 200, '{"code":"0"'],
    ['respond-async, return=minimal', 200, '{"code":"0"'],
  ])('%s is followed', async (prefer, status, text) => {
    expect(await asked(prefer)).toEqual([status, expect.stringContaining(text)])
  })

  test.each([
    ['dealy=1', 'did you mean delay?'],
    ['fault=losst', 'fault must be one of'],
    ['fault=old-key', 'fault=old-key needs a sealed call'],
    ['code=200', 'code must be a status from 400 to 599'],
    ['delay=60001', 'delay must be whole milliseconds up to 60000'],
    ['delay=1 code=500', 'separate preferences with commas'],
  ])('%s is rejected', async (prefer, detail) => {
    const { plain } = await freshSandbox()
    const answer = await plain(new Request(`http://sandbox${account}`, { headers: { prefer } }))
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { type: 'urn:custody:preference-invalid', detail: expect.stringContaining(detail) },
    ])
  })
})

describe('on a port,', () => {
  const opened = async () => {
    const sandbox = await freshSandbox()
    const servers = await sandbox.listen()
    const call = (prefer: string) => fetch(`${servers.plain.url}${account}`, { headers: { prefer } })
    return { call, close: servers.close, control: sandbox.control }
  }

  test('a lost answer is a broken connection', async () => {
    const { call, close } = await opened()
    await expect(call('fault=lost')).rejects.toThrow('fetch failed')
    expect((await call('')).status).toBe(200)
    await close()
  })

  test('a truncated answer breaks in its middle', async () => {
    const { call, close } = await opened()
    const answer = await call('fault=truncated')
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow('terminated')
    await close()
  })

  test('a slow answer is whole', async () => {
    const { call, close, control } = await opened()
    const whole = await (await call('')).text()
    await control.faults.add({ kind: 'trickle', milliseconds: 100 })
    const pieces: string[] = []
    const decoder = new TextDecoder()
    for await (const piece of (await call('')).body ?? []) pieces.push(decoder.decode(piece))
    expect([pieces.join(''), pieces.length > 3]).toEqual([whole, true])
    await close()
  })
})
