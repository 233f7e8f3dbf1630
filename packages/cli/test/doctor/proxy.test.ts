// Which proxy of the environment applies, and whether Node uses it.
import { describe, expect, test } from 'vitest'

import { causes } from '../../src/doctor/causes.ts'
import { checkProxy } from '../../src/doctor/proxy.ts'
import { type Env, setUrl } from '../support/doctor.ts'

const secret = 'canary-password'
const proxy = `http://user:${secret}@proxy.example:8080`

/** Runs the stage for a service at an address. */
const check = (env: Env, version = '26.0.0', address = 'https://api.custody.example') =>
  checkProxy({
    variables: { env: setUrl({}, address), directory: '', source: 'a test', profileSettings: {} },
    fetch,
    clock: Date.now,
    runtime: { env, version },
    timeout: 1,
    lastRejection: async () => undefined,
  })

const unused = [{ verdict: 'ok', saw: 'calls need no proxy' }]

describe.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'])('%s', (name) => {
  test('has a problem without NODE_USE_ENV_PROXY, and its password stays private', async () => {
    const results = await check({ [name]: proxy })
    const saw = `${name} is proxy.example:8080, but Node ignores it without NODE_USE_ENV_PROXY=1`
    expect(results).toEqual([{ verdict: 'problem', saw, causes: ['proxy-ignored'] }])
    expect(JSON.stringify(results)).not.toMatch(/canary|user/)
  })

  test.each([{ NODE_USE_ENV_PROXY: '1' }, { NODE_OPTIONS: '--no-warnings --use-env-proxy' }])(
    'is used with %o',
    async (env) => {
      expect(await check({ [name]: proxy, ...env })).toEqual([
        { verdict: 'ok', saw: `${name} is proxy.example:8080, and Node uses it` },
      ])
    },
  )

  test.each([
    ['22.20.0', 'proxy-of-old-node'],
    ['24.4.1', 'proxy-of-old-node'],
    ['22.21.0', 'proxy-ignored'],
    ['24.5.0', 'proxy-ignored'],
    ['26.0.0', 'proxy-ignored'],
  ])('in Node %s has the cause %s', async (version, cause) => {
    expect(await check({ [name]: proxy }, version)).toMatchObject([{ verdict: 'problem', causes: [cause] }])
  })
})

test('an old Node ignores NODE_USE_ENV_PROXY', async () => {
  const env = { HTTPS_PROXY: proxy, NODE_USE_ENV_PROXY: '1' }
  expect(await check(env, '22.20.0')).toMatchObject([{ causes: ['proxy-of-old-node'] }])
  expect(causes['proxy-of-old-node']).toContain('setGlobalDispatcher(new EnvHttpProxyAgent())')
})

test.each([
  'api.custody.example',
  'custody.example',
  '.api.custody.example',
  'API.custody.example',
  '.custody.example',
  '*.custody.example',
  'a,  api.custody.example:443',
  '*',
])('NO_PROXY=%s excludes the service', async (list) => {
  expect(await check({ HTTPS_PROXY: proxy, NO_PROXY: list })).toEqual(unused)
  expect(await check({ HTTPS_PROXY: proxy, no_proxy: list, NO_PROXY: 'other' })).toEqual(unused)
})

test.each(['', 'api.custody.example:8443', 'other.example', 'tody.example', ','])(
  'NO_PROXY=%s does not exclude the service',
  async (list) => {
    expect(await check({ HTTPS_PROXY: proxy, NO_PROXY: list })).toMatchObject([{ causes: ['proxy-ignored'] }])
  },
)

test.each([
  ['no variable', {}],
  ['an empty variable', { HTTPS_PROXY: '' }],
])('%s means no proxy', async (_name, env) => {
  expect(await check(env)).toEqual(unused)
})

test('plain http uses only HTTP_PROXY, and a service on this machine needs no proxy', async () => {
  expect(await check({ HTTPS_PROXY: proxy }, '26.0.0', 'http://custody.example')).toEqual(unused)
  expect(await check({ HTTP_PROXY: proxy }, '26.0.0', 'http://127.0.0.1:4011')).toEqual(unused)
})

test.each([`user:${secret}`, `http://${secret}:2026/x@proxy.example`, `http://${secret}/x@proxy.example`])(
  'the proxy %s stays private',
  async (proxyOfUser) => {
    expect(JSON.stringify(await check({ HTTPS_PROXY: proxyOfUser }))).not.toContain(secret)
  },
)
