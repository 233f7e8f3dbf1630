import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getKeys, getSingleKeys } from '../../../encryption/test/support/pairs.ts'
import type { DoctorContext } from '../../src/doctor/stages.ts'
import { findClosedPort, startService, type Service } from '../support/custody.ts'
import {
  setUrl,
  closeServers,
  getDemoVariables,
  diagnose,
  type Env,
  createLogOptions,
  startServer,
  removeVariables,
} from '../support/doctor.ts'

let here: Service
beforeAll(async () => {
  here = await startService()
})
afterAll(async () => {
  closeServers()
  await here.close()
})

const createEnv = (name: 'classic' | 'modern'): Env => getDemoVariables(here, name)

const other = getKeys('outsider')
const one = getSingleKeys('outsider')

const swapVariables = (env: Env, first: string, second: string): Env => ({
  ...env,
  [first]: env[second] ?? '',
  [second]: env[first] ?? '',
})

const toLocalUrl = (url: string): string => url.replace('https://custody.example', here.servers.wire.url)

test.each(['modern', 'classic'] as const)('a correct setup of %s has no problem', async (name) => {
  expect(await diagnose(createEnv(name))).toEqual([])
})

test.each([
  ['modern', 'CUSTODY_OWN_ENCRYPTION_KEY', 'CUSTODY_PEER_SIGNATURE_KEY'],
  ['classic', 'CUSTODY_OWN_KEY', 'CUSTODY_PEER_KEY'],
] as const)('a setup of %s with several keys during a rotation has no problem', async (name, mine, theirs) => {
  const { [`${mine}_ID`]: _mine, [`${theirs}_ID`]: _theirs, ...env } = createEnv(name)
  const [own, peer] = [one.encryption.privatePem.reveal(), other.signature.publicPem]
  const rotating = { ...env, [mine]: `${env[mine]},${own}`, [theirs]: `${env[theirs]}, ${peer}` }
  const local: ReadonlySet<string> = new Set(['variables', 'keys', 'pairs'])
  const found = await diagnose(rotating)
  expect(found.filter(([stage]) => local.has(stage))).toEqual([])
})

type BrokenCase = readonly [
  what: string,
  env: () => Env | Promise<Env>,
  stage: string,
  cause: string,
  context?: Partial<DoctorContext>,
]

