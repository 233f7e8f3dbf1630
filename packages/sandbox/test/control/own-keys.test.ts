// Merchants with their own keys: the sandbox has their public keys only.
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createCustody, type Custody } from '@custody-wallet/client'
import { custodyFromEnv, settingsFromEnv } from '@custody-wallet/client/env'
import { createParty } from '@custody-wallet/encryption'
import { gateway, nodeListener } from '@custody-wallet/encryption/gateway'
import type { GeneratedKeys } from '@custody-wallet/encryption/keys'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import type { Sandbox } from '../../src/index.ts'
import { controlAt, type ControlRequest, token } from '../support/control.ts'
import { newSandbox } from '../support/sandbox.ts'
import { vectorKeys } from '../support/vector-keys.ts'

const profiles = ['modern', 'classic'] as const
type ProfileName = (typeof profiles)[number]
type Variables = Readonly<Record<string, string>>

const [first, second] = vectorKeys
const single = (keys: GeneratedKeys): GeneratedKeys => ({ ...keys, signature: keys.encryption })
const ownOf = (profile: ProfileName, keys: GeneratedKeys): GeneratedKeys =>
  profile === 'classic' ? single(keys) : keys

const publicKeys = (encryption: GeneratedKeys, ...signatures: readonly GeneratedKeys[]) => ({
  encryption: { key: encryption.encryption.publicPem },
  signature: signatures.map(({ signature }) => ({ key: signature.publicPem })),
})

/** The variables of a merchant, which adds its private keys: the first pair signs. */
const withOwn = (variables: Variables, ...pairs: readonly GeneratedKeys[]): Variables => {
  const opens = pairs.map(({ encryption }) => encryption.privatePem.reveal()).join(',')
  return variables['CUSTODY_PROFILE'] === 'classic'
    ? { ...variables, CUSTODY_OWN_KEY: opens }
    : {
        ...variables,
        CUSTODY_OWN_ENCRYPTION_KEY: opens,
        CUSTODY_OWN_SIGNATURE_KEY: pairs[0]?.signature.privatePem.reveal() ?? '',
      }
}

interface Receiver {
  readonly url: string
  readonly amounts: string[]
}

/** Receives notifications on a port, with the keys that the merchant has now. */
async function receiverOf(variables: () => Variables): Promise<Receiver> {
  const amounts: string[] = []
  const answer = nodeListener(
    gateway({
      partyFor: () => createParty(settingsFromEnv(variables()).profile),
      answer: ({ parameters }) => {
        if ('amount' in parameters) amounts.push(parameters.amount)
        const id = 'request_id' in parameters ? parameters.request_id : ''
        return { code: 0, msg: 'success', data: { data: { request_id: id } } }
      },
    }),
  )
  const server = createServer(answer)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port }: AddressInfo = Object.assign({ port: 0, family: '', address: '' }, server.address())
  return { url: `http://127.0.0.1:${port}`, amounts }
}

let sandbox: Sandbox
let call: ControlRequest
let snapshot: Uint8Array
beforeAll(async () => {
  sandbox = await newSandbox({ machineClock: Date.now })
  const { control, close } = await sandbox.listen({ controlToken: token })
  call = controlAt(control)
  snapshot = await sandbox.control.snapshot()
  return async () => {
    await close()
    await sandbox.close()
  }
})
beforeEach(async () => {
  await sandbox.control.restore(snapshot)
  await sandbox.control.time.set(Date.now())
})

interface Created {
  readonly variables: Variables
  readonly apiKey: string
}

async function created(body: object): Promise<Created> {
  const response = await call('/merchants/create', body)
  expect(response.status).toBe(200)
  return response.json()
}

/** Creates a merchant for several tests, because making its keys takes long. */
async function createdFirst(body: object): Promise<Created> {
  await sandbox.control.reset()
  const merchant = await created(body)
  snapshot = await sandbox.control.snapshot()
  return merchant
}

