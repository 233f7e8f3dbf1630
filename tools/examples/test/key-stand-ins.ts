// Stand-ins for key services. Each accepts only the requests that its service documents, and holds keys made at run time.
import {
  constants,
  createHash,
  generateKeyPairSync,
  type KeyObject,
  privateDecrypt,
  privateEncrypt,
  randomBytes,
} from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

type Key = 'encryption' | 'signature'

/** A documented call: its input and output are base64. */
interface KeyCall {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly findInput: (body: Readonly<Record<string, unknown>>) => unknown
  readonly request: (input: string) => object
  readonly response: (output: string) => object
}

interface KeyServiceInterface {
  readonly decrypt: KeyCall
  readonly sign: KeyCall
  /** The body of a response with status 400. */
  readonly failure: object
}

const bits = 3072

export const generatePairs = () => ({
  encryption: generateKeyPairSync('rsa', { modulusLength: bits }),
  signature: generateKeyPairSync('rsa', { modulusLength: bits }),
})

const aws = (action: string) => ({
  url: 'https://kms.eu-central-1.amazonaws.com/',
  headers: {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': `TrentService.${action}`,
    authorization: 'AWS4-HMAC-SHA256 signed by the test',
  },
})
const googleKeys = 'https://cloudkms.googleapis.com/v1/projects/shop/locations/europe-west3/keyRings/custody/cryptoKeys'
const google = (path: string) => ({
  url: `${googleKeys}/${path}`,
  headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
})
const vault = (path: string) => ({
  url: `https://vault.shop.example:8200/v1/transit/${path}`,
  headers: { 'content-type': 'application/json', 'x-vault-token': 'token' },
})

export const interfaces = {
  'AWS KMS': {
    decrypt: {
      ...aws('Decrypt'),
      findInput: ({ CiphertextBlob }) => CiphertextBlob,
      request: (input) => ({
        KeyId: 'alias/shop-enc',
        EncryptionAlgorithm: 'RSAES_OAEP_SHA_256',
        CiphertextBlob: input,
      }),
      response: (output) => ({
        KeyId: 'arn:aws:kms:eu-central-1:111122223333:key/one',
        Plaintext: output,
        EncryptionAlgorithm: 'RSAES_OAEP_SHA_256',
      }),
    },
    sign: {
      ...aws('Sign'),
      findInput: ({ Message }) => Message,
      request: (input) => ({
        KeyId: 'alias/shop-sig',
        SigningAlgorithm: 'RSASSA_PSS_SHA_256',
        MessageType: 'DIGEST',
        Message: input,
      }),
      response: (output) => ({
        KeyId: 'arn:aws:kms:eu-central-1:111122223333:key/two',
        Signature: output,
        SigningAlgorithm: 'RSASSA_PSS_SHA_256',
      }),
    },
    failure: { __type: 'InvalidCiphertextException' },
  },
  'Google Cloud KMS': {
    decrypt: {
      ...google('shop-enc/cryptoKeyVersions/1:asymmetricDecrypt'),
      findInput: ({ ciphertext }) => ciphertext,
      request: (input) => ({ ciphertext: input }),
      response: (output) => ({ plaintext: output, plaintextCrc32c: '0', protectionLevel: 'HSM' }),
    },
    sign: {
      ...google('shop-sig/cryptoKeyVersions/1:asymmetricSign'),
      findInput: ({ digest }) => Object(digest).sha256,
      request: (input) => ({ digest: { sha256: input } }),
      response: (output) => ({
        signature: output,
        signatureCrc32c: '0',
        name: `${googleKeys}/shop-sig/cryptoKeyVersions/1`,
        protectionLevel: 'HSM',
      }),
    },
    failure: { error: { code: 400, message: 'Decryption failed', status: 'INVALID_ARGUMENT' } },
  },
  'Vault transit': {
    decrypt: {
      ...vault('decrypt/shop-enc'),
      findInput: ({ ciphertext }) => /^vault:v1:(.+)$/.exec(String(ciphertext))?.[1],
      request: (input) => ({ ciphertext: `vault:v1:${input}` }),
      response: (output) => ({ data: { plaintext: output } }),
    },
    sign: {
      ...vault('sign/shop-sig/sha2-256'),
      findInput: ({ input }) => input,
      request: (input) => ({
        key_version: 1,
        prehashed: true,
        signature_algorithm: 'pss',
        salt_length: 'hash',
        input,
      }),
      response: (output) => ({ data: { signature: `vault:v1:${output}` } }),
    },
    failure: { errors: ['invalid ciphertext'] },
  },
} as const satisfies Readonly<Record<string, KeyServiceInterface>>

/** A fetch that responds as the service documents it. */
export const createStandIn =
  (
    { decrypt, sign, failure }: KeyServiceInterface,
    keys: Readonly<Record<Key, { privateKey: KeyObject }>>,
  ): typeof fetch =>
  async (target, init) => {
    const request = new Request(target, init)
    const body: unknown = await request.json()
    const output =
      findOutput(decrypt, request, body, (input) => decryptOaep(keys.encryption.privateKey, input)) ??
      findOutput(sign, request, body, (input) => signPss(keys.signature.privateKey, input))
    return output === undefined ? Response.json(failure, { status: 400 }) : Response.json(output)
  }

function findOutput(
  { url, headers, findInput, request, response }: KeyCall,
  { method, url: actualUrl, headers: actualHeaders }: Request,
  body: unknown,
  operate: (input: Buffer) => Buffer,
): object | undefined {
  const input = String(findInput(Object(body)))
  const areHeadersEqual = Object.entries(headers).every(([name, value]) => actualHeaders.get(name) === value)
  const isDocumented =
    method === 'POST' && url === actualUrl && areHeadersEqual && isDeepStrictEqual(body, request(input))
  return isDocumented ? response(operate(Buffer.from(input, 'base64')).toString('base64')) : undefined
}

const decryptOaep = (key: KeyObject, block: Buffer): Buffer =>
  privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, block)

const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

/** Signs a digest, which `node:crypto` cannot: RFC 8017, 8.1.1 and 9.1.1, with a salt of 32 bytes. */
function signPss(key: KeyObject, digest: Buffer): Buffer {
  const salt = randomBytes(32)
  const hash = sha256(Buffer.alloc(8), digest, salt)
  const block = Buffer.concat([Buffer.alloc(bits / 8 - salt.length - hash.length - 2), Buffer.of(1), salt])
  const mask = Buffer.concat(
    Array.from({ length: Math.ceil(block.length / 32) }, (_, index) => sha256(hash, Buffer.of(0, 0, 0, index))),
  )
  const masked = block.map((byte, index) => byte ^ (mask[index] ?? 0))
  masked[0] = (masked[0] ?? 0) & 0x7f
  const message = Buffer.concat([masked, hash, Buffer.of(0xbc)])
  return privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, message)
}
