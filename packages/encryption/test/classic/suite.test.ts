import { describe, expect, expectTypeOf, test } from 'vitest'

import {
  type BlockOptions,
  type ClassicDialect,
  deployedOptions,
  fullBlocks,
  oaepEnvelopes,
} from '../../src/classic/options.ts'
import { type ClassicKeys, createClassicSuite } from '../../src/classic/suite.ts'
import type { Suite } from '../../src/suite.ts'
import { getPair } from '../support/pairs.ts'
import { context, options, createPeer, createSigner, createSuite, createUnwrapper } from './keyring.ts'

const pair = getPair('first')
const keys: ClassicKeys = {
  unwrapper: createUnwrapper(pair),
  signer: createSigner(pair),
  blockSigner: createSigner(pair, 'RSA-TYPE1'),
  peer: createPeer(pair),
}

// Values that JavaScript callers can pass despite the types.
const changeOptions = (change: object): ClassicDialect => Object.assign(structuredClone(deployedOptions), change)

describe('the suite', () => {
  test('has no bound parts', () => {
    const suite = createClassicSuite(keys, deployedOptions)
    expect({ id: suite.id, binds: [...suite.boundParts] }).toEqual({ id: 'classic', binds: [] })
    expectTypeOf(createClassicSuite).returns.toEqualTypeOf<Suite>()
  })

  test('reads its options once', async () => {
    const changing = {
      query: { ...deployedOptions.query },
      envelope: deployedOptions.envelope,
      signature: deployedOptions.signature,
    }
    const suite = createClassicSuite(keys, changing)
    changing.query.text = 'hex'
    expect(await suite.query.seal(new Uint8Array(), context, options)).toHaveLength(342)
  })

  test('seals 20 KB of query as the deployments do: 88 blocks of 234 bytes', async () => {
    const text = await createClassicSuite(keys, deployedOptions).query.seal(new Uint8Array(20 * 1024), context, options)
    expect(Buffer.from(text, 'base64url')).toHaveLength(88 * 256)
  })
})

describe('a preset', () => {
  test('deployed is the public dialect', () => {
    expect(deployedOptions).toEqual({
      query: { padding: 'type1', chunk: 234, text: 'any-base64' },
      envelope: { padding: 'pkcs1', chunk: 'max', text: 'any-base64' },
      signature: { digest: 'md5-hex-lower', padding: 'pkcs1', text: 'any-base64' },
    })
    expectTypeOf(deployedOptions).toEqualTypeOf<ClassicDialect>()
  })

  test('fullBlocks and deployedOptions read texts of both', async () => {
    const [one, other] = [createClassicSuite(keys, deployedOptions), createClassicSuite(keys, fullBlocks)]
    const plaintext = new Uint8Array(980).fill(5)
    const sealed = await other.query.seal(plaintext, context, options)
    expect(Buffer.from(sealed, 'base64url')).toHaveLength(4 * 256)
    expect((await one.query.open(sealed, context, options)).plaintext).toEqual(plaintext)
    const back = await one.query.seal(plaintext, context, options)
    expect((await other.query.open(back, context, options)).plaintext).toEqual(plaintext)
  })

  test('oaepEnvelopes accepts a key of a key service', async () => {
    const suite = createClassicSuite({ ...keys, unwrapper: createUnwrapper(pair, 'RSA-OAEP-256') }, oaepEnvelopes)
    const plaintext = new Uint8Array(500).fill(5)
    expect(await suite.envelope.open(await suite.envelope.seal(plaintext, options), options)).toEqual(plaintext)
  })
})