const broken: readonly BrokenCase[] = [
  [
    'a misspelt variable',
    () => ({ ...createEnv('modern'), CUSTODY_PROFIL: 'modern' }),
    'variables',
    'variable-misspelt',
  ],
  [
    'a missing variable',
    () => removeVariables(createEnv('modern'), 'CUSTODY_OWN_PARTY'),
    'variables',
    'variable-missing',
  ],
  [
    'an unknown profile',
    () => ({ ...createEnv('modern'), CUSTODY_PROFILE: 'classical' }),
    'variables',
    'profile-wrong',
  ],
  ['an address without a scheme', () => setUrl(createEnv('modern'), 'custody.example'), 'variables', 'address-invalid'],
  [
    'an address with a password',
    () => setUrl(createEnv('modern'), 'https://user:canary@custody.example'),
    'variables',
    'address-invalid',
  ],
  [
    'plain http to another machine',
    () => setUrl(createEnv('modern'), 'http://custody.example'),
    'variables',
    'address-invalid',
  ],
  [
    'an Api-Key that no header carries',
    () => ({ ...createEnv('modern'), CUSTODY_API_KEY: 'two\nlines' }),
    'pairs',
    'setting-wrong',
  ],
  [
    'demo keys for another machine',
    () => setUrl(createEnv('modern'), 'https://custody.example'),
    'token',
    'setting-wrong',
    { fetch: async (input, init) => fetch(toLocalUrl(new Request(input, init).url), init) },
  ],
  [
    'a missing key file',
    () => ({ ...createEnv('classic'), CUSTODY_OWN_KEY: 'file:missing.pem' }),
    'keys',
    'key-file-missing',
  ],
  [
    'a cut key',
    () => ({
      ...createEnv('classic'),
      CUSTODY_OWN_KEY: (createEnv('classic')['CUSTODY_OWN_KEY'] ?? '').slice(0, 900),
    }),
    'keys',
    'key-unreadable',
  ],
  [
    'a public key as own key',
    () => ({ ...createEnv('classic'), CUSTODY_OWN_KEY: one.encryption.publicPem }),
    'keys',
    'key-is-public',
  ],
  [
    'a private key as key of the service',
    () => ({ ...createEnv('classic'), CUSTODY_PEER_KEY: one.encryption.privatePem.reveal() }),
    'keys',
    'key-is-private',
  ],
  [
    'the own public key as key of the service',
    () => ({
      ...createEnv('classic'),
      CUSTODY_OWN_KEY: one.encryption.privatePem.reveal(),
      CUSTODY_PEER_KEY: one.encryption.publicPem,
    }),
    'pairs',
    'peer-is-own',
  ],
  [
    'one key for both uses under modern',
    () => ({
      ...createEnv('modern'),
      CUSTODY_OWN_ENCRYPTION_KEY: createEnv('modern')['CUSTODY_OWN_SIGNATURE_KEY'] ?? '',
    }),
    'pairs',
    'keys-equal',
  ],
  [
    'one key twice in a list',
    () => {
      const { CUSTODY_OWN_KEY = '', ...env } = createEnv('classic')
      return { ...env, CUSTODY_OWN_KEY: `${CUSTODY_OWN_KEY},${CUSTODY_OWN_KEY}` }
    },
    'pairs',
    'keys-equal',
  ],
  [
    'a port where nothing listens',
    async () => setUrl(createEnv('modern'), await findClosedPort()),
    'addresses',
    'connection-refused',
  ],
  [
    'a host that does not exist',
    () => ({ ...createEnv('modern'), CUSTODY_V1_URL: 'https://custody.invalid' }),
    'addresses',
    'host-unknown',
  ],
  ['the plain port', () => setUrl(createEnv('modern'), here.servers.plain.url), 'addresses', 'port-plain'],
  ['the control port', () => setUrl(createEnv('modern'), here.servers.control.url), 'addresses', 'port-control'],
  [
    'a proxy page',
    async () =>
      setUrl(
        createEnv('modern'),
        await startServer(
          (_request, response) => void response.setHeader('content-type', 'text/html').end('<html>log in</html>'),
        ),
      ),
    'addresses',
    'proxy-page',
  ],
  [
    'another server',
    async () =>
      setUrl(createEnv('modern'), await startServer((_request, response) => void response.writeHead(404).end())),
    'addresses',
    'other-server',
  ],
  [
    'a redirect',
    async () =>
      setUrl(
        createEnv('modern'),
        await startServer(
          (_request, response) => void response.writeHead(302, { location: here.servers.wire.url }).end(),
        ),
      ),
    'addresses',
    'redirected',
  ],
  [
    'a server that does not respond',
    async () => setUrl(createEnv('modern'), await startServer(() => {})),
    'addresses',
    'no-response',
    { timeout: 50 },
  ],
  ['a clock that is ahead', () => createEnv('modern'), 'clock', 'clock-ahead', { clock: () => Date.now() + 30_000 }],
  ['a clock that is behind', () => createEnv('modern'), 'clock', 'clock-behind', { clock: () => Date.now() - 90_000 }],
  ['a wrong Api-Key', () => ({ ...createEnv('modern'), CUSTODY_API_KEY: 'test-other' }), 'token', 'api-key-wrong'],
  [
    'exchanged own keys',
    () => swapVariables(createEnv('modern'), 'CUSTODY_OWN_ENCRYPTION_KEY', 'CUSTODY_OWN_SIGNATURE_KEY'),
    'read',
    'keys-swapped',
  ],
  [
    'exchanged keys of the service',
    () => swapVariables(createEnv('modern'), 'CUSTODY_PEER_ENCRYPTION_KEY', 'CUSTODY_PEER_SIGNATURE_KEY'),
    'read',
    'keys-swapped',
  ],
  [
    'exchanged parties',
    () => swapVariables(createEnv('modern'), 'CUSTODY_OWN_PARTY', 'CUSTODY_PEER_PARTY'),
    'read',
    'parties-swapped',
  ],
  [
    'another encryption key',
    () => ({ ...createEnv('modern'), CUSTODY_OWN_ENCRYPTION_KEY: other.encryption.privatePem.reveal() }),
    'v1',
    'own-key-unknown',
  ],
  [
    'another verification key',
    () => ({ ...createEnv('modern'), CUSTODY_PEER_SIGNATURE_KEY: other.signature.publicPem }),
    'v1',
    'peer-key-wrong',
  ],
  [
    'another key of a classic service',
    () => ({ ...createEnv('classic'), CUSTODY_PEER_KEY: other.signature.publicPem }),
    'read',
    'peer-key-wrong',
  ],
]

/** Creates a service that responds to reads with a code, as in public documents. */
const createFailingFetch =
  (code: string): typeof fetch =>
  async (input, init) => {
    const isRead = new Request(input, init).url.includes('data=')
    return isRead ? Response.json({ code, msg: '' }) : fetch(input, init)
  }

test.each([
  ['100015', 'app-id-unknown'],
  ['100007', 'caller-not-allowed'],
  ['100001', 'service-failed'],
])('a service that responds with code %s has the cause %s', async (code, cause) => {
  expect(await diagnose(createEnv('classic'), { fetch: createFailingFetch(code) })).toEqual([['read', cause]])
})

const cases = broken.map(([what, env, stage, cause, context = {}]) => ({ what, env, stage, cause, context }))

describe('a wrong setup has one cause:', () => {
  test.each(cases)('$what', async ({ env, stage, cause, context }) => {
    const [first] = await diagnose(await env(), context)
    expect(first?.slice(0, 2)).toEqual([stage, cause])
  })
})

