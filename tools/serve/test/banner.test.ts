import { expect, test } from 'vitest'

import { banner, warning } from '../banner.ts'

const started = {
  plain: 'http://127.0.0.1:4010',
  wire: 'http://127.0.0.1:4011',
  credentials: '/home/someone/state/credentials',
  state: undefined,
}

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4000/'],
  ['localhost', 'http://localhost:4000/'],
  ['::1', 'http://[::1]:4000/'],
  ['0.0.0.0', 'http://127.0.0.1:4000/'],
  ['::', 'http://[::1]:4000/'],
])('on host %s the contract is at %s', (host, address) => {
  expect(banner({ ...started, docs: { host, port: 4000 } })).toContain(`  ${address} `)
})

test('the banner gives all addresses, a curl, and the place of the credentials', () => {
  const text = banner({ ...started, docs: { host: '127.0.0.1', port: 4000 } })
  expect(text).toContain('  http://127.0.0.1:4010/_mock ')
  expect(text).toContain('  http://127.0.0.1:4011/ ')
  expect(text).toMatch(/^  curl 'http:\/\/127\.0\.0\.1:4010\/api\/v2\/.*'$/m)
  expect(text).toContain('Demo credentials of this address: /home/someone/state/credentials\n')
})

test.each([
  [undefined, /--url http:\/\/127\.0\.0\.1:4011 \| sh$/m],
  ['/tmp/a b', /--url http:\/\/127\.0\.0\.1:4011 --state '\/tmp\/a b' \| sh$/m],
])('the banner gives a sealed call, with the demo keys of %s', (state, end) => {
  expect(banner({ ...started, state, docs: { host: '127.0.0.1', port: 4000 } })).toMatch(end)
})

test.each(['0.0.0.0', '::', '192.168.1.20', 'fd00::20'])('host %s brings a warning that names it', (host) => {
  expect(warning({ host })).toBe(`Warning: on ${host} others on the network may reach these servers.\n`)
})

test.each(['127.0.0.1', '::1', 'localhost'])('host %s is this machine alone and brings none', (host) => {
  expect(warning({ host })).toBeUndefined()
})
