import { createEmptyDatabase, createPool, type Postgres, startPostgres } from '@custody-wallet/postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { createAllPages } from '../../support/console-pages.ts'
import { readHiddenFields, readNotice, openVisit, type Visit } from '../../support/console.ts'
import { createTestSandbox } from '../../support/sandbox.ts'
import { streamContents } from '../../support/streams.ts'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.end())

async function openTwoVisits(): Promise<readonly [Visit, Visit]> {
  const database = await createEmptyDatabase(server.url)
  return [
    await openVisit(await createTestSandbox({ database })),
    await openVisit(await createTestSandbox({ database })),
  ]
}

describe('a page of one process', () => {
  test('shows the clock and the records of the other process', async () => {
    const [one, { sandbox: other }] = await openTwoVisits()
    const contents = streamContents(one, '/console/live?page=/console/')
    await contents.next()
    await other.control.time.advance('30d')
    const { uid } = await other.control.users.create({})
    let content = ''
    while (!content.includes(`User ${uid}`)) content = String((await contents.next()).value)
    expect(content).toMatch(/class="clock"><time[^>]* datetime="2026-01-31T/)
  })

  test('does nothing after the other process replaced the data', async () => {
    const [one, other] = await openTwoVisits()
    const form = readHiddenFields(await one.page('/console/'))
    await other.call('reset')
    await one.post('/console/call', { ...form, call: 'users.create', 'p.email': 'a@shop.example' })
    expect(readNotice(await one.page('/console/'))).toMatch(/^stop: Not sent: the data was replaced/)
  })

  test('needs a session of its own process', async () => {
    const [one, { cookie }] = await openTwoVisits()
    expect((await one.get('/console/', { cookie })).status).toBe(401)
  })
})

test('no page and no call that reads takes a lock while nothing is due', async () => {
  const { sandbox: filled, paths } = await createAllPages()
  const database = await createEmptyDatabase(server.url)
  const visit = await openVisit(await createTestSandbox({ database }))
  const { control } = visit.sandbox
  await control.restore(await filled.control.snapshot())
  await visit.page('/console/')
  const pool = createPool(database, 1)
  const other = await pool.connect()
  onTestFinished(async () => {
    other.release()
    await pool.end()
  })
  // The lock of all merchants: whoever needs a lock now waits for it.
  await other.query('select pg_advisory_lock($1, 0)', [0x43_55_53_54])
  const contents = streamContents(visit, '/console/live?page=/console/')
  expect((await contents.next()).value).toContain('Latest changes')
  const statuses = new Set<number>()
  for (const path of paths) statuses.add((await visit.get(`/console${path}`)).status)
  expect(statuses).toEqual(new Set([200, 404]))
  await control.faults.list()
  await control.mpc.explain({ wallet: 7, symbol: 'BTC' })
  const { rows } = await other.query("select granted from pg_locks where locktype = 'advisory'")
  expect(rows).toEqual([{ granted: true }])
})

test('without the database, every page says so, and works again afterwards', async () => {
  const own = await startPostgres()
  onTestFinished(() => own.end())
  const database = await createEmptyDatabase(own.url)
  const { get, page, post } = await openVisit(await createTestSandbox({ database, onError: () => undefined }))
  const { headers } = await get('/console/')
  await own.halt()
  const responses = [
    await get('/console/'),
    await get('/console/records/user'),
    await get('/console/live?page=/console/'),
    await get('/console/snapshot'),
    await post('/console/call', { call: 'users.create', 'p.email': 'a@shop.example' }),
  ]
  for (const response of responses) {
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    for (const name of ['content-type', 'content-security-policy', 'cross-origin-resource-policy'])
      expect([name, response.headers.get(name)]).toEqual([name, headers.get(name)])
    expect(await response.text()).toContain('<h1>The sandbox is unavailable</h1>')
  }
  expect((await get('/console/assets/console.css')).status).toBe(200)
  await own.resume()
  expect(await page('/console/records/user')).not.toContain('a@shop.example')
})