const rejectionCauses: readonly (readonly [what: string, env: () => Env, cause: string])[] = [
  ['a wrong app_id', () => ({ ...createEnv('modern'), CUSTODY_APP_ID: 'demo-modrn' }), 'app-id-unknown'],
  [
    'a wrong signature key',
    () => ({ ...createEnv('modern'), CUSTODY_OWN_SIGNATURE_KEY: other.signature.privatePem.reveal() }),
    'own-key-unknown',
  ],
  [
    'a wrong key of the service',
    () => ({ ...createEnv('modern'), CUSTODY_PEER_ENCRYPTION_KEY: other.encryption.publicPem }),
    'peer-key-wrong',
  ],
  [
    'a missing id of a key',
    () => removeVariables(createEnv('modern'), 'CUSTODY_OWN_SIGNATURE_KEY_ID'),
    'key-id-unknown',
  ],
  ['a wrong party', () => ({ ...createEnv('modern'), CUSTODY_PEER_PARTY: 'bank' }), 'party-wrong'],
  [
    'the profile of another merchant',
    () => ({ ...createEnv('classic'), CUSTODY_APP_ID: 'demo-modern' }),
    'profile-wrong',
  ],
]

describe('a rejection has several possible causes, and one with the log of a sandbox:', () => {
  test.each(rejectionCauses)('%s', async (_what, env, cause) => {
    const [[stage, ...possible] = ['none']] = await diagnose(env())
    expect([stage, possible]).toEqual(['read', expect.arrayContaining([cause])])
    expect(await diagnose(env(), createLogOptions(here))).toEqual([['read', cause]])
  })
})

test('a slow response does not count as a difference of clocks', async () => {
  let now = Date.now()
  const fetchSlowly: typeof fetch = async (...given) => {
    const response = await fetch(...given)
    const headers = new Headers(response.headers)
    headers.set('date', new Date(now).toUTCString())
    now += 50_000
    return new Response(response.body, { status: response.status, headers })
  }
  const found = await diagnose(createEnv('modern'), { fetch: fetchSlowly, clock: () => now })
  expect(found.filter(([stage]) => stage === 'clock')).toEqual([])
})

test('the log of a sandbox is ignored for the rejection of another service', async () => {
  const merchant = { ...createEnv('classic'), CUSTODY_APP_ID: 'demo-modern' }
  expect(await diagnose(merchant, createLogOptions(here))).toEqual([['read', 'profile-wrong']])
  const [[stage, ...possible] = ['none']] = await diagnose(createEnv('classic'), {
    ...createLogOptions(here),
    fetch: createFailingFetch('100005'),
  })
  expect([stage, possible]).toEqual(['read', expect.arrayContaining(['app-id-unknown', 'party-wrong'])])
})

test('under classic, a signature that does not fit has two causes', async () => {
  const { CUSTODY_OWN_KEY = '', CUSTODY_PEER_KEY = '', ...rest } = createEnv('classic')
  const env = {
    ...removeVariables(rest, 'CUSTODY_OWN_KEY_ID'),
    CUSTODY_OWN_ENCRYPTION_KEY: other.encryption.privatePem.reveal(),
    CUSTODY_OWN_SIGNATURE_KEY: CUSTODY_OWN_KEY,
    CUSTODY_PEER_ENCRYPTION_KEY: CUSTODY_PEER_KEY,
    CUSTODY_PEER_SIGNATURE_KEY: CUSTODY_PEER_KEY,
    CUSTODY_ALLOW_SAME_KEY: 'true',
  }
  // Whether the wrong own key decrypts to other bytes or not at all depends on the moduli.
  const [[stage, ...possible] = ['none']] = await diagnose(env)
  expect([stage, possible.toSorted()]).toEqual(['v1', ['own-key-unknown', 'peer-key-wrong']])
})

test('classic accepts one key for both uses only if the variables allow it', async () => {
  const { CUSTODY_OWN_KEY = '', CUSTODY_PEER_KEY = '', ...rest } = createEnv('classic')
  const env = {
    ...removeVariables(rest, 'CUSTODY_OWN_KEY_ID'),
    CUSTODY_OWN_ENCRYPTION_KEY: CUSTODY_OWN_KEY,
    CUSTODY_OWN_SIGNATURE_KEY: CUSTODY_OWN_KEY,
    CUSTODY_PEER_ENCRYPTION_KEY: CUSTODY_PEER_KEY,
    CUSTODY_PEER_SIGNATURE_KEY: CUSTODY_PEER_KEY,
  }
  expect((await diagnose(env)).map(([stage, cause]) => [stage, cause])).toContainEqual(['pairs', 'keys-equal'])
  expect(await diagnose({ ...env, CUSTODY_ALLOW_SAME_KEY: 'true' })).toEqual([])
})

test('a mode other than inline and pool is a wrong setting', async () => {
  expect(await diagnose({ ...createEnv('modern'), CUSTODY_MODE: 'threads' })).toEqual([['variables', 'setting-wrong']])
})

test.each(['__proto__', 'constructor'])('the profile %s is a wrong setting', async (name) => {
  expect(await diagnose({ ...createEnv('modern'), CUSTODY_PROFILE: name })).toEqual([['variables', 'profile-wrong']])
})
