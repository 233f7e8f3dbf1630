// Targets of notifications, over real connections.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { resolveAddress, type HostAddress } from '../../src/delivery/addresses.ts'
import { createNotifiedShop } from '../support/notified.ts'

let server: Server
let requests = 0
const getPort = () => (server.address() as AddressInfo).port

beforeAll(async () => {
  server = createServer((_request, response) => {
    requests += 1
    response.end('SUCCESS')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void server.close())

const createIpv4 = (address: string): HostAddress => ({ address, family: 4 })
const createIpv6 = (address: string): HostAddress => ({ address, family: 6 })

interface AddressRow {
  readonly host: string
  /** Results of the lookups. */
  readonly found?: readonly (readonly HostAddress[])[]
  readonly hosts?: readonly string[]
}

/** Sends a notification to a host. Returns `delivered` or its failures. */
async function sendTo({ host, found = [], hosts = [] }: AddressRow): Promise<readonly string[]> {
  const lookups = [...found]
  const {
    control,
    creditShop: credit,
    appId,
  } = await createNotifiedShop({
    notificationFetch: undefined,
    notificationHosts: hosts,
    notificationLookup: async () => lookups.shift() ?? [],
  })
  await control.notifications.configure({ accept: 'lenient' })
  await control.merchants.update({ appId, notificationUrls: [`http://${host}:${getPort()}`] })
  await credit()
  await control.time.advance('1s')
  const { log } = await control.notifications.get({ id: 1 })
  return log.map(({ failure }) => failure || 'delivered')
}

describe('a notification reaches this machine', () => {
  test.each<AddressRow>([
    { host: '127.0.0.1' },
    { host: '2130706433' },
    { host: '0x7f.1' },
    { host: '0177.0.0.1' },
    { host: 'localhost', found: [[createIpv4('127.0.0.1')]] },
    { host: 'shop.test', found: [[createIpv4('127.0.0.1'), createIpv6('::1')]] },
    { host: 'shop.test', found: [[createIpv6('::ffff:127.0.0.1')]] },
  ])('as $host, found at $found', async (row) => {
    const before = requests
    expect(await sendTo(row)).toEqual(['delivered'])
    expect(requests - before).toBe(1)
  })
})

const rejectedRows = ['address-rejected', 'address-rejected']

describe('a notification is not sent', () => {
  test.each<AddressRow>([
    { host: '192.0.2.1' },
    { host: '169.254.169.254' },
    { host: '0.0.0.0' },
    { host: '[2001:db8::1]' },
    { host: '[::]' },
    { host: '[::ffff:192.0.2.1]' },
    { host: 'shop.test', found: [[createIpv4('10.0.0.1')], [createIpv4('10.0.0.1')]] },
    { host: 'shop.test', found: [[createIpv6('::ffff:10.0.0.1')], [createIpv6('fe80::1')]] },
    // One foreign address is enough, because a connection may use any of them.
    {
      host: 'shop.test',
      found: [
        [createIpv4('127.0.0.1'), createIpv4('10.0.0.1')],
        [createIpv4('10.0.0.1'), createIpv4('127.0.0.1')],
      ],
    },
    { host: '127.0.0.1.shop.test', found: [[createIpv4('192.0.2.1')], [createIpv4('192.0.2.1')]] },
    // Another name is allowed.
    {
      host: 'shop.test',
      hosts: ['test', 'www.shop.test'],
      found: [[createIpv4('10.0.0.1')], [createIpv4('10.0.0.1')]],
    },
  ])('to $host, found at $found', async (row) => {
    const before = requests
    expect(await sendTo(row)).toEqual(rejectedRows)
    expect(requests).toBe(before)
  })

  test('to a host that the DNS does not know', async () => {
    expect(await sendTo({ host: 'shop.test' })).toEqual(['lookup-failed', 'lookup-failed'])
  })
})

test('a host that is allowed by name may be another machine', async () => {
  const found = [[createIpv4('127.0.0.1'), createIpv4('192.0.2.1')]]
  expect(await sendTo({ host: 'Shop.Test', hosts: ['shop.TEST'], found })).toEqual(['delivered'])
})

test('each attempt looks a name up once and connects to the result', async () => {
  const before = requests
  const found = [[createIpv4('10.0.0.1')], [createIpv4('127.0.0.1')]]
  expect(await sendTo({ host: 'shop.test', found })).toEqual(['address-rejected', 'delivered'])
  expect(requests - before).toBe(1)
})

test('the error of a rejected host names the options that allow it', async () => {
  const lookup = async () => [createIpv4('10.0.0.1')]
  await expect(resolveAddress('shop.test', { hosts: [], lookup })).rejects.toThrow(
    'shop.test resolves to 10.0.0.1 on another machine: allow the host shop.test with --notify-hosts or notificationHosts.',
  )
})
