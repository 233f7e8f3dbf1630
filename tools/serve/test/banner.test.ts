import { expect, test } from 'vitest'

import { formatBanner, formatWarning } from '../banner.ts'

const services = {
  docs: 'http://127.0.0.1:4000',
  mock: {
    plain: 'http://127.0.0.1:4010',
    wire: 'http://127.0.0.1:4011',
    credentials: '/home/someone/state/credentials',
  },
  sandbox: {
    plain: 'http://127.0.0.1:4020',
    wire: 'http://127.0.0.1:4021',
    credentials: '/home/someone/state/others',
    control: { url: 'http://127.0.0.1:4022', token: 'token-1' },
    console: 'http://127.0.0.1:4022/console/enter?ticket=ticket-1',
  },
  state: undefined,
}

test('the banner contains all addresses, a curl command, and the folders of the credentials', () => {
  const text = formatBanner(services)
  expect(text).toContain('  http://127.0.0.1:4000/ ')
  expect(text).toContain('  http://127.0.0.1:4010/_mock ')
  for (const port of [4011, 4020, 4021]) expect(text).toContain(`  http://127.0.0.1:${port}/ `)
  expect(text).toMatch(/^  curl 'http:\/\/127\.0\.0\.1:4010\/api\/v2\/.*'$/m)
  expect(text).toContain('Demo credentials of the mock: /home/someone/state/credentials\n')
  expect(text).toContain('Demo credentials of the sandbox: /home/someone/state/others\n')
})

test('the banner contains a link to the console, and the address that the console keeps', () => {
  expect(formatBanner(services)).toContain(
    '\n  http://127.0.0.1:4022/console/enter?ticket=ticket-1\n  http://127.0.0.1:4022/console/\n',
  )
})

test('the banner contains four commands for the sandbox, and the control token', () => {
  const text = formatBanner(services)
  expect(text.match(/^  curl .*127\.0\.0\.1:4020\/api\/.*$/gm)).toHaveLength(2)
  expect(text.match(/^  curl .*Bearer token-1.* http:\/\/127\.0\.0\.1:4022\/chain\/(?:pay|mine)$/gm)).toHaveLength(2)
  expect(text).toMatch(/^  http:\/\/127\.0\.0\.1:4022\/ .* token token-1$/m)
})

test.each([
  ['the usual demo keys', undefined, ''],
  ['the demo keys of a folder', '/tmp/a b', " --state '/tmp/a b'"],
])('the banner gives a sealed call, with %s', (_what, state, option) => {
  expect(formatBanner({ ...services, state })).toContain(`--url http://127.0.0.1:4011${option} | sh\n`)
})

test.each(['0.0.0.0', '::', '192.168.1.20', 'fd00::20'])('host %s brings a warning that names it', (host) => {
  expect(formatWarning({ host })).toBe(
    `Warning: these servers listen on ${host}, so other machines on the network can reach them.\n`,
  )
})

test.each(['127.0.0.1', '::1', 'localhost'])('host %s is this machine alone and brings none', (host) => {
  expect(formatWarning({ host })).toBeUndefined()
})
