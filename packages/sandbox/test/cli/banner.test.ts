import { expect, test } from 'vitest'

import { banner } from '../../src/cli/banner.ts'

const started = {
  plain: 'http://127.0.0.1:4020',
  wire: 'http://127.0.0.1:4021',
  data: undefined,
  readOnly: false,
  credentials: '/home/someone/credentials',
}
const control = { url: 'http://127.0.0.1:4022', token: 'token-1' }

const commandsIn = (text: string): readonly string[] => text.match(/^ {2}curl .*$/gm) ?? []

test('without a control port, the commands call the plain view', () => {
  const text = banner(started)
  expect(text).toContain('The commands register addresses, assign one to a user, count the others:\n')
  expect(commandsIn(text)).toHaveLength(3)
  for (const command of commandsIn(text)) expect(command).toContain(`${started.plain}/api/`)
})

test('with a control port, the banner has its address and token, and pays to the address', () => {
  const text = banner({ ...started, control })
  expect(text).toMatch(/^ {2}http:\/\/127\.0\.0\.1:4022 {2}control: .* token token-1$/m)
  expect(text).toContain('The commands register addresses, assign one to a user, pay to it:\n')
  expect(commandsIn(text).at(-1)).toBe(
    `  curl -H 'Authorization: Bearer token-1' --json '{"symbol":"BTC","to":"demo-address-1","amount":"0.5"}' http://127.0.0.1:4022/chain/pay`,
  )
})
