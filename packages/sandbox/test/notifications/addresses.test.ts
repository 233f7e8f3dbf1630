// Where notifications go, over real connections.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { addressOf, type HostAddress } from '../../src/notifications/addresses.ts'
import { notified } from '../support/notified.ts'

let server: Server
let requests = 0
const port = () => (server.address() as AddressInfo).port

beforeAll(async () => {
  server = createServer((_request, response) => {
    requests += 1
    response.end('SUCCESS')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void server.close())

const four = (address: string): HostAddress => ({ address, family: 4 })
const six = (address: string): HostAddress => ({ address, family: 6 })

interface Row {
  readonly host: string
  /** What each lookup finds. */
  readonly found?: readonly (readonly HostAddress[])[]
  readonly hosts?: readonly string[]
}

/** What becomes of a notification to a host: `delivered`, or its failures. */
async function sentTo({ host, found = [], hosts = [] }: Row): Promise<readonly string[]> {
  const lookups = [...found]
  const { control, credit, appId } = await notified({
    notificationFetch: undefined,
    notificationHosts: hosts,
    notificationLookup: async () => lookups.shift() ?? [],
  })
  await control.notifications.configure({ accept: 'lenient' })
  await control.merchants.update({ appId, notificationUrls: [`http://${host}:${port()}`] })
  await credit()
  await control.time.advance('1s')
  const { log } = await control.notifications.get({ id: 1 })
  return log.map(({ failure }) => failure || 'delivered')
}

describe('a notification reaches this machine', () => {
  test.each<Row>([
    { host: '127.0.0.1' },
    { host: '2130706433' },
    { host: '0x7f.1' },
    { host: '0177.0.0.1' },
    { host: 'localhost', found: [[four('127.0.0.1')]] },
    { host: 'shop.test', found: [[four('127.0.0.1'), six('::1')]] },
    { host: 'shop.test', found: [[six('::ffff:127.0.0.1')]] },
  ])('as $host, found at $found', async (row) => {
    const before = requests
    expect(await sentTo(row)).toEqual(['delivered'])
    expect(requests - before).toBe(1)
  })
})

const refused = ['address-refused', 'address-refused']

describe('a notification is not sent', () => {
  test.each<Row>([
    { host: '192.0.2.1' },
    { host: '169.254.169.254' },
    { host: '0.0.0.0' },
    { host: '[2001:db8::1]' },
    { host: '[::]' },
    { host: '[::ffff:192.0.2.1]' },
    { host: 'shop.test', found: [[four('10.0.0.1')], [four('10.0.0.1')]] },
    { host: 'shop.test', found: [[six('::ffff:10.0.0.1')], [six('fe80::1')]] },
    // One address of several is enough: which one a connection takes is chance.
    {
      host: 'shop.test',
      found: [
        [four('127.0.0.1'), four('10.0.0.1')],
        [four('10.0.0.1'), four('127.0.0.1')],
      ],
    },
    { host: '127.0.0.1.shop.test', found: [[four('192.0.2.1')], [four('192.0.2.1')]] },
    // Another name is allowed.
    { host: 'shop.test', hosts: ['test', 'www.shop.test'], found: [[four('10.0.0.1')], [four('10.0.0.1')]] },
  ])('to $host, found at $found', async (row) => {
    const before = requests
    expect(await sentTo(row)).toEqual(refused)
    expect(requests).toBe(before)
  })

  test('to a host that the DNS does not know', async () => {
    expect(await sentTo({ host: 'shop.test' })).toEqual(['lookup-failed', 'lookup-failed'])
  })
})

test('a host that is allowed by name may be another machine', async () => {
  const found = [[four('127.0.0.1'), four('192.0.2.1')]]
  expect(await sentTo({ host: 'Shop.Test', hosts: ['shop.TEST'], found })).toEqual(['delivered'])
})

test('each attempt looks a name up once, and connects to what it found', async () => {
  const before = requests
  const found = [[four('10.0.0.1')], [four('127.0.0.1')]]
  expect(await sentTo({ host: 'shop.test', found })).toEqual(['address-refused', 'delivered'])
  expect(requests - before).toBe(1)
})

test('the rejection of a host names the options that allow it', async () => {
  const lookup = async () => [four('10.0.0.1')]
  await expect(addressOf('shop.test', { hosts: [], lookup })).rejects.toThrow(
    'shop.test is 10.0.0.1, which is another machine: allow the host shop.test with --notify-hosts or notificationHosts.',
  )
})
