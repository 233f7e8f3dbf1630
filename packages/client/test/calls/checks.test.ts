import { describe, expect, test } from 'vitest'

import { createPlainClient } from '../../src/plain.ts'
import { createClient, createProfile, urls } from '../support/service.ts'

const real = { ...createProfile('modern'), appId: 'shop-1' }
const secret = 'https://user:canary@custody.example'

describe('an address is rejected', () => {
  test.each([
    ['plain http beyond loopback', 'http://custody.example', /^urls.base must be an https URL/],
    ['a name that only begins like loopback', 'http://127.0.0.1.custody.example', /https/],
    ['a host that ends like loopback', 'http://notlocalhost', /https/],
    ['credentials', secret, /^urls.base must be an http or https/],
    ['a query', 'https://custody.example/?a=1', /without credentials, query/],
    ['another scheme', 'ftp://custody.example', /http or https/],
    ['no address', 'custody', /http or https/],
  ])('for %s, and is not in the error', (_name, base, says) => {
    const make = () => createClient('modern', { profile: real, urls: { ...urls, base } })
    expect(make).toThrow(TypeError)
    expect(make).toThrow(says)
    expect(make).not.toThrow(/canary/)
    expect(() => createPlainClient({ url: base })).toThrow(/^url must be/)
  })

  test.each(['openPlatform', 'base', 'v1'] as const)('for a demo merchant, whose keys everybody has: %s', (name) => {
    const given = { ...urls, [name]: 'https://custody.example' }
    expect(() => createClient('modern', { urls: given })).toThrow(`urls.${name} must be a loopback address`)
    expect(() => createClient('modern', { profile: real, urls: given })).not.toThrow()
  })

  test('for demo keys, with any id of the merchant', () => {
    const profile = { ...real, suite: { ...real.suite, ownKids: ['shop-enc', 'test-sig'] } }
    const given = { ...urls, base: 'https://custody.example' }
    expect(() => createClient('modern', { profile, urls: given })).toThrow('urls.base must be a loopback address')
  })
})

describe('an address is accepted', () => {
  test.each(['http://localhost:1', 'http://127.9.9.9', 'http://[::1]:1/base/', 'https://custody.example/api'])(
    '%s',
    (base) => {
      expect(() => createClient('modern', { profile: real, urls: { ...urls, base } })).not.toThrow()
    },
  )

  test('over plain http and for a demo merchant, if its host is in insecureHosts', () => {
    const mock = { openPlatform: 'http://mock:4010', base: 'http://mock:4010', v1: 'http://mock:4010' }
    expect(() => createClient('modern', { urls: mock, insecureHosts: ['other'] })).toThrow('insecureHosts')
    expect(() => createClient('modern', { urls: mock, insecureHosts: ['mock'] })).not.toThrow()
    expect(() => createPlainClient({ url: mock.base, insecureHosts: ['mock'] })).not.toThrow()
  })
})

test('the path of the address comes before the path of the call', async () => {
  const seen: string[] = []
  const fetch = async (url: string) => {
    seen.push(url)
    return Response.json({ open_main_chain: [], support_main_chain: [] })
  }
  await createPlainClient({ url: 'http://127.0.0.1:4010/mock/', fetch }).networks.list()
  expect(seen).toEqual(['http://127.0.0.1:4010/mock/api/mpc/wallet/open_coin'])
})

test.each([
  ['concurrency', 0],
  ['queue', -1],
  ['attempts', 1.5],
] as const)('the option %s cannot be %d', (name, value) => {
  expect(() => createPlainClient({ url: urls.base, [name]: value })).toThrow(`${name} must be an integer`)
})
