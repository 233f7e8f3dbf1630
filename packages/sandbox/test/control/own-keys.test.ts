// Merchants with their own keys: the sandbox has their public keys only.
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createCustody, type Custody } from '@custody-wallet/client'
import { createCustodyFromEnv, readSettingsFromEnv } from '@custody-wallet/client/env'
import { createParty } from '@custody-wallet/encryption'
import { createGateway, createNodeListener } from '@custody-wallet/encryption/gateway'
import type { GeneratedKeys } from '@custody-wallet/encryption/keys'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import type { Sandbox } from '../../src/index.ts'
import { requestControlAt, type ControlRequest, token } from '../support/control.ts'
import { createUnclosedSandbox } from '../support/sandbox.ts'
import { vectorKeys } from '../support/vector-keys.ts'

const profiles = ['modern', 'classic'] as const
type ProfileName = (typeof profiles)[number]
type Variables = Readonly<Record<string, string>>

const [first, second] = vectorKeys
const useOneKeyPair = (keys: GeneratedKeys): GeneratedKeys => ({ ...keys, signature: keys.encryption })
const prepareOwnKeys = (profile: ProfileName, keys: GeneratedKeys): GeneratedKeys =>
  profile === 'classic' ? useOneKeyPair(keys) : keys

const createPublicKeys = (encryption: GeneratedKeys, ...signatures: readonly GeneratedKeys[]) => ({
  encryption: { key: encryption.encryption.publicPem },
  signature: signatures.map(({ signature }) => ({ key: signature.publicPem })),
})

/** Environment variables of a merchant with its private keys. The first pair signs. */
const addOwnKeys = (variables: Variables, ...pairs: readonly GeneratedKeys[]): Variables => {
  const opens = pairs.map(({ encryption }) => encryption.privatePem.reveal()).join(',')
  return variables['CUSTODY_PROFILE'] === 'classic'
    ? { ...variables, CUSTODY_OWN_KEY: opens }
    : {
        ...variables,
        CUSTODY_OWN_ENCRYPTION_KEY: opens,
        CUSTODY_OWN_SIGNATURE_KEY: pairs[0]?.signature.privatePem.reveal() ?? '',
      }
}

interface KeyReceiver {
  readonly url: string
  readonly amounts: string[]
}

/** Receives notifications on a port with the current keys of the merchant. */
async function createKeyReceiver(variables: () => Variables): Promise<KeyReceiver> {
  const amounts: string[] = []
  const listener = createNodeListener(
    createGateway({
      findParty: () => createParty(readSettingsFromEnv(variables()).profile),
      respond: ({ parameters }) => {
        if ('amount' in parameters) amounts.push(parameters.amount)
        const id = 'request_id' in parameters ? parameters.request_id : ''
        return { code: 0, msg: 'success', data: { data: { request_id: id } } }
      },
    }),
  )
  const server = createServer(listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port }: AddressInfo = Object.assign({ port: 0, family: '', address: '' }, server.address())
  return { url: `http://127.0.0.1:${port}`, amounts }
}