/** A v2 call and a v1 call, which the sandbox opens and answers. */
async function callsWork(custody: Custody): Promise<void> {
  await custody.addresses.register({ symbol: 'BTC', addresses: ['a1'], memo: false })
  expect(await custody.addresses.available({ symbol: 'BTC' })).toMatchObject({ symbol: 'BTC' })
  expect(await custody.networks.list()).toMatchObject({ open_main_chain: expect.any(Array) })
}

describe.each(profiles)('a merchant of the profile %s with its own keys', (profile) => {
  const [old, next] = [ownOf(profile, first), ownOf(profile, second)]
  let variables: Variables
  let apiKey: string
  beforeAll(async () => {
    const shop = { appId: 'shop', profile, keys: publicKeys(old, old) }
    ;({ variables, apiKey } = await createdFirst(shop))
  })

  test('gets the keys of the platform only', async () => {
    expect(variables).toMatchObject({
      CUSTODY_PROFILE: profile,
      CUSTODY_APP_ID: 'shop',
      CUSTODY_API_KEY: apiKey,
    })
    expect(
      Object.keys(variables)
        .filter((name) => name.includes('KEY'))
        .toSorted(),
    ).toEqual(
      profile === 'classic'
        ? ['CUSTODY_API_KEY', 'CUSTODY_PEER_KEY']
        : [
            'CUSTODY_API_KEY',
            'CUSTODY_PEER_ENCRYPTION_KEY',
            'CUSTODY_PEER_ENCRYPTION_KEY_ID',
            'CUSTODY_PEER_SIGNATURE_KEY',
            'CUSTODY_PEER_SIGNATURE_KEY_ID',
          ],
    )
  })

  test('calls, and receives notifications', async () => {
    const own = withOwn(variables, old)
    await callsWork(custodyFromEnv(own))
    const { url, amounts } = await receiverOf(() => own)
    await call('/merchants/update', { appId: 'shop', notificationUrls: [url] })
    await deposit('0.25')
    expect(amounts).toEqual(['0.25'])
    expect(await sandbox.control.notifications.list({ state: 'delivered' })).toHaveLength(1)
  })

  test('rotates its keys as the guide says, without a failed call or notification', async () => {
    let own = withOwn(variables, old)
    const { url, amounts } = await receiverOf(() => own)
    await call('/merchants/update', { appId: 'shop', notificationUrls: [url] })
    const steps: readonly (readonly [pairs: readonly GeneratedKeys[], keys?: object])[] = [
      [[old, next]],
      [[old, next], publicKeys(next, old, next)],
      [[next, old]],
      [[next, old], publicKeys(next, next)],
      [[next]],
    ]
    for (const [at, [pairs, keys]] of steps.entries()) {
      own = withOwn(variables, ...pairs)
      const changed = await call('/merchants/update', { appId: 'shop', ...(keys && { keys }) })
      expect(changed.status).toBe(200)
      await callsWork(custodyFromEnv(own))
      await deposit(`0.${at + 1}`)
    }
    expect(amounts).toEqual(['0.1', '0.2', '0.3', '0.4', '0.5'])
    const sent = await sandbox.control.notifications.list()
    expect(sent.map(({ state, attempts }) => [state, attempts])).toEqual(steps.map(() => ['delivered', 1]))
    await expect(callsWork(custodyFromEnv(withOwn(variables, old)))).rejects.toThrow('failed with code')
  })

  test('takes new keys of the platform as the guide says, without a failed call or notification', async () => {
    let own = withOwn(variables, old)
    const { url, amounts } = await receiverOf(() => own)
    await call('/merchants/update', { appId: 'shop', notificationUrls: [url] })
    const works = async (amount: string) => {
      await callsWork(custodyFromEnv(own))
      await deposit(amount)
    }
    const stepped = async (platformKeys: string): Promise<Variables> => {
      const response = await call('/merchants/update', { appId: 'shop', platformKeys })
      expect(response.status).toBe(200)
      const changed: { readonly variables: Variables } = await response.json()
      expect(JSON.stringify(changed)).not.toContain(apiKey)
      return { ...variables, ...changed.variables }
    }
    const both = await stepped('add')
    await works('0.1')
    own = withOwn(both, old)
    await works('0.2')
    expect(await stepped('switch')).toEqual(both)
    await works('0.3')
    const last = await stepped('drop')
    await works('0.4')
    own = withOwn(last, old)
    await works('0.5')
    expect(amounts).toEqual(['0.1', '0.2', '0.3', '0.4', '0.5'])
    const sent = await sandbox.control.notifications.list()
    expect(sent.map(({ state, attempts }) => [state, attempts])).toEqual(amounts.map(() => ['delivered', 1]))
    await expect(callsWork(custodyFromEnv(withOwn(variables, old)))).rejects.toThrow(
      /failed with code|verified/,
    )
  })

  test('replaces the keys that the sandbox made', async () => {
    const made = await created({ appId: 'made', profile })
    await call('/merchants/update', { appId: 'made', keys: publicKeys(old, old) })
    await expect(callsWork(custodyFromEnv(made.variables))).rejects.toThrow('failed with code')
    const others = Object.entries(made.variables).filter(
      ([name]) => !name.includes('OWN') || name.endsWith('PARTY'),
    )
    await callsWork(custodyFromEnv(withOwn(Object.fromEntries(others), old)))
  })

  test('is there after a restore, and the sandbox cannot act for it', async () => {
    await sandbox.control.restore(await sandbox.control.snapshot())
    await callsWork(custodyFromEnv(withOwn(variables, old)))
    const sentence = 'The sandbox does not have the private keys of shop'
    expect(() => sandbox.merchant('shop')).toThrow(sentence)
    const message = '{"code":0,"msg":"success","data":"a","sign":"b"}'
    const opened = await call('/messages/open', { message, appId: 'shop', operation: 'pullWithdrawals' })
    expect([opened.status, (await opened.json()).detail]).toEqual([404, expect.stringContaining(sentence)])
  })

  test('cannot be notified as a platform, which the delivery log says, and others still are', async () => {
    const { url } = await receiverOf(() => ({}))
    await call('/merchants/update', { appId: 'shop', notificationUrls: [url] })
    await call('/notifications/configure', { sender: 'merchant' })
    await deposit('0.25')
    const log = async (id: number) => (await (await call(`/notifications/get?id=${id}`)).json()).log
    expect((await log(1))[0]).toMatchObject({
      failure: 'sealing-failed',
      detail: expect.stringContaining('does not have the private keys of shop'),
    })
    await call('/notifications/configure', { sender: 'platform' })
    await deposit('0.5')
    expect((await log(2))[0].failure).not.toBe('sealing-failed')
  })

  async function deposit(amount: string): Promise<void> {
    const { control } = sandbox
    await control.addresses.generate({ appId: 'shop', symbol: 'BTC', count: 1 })
    const { uid } = await control.users.create({ appId: 'shop' })
    const { address } = await control.addresses.assign({ appId: 'shop', uid, symbol: 'BTC' })
    await control.chain.pay({ symbol: 'BTC', to: address, amount })
    await control.chain.mine(6)
    await control.time.advance('1s')
  }
})

