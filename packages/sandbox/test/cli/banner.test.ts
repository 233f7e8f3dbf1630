import { expect, test } from 'vitest'

import { formatBanner, type StartupInfo } from '../../src/cli/banner.ts'

const started: StartupInfo = {
  plain: 'http://127.0.0.1:4020',
  wire: 'http://127.0.0.1:4021',
  control: { url: 'http://127.0.0.1:4022', token: 'token-1' },
  console: 'http://127.0.0.1:4022/console/enter?ticket=ticket-1',
  data: undefined,
  readOnly: false,
  credentials: '/home/someone/credentials',
}
const text = formatBanner(started)

test('the banner has the address and the token of the control port', () => {
  expect(text).toMatch(/^ {2}http:\/\/127\.0\.0\.1:4022 {2}control: .* token token-1$/m)
})

test('the banner has the console address on its own line, so that terminals make it a link', () => {
  expect(text).toMatch(/^ {2}http:\/\/127\.0\.0\.1:4022\/console\/enter\?ticket=ticket-1$/m)
})

test('the banner has the address that the console keeps', () => {
  expect(text).toMatch(/^ {2}http:\/\/127\.0\.0\.1:4022\/console\/$/m)
})

test('the banner has four commands: two merchant calls, a payment and its blocks', () => {
  expect(text).toContain('They register addresses, assign one to a user, pay to it, and mine three blocks:\n')
  const commands = text.match(/^ {2}curl .*$/gm) ?? []
  expect(commands).toHaveLength(4)
  for (const command of commands.slice(0, 2)) expect(command).toContain('http://127.0.0.1:4020/api/')
  expect(commands.slice(2)).toEqual([
    `  curl -H 'Authorization: Bearer token-1' --json '{"symbol":"BTC","to":"demo-address-1","amount":"0.5"}' http://127.0.0.1:4022/chain/pay`,
    `  curl -H 'Authorization: Bearer token-1' --json '{"blocks":3}' http://127.0.0.1:4022/chain/mine`,
  ])
})

test('the banner says how to see the payment', () => {
  expect(text).toContain('run the second command again to see the new balance.\n')
})

test('the banner of a read-only sandbox has no commands, because they would be rejected', () => {
  const reading = formatBanner({ ...started, data: '/rows.db', readOnly: true })
  expect(reading).toContain('rejects every change. To change data, start it without --read-only')
  expect(reading).not.toContain('curl')
})
