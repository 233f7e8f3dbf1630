import { expect, test } from 'vitest'

import { banner, warning } from '../banner.ts'

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4000/'],
  ['localhost', 'http://localhost:4000/'],
  ['::1', 'http://[::1]:4000/'],
  ['0.0.0.0', 'http://127.0.0.1:4000/'],
  ['::', 'http://[::1]:4000/'],
])('on host %s the addresses start with %s', (host, start) => {
  expect(new Set(banner({ host, port: 4000 }).match(/http:\S*?\d\//g))).toEqual(new Set([start]))
})

test.each(['0.0.0.0', '::', '192.168.1.20', 'fd00::20'])('host %s brings a warning that names it', (host) => {
  expect(warning({ host, port: 4000 })).toBe(
    `Warning: on ${host} others on the network may reach this server.\n`,
  )
})

test.each(['127.0.0.1', '::1', 'localhost'])('host %s is this machine alone and brings none', (host) => {
  expect(warning({ host, port: 4000 })).toBeUndefined()
})
