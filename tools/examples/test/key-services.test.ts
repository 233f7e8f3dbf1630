// The programs of docs/key-services.md.
import { join } from 'node:path'

import { createParty, type Party, type Profile, readEnvelope } from '@custody-wallet/encryption'
import { generateKeys } from '@custody-wallet/encryption/keys'
import { modern } from '@custody-wallet/encryption/modern'
import { beforeAll, describe, expect, test } from 'vitest'

import { runInFolder } from '../folder.ts'
import { writePrograms } from '../page-programs.ts'
import { createStandIn, generatePairs, interfaces } from './key-stand-ins.ts'

interface KeyService {
  readonly decrypt: (block: Uint8Array) => Promise<Uint8Array>
  readonly sign: (sha256: Uint8Array) => Promise<Uint8Array>
}
type Create = (...options: readonly unknown[]) => KeyService
interface Programs {
  readonly createKmsProfile: (
    service: KeyService,
    peer: Readonly<Record<'encryption' | 'signature', string>>,
  ) => Profile
  readonly createAwsKms: Create
  readonly createGoogleKms: Create
  readonly createVault: Create
}

let programs: Programs
beforeAll(async () => {
  programs = await runInFolder(async (folder) => {
    writePrograms('docs/key-services.md', folder)
    const names = ['kms-profile.ts', 'aws-kms.ts', 'google-kms.ts', 'vault.ts']
    return Object.assign({}, ...(await Promise.all(names.map((name) => import(join(folder, name))))))
  })
})

/** Stands for a fetch that adds AWS Signature Version 4. */
const addSignature =
  (send: typeof fetch): typeof fetch =>
  (target, init) => {
    const headers = new Headers(init?.headers)
    headers.set('Authorization', 'AWS4-HMAC-SHA256 signed by the test')
    return send(target, { ...init, headers })
  }

const getToken = async () => 'token'
const services: Readonly<Record<keyof typeof interfaces, (send: typeof fetch) => KeyService>> = {
  'AWS KMS': (send) => programs.createAwsKms(addSignature(send), 'eu-central-1'),
  'Google Cloud KMS': (send) =>
    programs.createGoogleKms(getToken, 'projects/shop/locations/europe-west3/keyRings/custody', send),
  'Vault transit': (send) => programs.createVault(getToken, 'https://vault.shop.example:8200', send),
}

const pairs = generatePairs()
const platformKeys = generateKeys({ bits: 2048 })
const platform = createParty(
  modern({
    appId: 'shop-1',
    party: { own: 'platform', peer: 'shop' },
    keys: {
      own: platformKeys,
      peer: {
        encryption: { key: pairs.encryption.publicKey, kid: 'shop-enc-1' },
        signature: { key: pairs.signature.publicKey, kid: 'shop-sig-1' },
      },
    },
  }),
)
const createShop = (service: KeyService): Party =>
  createParty(
    programs.createKmsProfile(service, {
      encryption: platformKeys.encryption.publicPem,
      signature: platformKeys.signature.publicPem,
    }),
  )

const readBody = (body: string = '') => readEnvelope(new TextEncoder().encode(body))

describe.each(Object.entries(interfaces))('the program for %s', (name, documented) => {
  const create = services[name as keyof typeof interfaces]

  test('signs a call and decrypts its response', async () => {
    const shop = createShop(create(createStandIn(documented, pairs)))
    const request = await shop.sealRequest('pullWithdrawals', { symbol: 'BTC' })
    const { parameters, binding } = await platform.openRequest('pullWithdrawals', request.path, readBody(request.body))
    expect(parameters).toEqual({ symbol: 'BTC' })
    const response = await platform.sealResponse(binding, { code: 0, msg: 'success', data: [] })
    const opened = await shop.openResponse(request, new TextEncoder().encode(response))
    expect(opened).toMatchObject({ assurance: 'signature' })
  })

  test('reports the status of a failure, and nothing that the service wrote', async () => {
    const shop = createShop(create(async () => Response.json(documented.failure, { status: 400 })))
    await expect(shop.sealRequest('pullWithdrawals', { symbol: 'BTC' })).rejects.toMatchObject({
      code: 'KEY_FAILED',
      cause: { message: `${new URL(documented.sign.url).host} responded with HTTP 400.` },
    })
  })

  test('passes on the signal that aborts an operation', async () => {
    const signals: unknown[] = []
    const service = create(async (_url, init) => {
      signals.push(init?.signal)
      return new Response(null, { status: 503 })
    })
    const { signal } = new AbortController()
    await expect(
      createShop(service).sealRequest('pullWithdrawals', { symbol: 'BTC' }, { signal }),
    ).rejects.toMatchObject({
      code: 'KEY_FAILED',
    })
    expect(signals).toEqual([expect.any(AbortSignal)])
  })
})