let sandbox: Sandbox
let call: ControlRequest
let snapshot: Uint8Array
beforeAll(async () => {
  sandbox = await createUnclosedSandbox({ machineClock: Date.now })
  const { control, close } = await sandbox.listen({ controlToken: token })
  call = requestControlAt(control)
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

interface CreatedMerchantResponse {
  readonly variables: Variables
  readonly apiKey: string
}

async function createMerchant(body: object): Promise<CreatedMerchantResponse> {
  const response = await call('/merchants/create', body)
  expect(response.status).toBe(200)
  return response.json()
}

/** Creates a merchant for several tests, because making keys is slow. */
async function createFirstMerchant(body: object): Promise<CreatedMerchantResponse> {
  await sandbox.control.reset()
  const merchant = await createMerchant(body)
  snapshot = await sandbox.control.snapshot()
  return merchant
}

/** Makes a v2 call and a v1 call. */
async function checkCalls(custody: Custody): Promise<void> {
  await custody.addresses.register({ symbol: 'BTC', addresses: ['a1'], memo: false })
  expect(await custody.addresses.available({ symbol: 'BTC' })).toMatchObject({ symbol: 'BTC' })
  expect(await custody.networks.list()).toMatchObject({ open_main_chain: expect.any(Array) })
}

describe.each(profiles)('a merchant of the profile %s with its own keys', (profile) => {
  const [old, next] = [prepareOwnKeys(profile, first), prepareOwnKeys(profile, second)]
  let variables: Variables
  let apiKey: string
  beforeAll(async () => {
    const shop = { appId: 'shop', profile, keys: createPublicKeys(old, old) }
    ;({ variables, apiKey } = await createFirstMerchant(shop))
  })

  test('receives the platform keys only', async () => {
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
    const own = addOwnKeys(variables, old)
    await checkCalls(createCustodyFromEnv(own))
    const { url, amounts } = await createKeyReceiver(() => own)
    await call('/merchants/update', { appId: 'shop', notificationUrls: [url] })
    await deposit('0.25')
    expect(amounts).toEqual(['0.25'])
    expect(await sandbox.control.notifications.list({ state: 'delivered' })).toHaveLength(1)
  })

  test('rotates its keys as the guide says, without a failed call or notification', async () => {
    let own = addOwnKeys(variables, old)
    const { url, amounts } = await createKeyReceiver(() => own)
    await call('/merchants/update', { appId: 'shop', notificationUrls: [url] })
    const steps: readonly (readonly [pairs: readonly GeneratedKeys[], keys?: object])[] = [
      [[old, next]],
      [[old, next], createPublicKeys(next, old, next)],
      [[next, old]],
      [[next, old], createPublicKeys(next, next)],
      [[next]],
    ]
    for (const [at, [pairs, keys]] of steps.entries()) {
      own = addOwnKeys(variables, ...pairs)
      const changed = await call('/merchants/update', { appId: 'shop', ...(keys && { keys }) })
      expect(changed.status).toBe(200)
      await checkCalls(createCustodyFromEnv(own))
      await deposit(`0.${at + 1}`)
    }
    expect(amounts).toEqual(['0.1', '0.2', '0.3', '0.4', '0.5'])
    const sent = await sandbox.control.notifications.list()
    expect(sent.map(({ state, attempts }) => [state, attempts])).toEqual(steps.map(() => ['delivered', 1]))
    await expect(checkCalls(createCustodyFromEnv(addOwnKeys(variables, old)))).rejects.toThrow('failed with code')
  })

  test('adopts new platform keys as the guide says, without a failed call or notification', async () => {
    let own = addOwnKeys(variables, old)
    const { url, amounts } = await createKeyReceiver(() => own)
    await call('/merchants/update', { appId: 'shop', notificationUrls: [url] })
    const checkDeposit = async (amount: string) => {
      await checkCalls(createCustodyFromEnv(own))
      await deposit(amount)
    }
    const runPlatformStep = async (platformKeys: string): Promise<Variables> => {
      const response = await call('/merchants/update', { appId: 'shop', platformKeys })
      expect(response.status).toBe(200)
      const changed: { readonly variables: Variables } = await response.json()
      expect(JSON.stringify(changed)).not.toContain(apiKey)
      return { ...variables, ...changed.variables }
    }
    const both = await runPlatformStep('add')
    await checkDeposit('0.1')
    own = addOwnKeys(both, old)
    await checkDeposit('0.2')
    expect(await runPlatformStep('switch')).toEqual(both)
    await checkDeposit('0.3')
    const last = await runPlatformStep('drop')
    await checkDeposit('0.4')
    own = addOwnKeys(last, old)
    await checkDeposit('0.5')
    expect(amounts).toEqual(['0.1', '0.2', '0.3', '0.4', '0.5'])
    const sent = await sandbox.control.notifications.list()
    expect(sent.map(({ state, attempts }) => [state, attempts])).toEqual(amounts.map(() => ['delivered', 1]))
    await expect(checkCalls(createCustodyFromEnv(addOwnKeys(variables, old)))).rejects.toThrow(
      /failed with code|verified/,
    )
  })

  test('replaces the keys that the sandbox made', async () => {
    const made = await createMerchant({ appId: 'made', profile })
    await call('/merchants/update', { appId: 'made', keys: createPublicKeys(old, old) })
    await expect(checkCalls(createCustodyFromEnv(made.variables))).rejects.toThrow('failed with code')
    const others = Object.entries(made.variables).filter(([name]) => !name.includes('OWN') || name.endsWith('PARTY'))
    await checkCalls(createCustodyFromEnv(addOwnKeys(Object.fromEntries(others), old)))
  })

  test('survives a restore, and the sandbox cannot act for it', async () => {
    await sandbox.control.restore(await sandbox.control.snapshot())
    await checkCalls(createCustodyFromEnv(addOwnKeys(variables, old)))
    const sentence = 'The sandbox does not have the private keys of shop'
    expect(() => sandbox.merchant('shop')).toThrow(sentence)
    const message = '{"code":0,"msg":"success","data":"a","sign":"b"}'
    const opened = await call('/messages/open', { message, appId: 'shop', operation: 'pullWithdrawals' })
    expect([opened.status, (await opened.json()).detail]).toEqual([404, expect.stringContaining(sentence)])
  })

  test('cannot send notifications from the sandbox, as the delivery log says, while others can', async () => {
    const { url } = await createKeyReceiver(() => ({}))
    await call('/merchants/update', { appId: 'shop', notificationUrls: [url] })
    await call('/notifications/configure', { sender: 'merchant' })
    await deposit('0.25')
    const readLog = async (id: number) => (await (await call(`/notifications/get?id=${id}`)).json()).log
    expect((await readLog(1))[0]).toMatchObject({
      failure: 'sealing-failed',
      detail: expect.stringContaining('does not have the private keys of shop'),
    })
    await call('/notifications/configure', { sender: 'platform' })
    await deposit('0.5')
    expect((await readLog(2))[0].failure).not.toBe('sealing-failed')
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
  const { variables } = await createMerchant({
    appId: 'pairs',
    profile: 'classic',
    keys: createPublicKeys(first, first),
  })
  const settings = readSettingsFromEnv({
    ...variables,
    CUSTODY_OWN_ENCRYPTION_KEY: first.encryption.privatePem.reveal(),
    CUSTODY_OWN_SIGNATURE_KEY: first.signature.privatePem.reveal(),
  })
  await checkCalls(createCustody(settings))
  expect(new Set(settings.profile.suite.ownKids).size).toBe(2)
})

describe('keys of a merchant are rejected, and not repeated, if', () => {
  const pem = { format: 'pem', type: 'spki' } as const
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export(pem)
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export(pem)
  const createPublicKey = (text: string) => ({
    encryption: { key: text },
    signature: [{ key: first.signature.publicPem }],
  })
  const wrong: readonly (readonly [fault: string, keys: unknown, message: string])[] = [
    [
      'one is private',
      createPublicKey(first.encryption.privatePem.reveal()),
      'keys.encryption is a private key: give the public key',
    ],
    [
      'a signature key is private',
      { ...createPublicKeys(first), signature: [{ key: first.signature.privatePem.reveal() }] },
      'keys.signature[0] is a private key: give the public key',
    ],
    ['one is short', createPublicKey(short), 'keys.encryption'],
    ['one is of a curve', createPublicKey(curve), 'keys.encryption is not an RSA key: give an RSA key'],
    ['one is no key', createPublicKey('canary-text'), 'keys.encryption'],
    [
      'one is for both uses',
      createPublicKeys(useOneKeyPair(first), useOneKeyPair(first)),
      'modern requires two key pairs',
    ],
    ['one signs twice', createPublicKeys(first, second, second), 'keys.signature has two keys with the same kid'],
    [
      'an id is too long',
      {
        ...createPublicKeys(first, first),
        encryption: { key: first.encryption.publicPem, kid: 'canary'.repeat(99) },
      },
      'kid must be',
    ],
    ['four sign', createPublicKeys(first, first, first, first, first), '/keys/signature'],
    ['none signs', createPublicKeys(first), '/keys/signature'],
    ['they are a text', first.encryption.privatePem.reveal(), '/keys'],
    ['a field is unknown', { ...createPublicKeys(first, first), blocks: 'canary' }, 'blocks'],
  ]

  let variables: Variables
  beforeAll(async () => {
    ;({ variables } = await createFirstMerchant({
      appId: 'other',
      profile: 'modern',
      keys: createPublicKeys(first, first),
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
    await checkCalls(createCustodyFromEnv(addOwnKeys(variables, first)))
  })

  test.each([
    ['switch', 404, 'The platform has only one key pair for other: add another one first.'],
    ['drop', 404, 'The platform has only one key pair for other: add another one first.'],
    ['rotate', 422, 'platformKeys must be'],
  ])('the platform cannot %s', async (platformKeys, status, sentence) => {
    const response = await call('/merchants/update', { appId: 'other', platformKeys })
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(sentence)])
    const { update } = sandbox.control.merchants
    const again = Reflect.apply(update, undefined, [{ appId: 'other', platformKeys }])
    await expect(again).rejects.toThrow(sentence)
  })

  test('the platform has two pairs already', async () => {
    await createMerchant({ appId: 'shop', profile: 'classic', keys: createPublicKeys(first, first) })
    const addPlatformKeys = async () => call('/merchants/update', { appId: 'shop', platformKeys: 'add' })
    expect((await addPlatformKeys()).status).toBe(200)
    const again = await addPlatformKeys()
    expect([again.status, await again.text()]).toEqual([409, expect.stringContaining('drop one first')])
  })

  test('the merchant is a demo merchant', async () => {
    const response = await call('/merchants/update', {
      appId: 'demo-modern',
      keys: createPublicKeys(first, first),
    })
    expect([response.status, await response.text()]).toEqual([422, expect.stringContaining('is a demo merchant')])
  })
})