describe('building is rejected', () => {
  test.each([
    [
      'a query that does not prove its sender',
      { query: { ...deployedOptions.query, padding: 'pkcs1' } },
      'options.query.padding',
    ],
    [
      'an envelope that does not hide its content',
      { envelope: { ...deployedOptions.envelope, padding: 'type1' } },
      'options.envelope.padding',
    ],
    ['an unknown padding', { envelope: { ...deployedOptions.envelope, padding: 'none' } }, 'options.envelope.padding'],
    [
      'OAEP with two hashes',
      { envelope: { ...deployedOptions.envelope, padding: 'oaep-sha256-mgf1-sha1' } },
      'options.envelope.padding',
    ],
    [
      'a padding from the prototype',
      { envelope: { ...deployedOptions.envelope, padding: 'constructor' } },
      'options.envelope.padding',
    ],
    ['an unknown text encoding', { query: { ...deployedOptions.query, text: 'utf8' } }, 'options.query.text'],
    [
      'a text encoding of envelopes',
      { envelope: { ...deployedOptions.envelope, text: 'latin1' } },
      'options.envelope.text',
    ],
    [
      'a text encoding of signatures',
      { signature: { ...deployedOptions.signature, text: 'toString' } },
      'options.signature.text',
    ],
    ['an unknown digest', { signature: { ...deployedOptions.signature, digest: 'md5' } }, 'options.signature.digest'],
    [
      'an unknown signature padding',
      { signature: { ...deployedOptions.signature, padding: 'none' } },
      'options.signature.padding',
    ],
  ])('with %s', (_, change, fieldName) => {
    expect(() => createClassicSuite(keys, changeOptions(change))).toThrow(new RegExp(`^${fieldName} must be one of `))
    expect(() => createClassicSuite(keys, changeOptions(change))).toThrow(TypeError)
  })

  test.each([0, -1, 1.5, 246, 1e9, Number.NaN, Infinity])('with query chunks of %s bytes', (chunk) => {
    expect(() => createSuite(pair, { query: { chunk } })).toThrow(/^options\.query\.chunk must be "max" or/)
  })

  test.each([0, -1, 1.5, 1014, Number.NaN])('with envelope chunks of %s bytes, which do not fit a block', (chunk) => {
    expect(() => createSuite(pair, { envelope: { chunk } })).toThrow(/^options\.envelope\.chunk must be "max" or/)
  })

  test('with a chunk that is a string', () => {
    const change = { query: { ...deployedOptions.query, chunk: '234' } }
    expect(() => createClassicSuite(keys, changeOptions(change))).toThrow(TypeError)
  })

  test.each([
    ['unwrapper', { unwrapper: createUnwrapper(pair, 'RSA-OAEP-256') }, 'RSA1_5'],
    ['signer', { signer: createSigner(pair, 'PS256') }, 'RS256'],
    ['signer', { signer: createSigner(pair, 'RSA-TYPE1') }, 'RS256'],
    ['blockSigner', { blockSigner: createSigner(pair) }, 'RSA-TYPE1'],
  ] as const)('with a key for another algorithm as %s', (fieldName, change, alg) => {
    const build = (): Suite => createClassicSuite({ ...keys, ...change }, deployedOptions)
    expect(build).toThrow(new RegExp(`^keys\\.${fieldName} has the algorithm .* need ${alg}\\.$`))
  })

  test('with keys that are not those of the preset', () => {
    expect(() => createClassicSuite(keys, oaepEnvelopes)).toThrow('RSA-OAEP-256')
  })
})

describe('sealing is rejected', () => {
  test('in chunks that do not fit the key of the receiver', async () => {
    const suite = createSuite(pair, { envelope: { padding: 'oaep-sha256', chunk: 191 } })
    const outcome = suite.envelope.seal(new Uint8Array(1), options)
    await expect(outcome).rejects.toThrow(/^options\.envelope\.chunk must be/)
    await expect(outcome).rejects.toThrow(TypeError)
  })

  test('without a key to seal for', async () => {
    const suite = createSuite(pair, {}, { peer: createPeer() })
    await expect(suite.envelope.seal(new Uint8Array(1), options)).rejects.toThrow(TypeError)
  })
})

describe('types', () => {
  test('queries allow only the padding that proves the sender, and envelopes only those that hide the content', () => {
    expectTypeOf<ClassicDialect['query']>().toEqualTypeOf<BlockOptions<'type1'>>()
    expectTypeOf<'type1'>().not.toExtend<ClassicDialect['envelope']['padding']>()
    // @ts-expect-error a query in blocks that anyone can make
    const query: ClassicDialect['query'] = { padding: 'pkcs1', chunk: 'max', text: 'hex' }
    // @ts-expect-error an envelope that everybody can read
    const envelope: ClassicDialect['envelope'] = { padding: 'type1', chunk: 'max', text: 'hex' }
    expect([query.padding, envelope.padding]).toEqual(['pkcs1', 'type1'])
  })
})