test('a merchant of the profile classic may have two pairs', async () => {
  const { variables } = await created({ appId: 'pairs', profile: 'classic', keys: publicKeys(first, first) })
  const settings = settingsFromEnv({
    ...variables,
    CUSTODY_OWN_ENCRYPTION_KEY: first.encryption.privatePem.reveal(),
    CUSTODY_OWN_SIGNATURE_KEY: first.signature.privatePem.reveal(),
  })
  await callsWork(createCustody(settings))
  expect(new Set(settings.profile.suite.ownKids).size).toBe(2)
})

describe('keys of a merchant are rejected, and not repeated, if', () => {
  const pem = { format: 'pem', type: 'spki' } as const
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export(pem)
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export(pem)
  const key = (text: string) => ({
    encryption: { key: text },
    signature: [{ key: first.signature.publicPem }],
  })
  const wrong: readonly (readonly [fault: string, keys: unknown, message: string])[] = [
    [
      'one is private',
      key(first.encryption.privatePem.reveal()),
      'keys.encryption is a private key: give the public key',
    ],
    [
      'a signature key is private',
      { ...publicKeys(first), signature: [{ key: first.signature.privatePem.reveal() }] },
      'keys.signature[0] is a private key: give the public key',
    ],
    ['one is short', key(short), 'keys.encryption'],
    ['one is of a curve', key(curve), 'keys.encryption is not an RSA key: give an RSA key'],
    ['one is no key', key('canary-text'), 'keys.encryption'],
    ['one is for both uses', publicKeys(single(first), single(first)), 'modern needs two pairs'],
    ['one signs twice', publicKeys(first, second, second), 'keys.signature has two keys with the same kid'],
    [
      'an id is too long',
      {
        ...publicKeys(first, first),
        encryption: { key: first.encryption.publicPem, kid: 'canary'.repeat(99) },
      },
      'kid must be',
    ],
    ['four sign', publicKeys(first, first, first, first, first), '/keys/signature'],
    ['none signs', publicKeys(first), '/keys/signature'],
    ['they are a text', first.encryption.privatePem.reveal(), '/keys'],
    ['a field is unknown', { ...publicKeys(first, first), blocks: 'canary' }, 'blocks'],
  ]

  let variables: Variables
  beforeAll(async () => {
    ;({ variables } = await createdFirst({
      appId: 'other',
      profile: 'modern',
      keys: publicKeys(first, first),
    }))
  })

  test.each(wrong)('%s', async (_fault, keys, message) => {
    for (const [path, body] of [
      ['/merchants/create', { appId: 'shop', profile: 'modern', keys }],
      ['/merchants/update', { appId: 'other', keys }],
    ] as const) {
      const response = await call(path, body)
      const text = await response.text()
      expect(response.status).toBe(422)
      expect(text).toContain(message)
      expect(text).not.toMatch(/canary|PRIVATE KEY|[\w+/]{64}/)
    }
    expect((await sandbox.control.merchants.list()).map(({ appId }) => appId)).not.toContain('shop')
  })

  test('they are those of the platform', async () => {
    const keys = {
      encryption: { key: variables['CUSTODY_PEER_ENCRYPTION_KEY'] },
      signature: [{ key: first.signature.publicPem }],
    }
    const response = await call('/merchants/update', { appId: 'other', keys })
    expect([response.status, await response.text()]).toEqual([422, expect.stringContaining('share a key')])
    await callsWork(custodyFromEnv(withOwn(variables, first)))
  })

  test.each([
    ['switch', 404, 'The platform has no second pair of keys for other: add one first.'],
    ['drop', 404, 'The platform has no second pair of keys for other: add one first.'],
    ['rotate', 422, 'platformKeys must be'],
  ])('the step of the platform is not possible: %s', async (platformKeys, status, sentence) => {
    const response = await call('/merchants/update', { appId: 'other', platformKeys })
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(sentence)])
    const { update } = sandbox.control.merchants
    const again = Reflect.apply(update, undefined, [{ appId: 'other', platformKeys }])
    await expect(again).rejects.toThrow(sentence)
  })

  test('the platform has two pairs already', async () => {
    await created({ appId: 'shop', profile: 'classic', keys: publicKeys(first, first) })
    const add = async () => call('/merchants/update', { appId: 'shop', platformKeys: 'add' })
    expect((await add()).status).toBe(200)
    const again = await add()
    expect([again.status, await again.text()]).toEqual([409, expect.stringContaining('drop one first')])
  })

  test('the merchant is a demo merchant', async () => {
    const response = await call('/merchants/update', { appId: 'demo-modern', keys: publicKeys(first, first) })
    expect([response.status, await response.text()]).toEqual([
      422,
      expect.stringContaining('is a demo merchant'),
    ])
  })
})
