import type { PeerKeys, Signer, Unwrapper } from '../keys/interfaces.ts'
import type { Bound, Suite } from '../suite.ts'
import { assertSeals } from './blocks.ts'
import { blockEngine, type BlockEngine } from './engine.ts'
import { type ClassicOptions, pick } from './options.ts'
import { signatures } from './signature.ts'
import { forReceiver, receiverPaddings, typeOne } from './ways.ts'

/** Keys of one side: its own private ones and the public ones of the other party. */
export interface ClassicKeys {
  /** Opens envelopes. Its algorithm is that of the envelope's padding. */
  readonly unwrapper: Unwrapper
  /** Signs envelopes. Its algorithm is that of the signature's padding. */
  readonly signer: Signer
  /** Seals queries: a signer with `RSA-TYPE1`. */
  readonly blockSigner: Signer
  readonly peer: PeerKeys
}

// Nothing of a message's place is signed.
const binds: ReadonlySet<Bound> = new Set<Bound>()

/**
 * The dialect of the public deployments: RSA blocks, and signatures over an MD5. It is there to talk to them, and it
 * leaves open what `binds` says by being empty: a message may be served again anywhere and at any time. Blocks of queries
 * may be left out, repeated, reordered and mixed, so the assurance of a query is `blocks`.
 *
 * @example
 * ```ts
 * import { classicSuite, deployed } from '@custody-wallet/encryption/classic'
 * import { generateKeys, loadPrivateKey, localSigner, localUnwrapper, peerKeys } from '@custody-wallet/encryption/keys'
 *
 * const { encryption, signature } = generateKeys({ bits: 2048 })
 * const signing = loadPrivateKey(signature.privatePem, 'signature')
 * const suite = classicSuite(
 *   {
 *     unwrapper: localUnwrapper(loadPrivateKey(encryption.privatePem, 'encryption'), { alg: 'RSA1_5' }),
 *     signer: localSigner(signing, { alg: 'RS256' }),
 *     blockSigner: localSigner(signing, { alg: 'RSA-TYPE1' }),
 *     peer: peerKeys({ encryption: encryption.publicPem, signature: signature.publicPem }),
 *   },
 *   deployed,
 * )
 * console.log(suite.id, suite.binds.size)
 * ```
 */
export function classicSuite(keys: ClassicKeys, options: ClassicOptions): Suite {
  const query = queryBlocks(keys, options.query)
  const envelope = envelopeBlocks(keys, options.envelope)
  const signature = signatures(keys, options.signature)
  return {
    id: 'classic',
    binds,
    ownKids: [keys.unwrapper.kid, keys.signer.kid, keys.blockSigner.kid],
    inProcess: keys.unwrapper.inProcess ?? false,
    assumption: ({ classic }) => classic,
    query: {
      assurance: 'blocks',
      seal: (plaintext, _context, suiteOptions) => query.seal(plaintext, suiteOptions),
      open: async (text, _context, suiteOptions) => ({
        plaintext: await query.open(text, suiteOptions),
        time: undefined,
      }),
      canonical: query.canonical,
    },
    envelope: {
      seal: envelope.seal,
      open: envelope.open,
      sign: (plaintext, _context, suiteOptions) => signature.sign(plaintext, suiteOptions),
      verify: async (plaintext, text, _context, suiteOptions) =>
        signature.verify(plaintext, text, suiteOptions),
      canonical: (text) => signature.canonical(text),
    },
  }
}

// A query has no signature beside it. Only type 1 proves its sender, so no other padding is taken for it.
function queryBlocks({ blockSigner, peer }: ClassicKeys, options: ClassicOptions['query']): BlockEngine {
  const way = pick({ type1: typeOne }, options.padding, 'options.query.padding')({ blockSigner, peer })
  if (blockSigner.alg !== 'RSA-TYPE1')
    throw new TypeError('keys.blockSigner: queries take a signer with RSA-TYPE1.')
  assertSeals(blockSigner.modulusBytes, 'keys.blockSigner')
  const { modulusBytes } = blockSigner
  return blockEngine(way, { blocks: options, member: 'options.query', modulusBytes })
}

// An envelope is for its receiver's eyes. Type 1 hides nothing, so it is not taken here.
function envelopeBlocks({ unwrapper, peer }: ClassicKeys, options: ClassicOptions['envelope']): BlockEngine {
  const padding = pick(receiverPaddings, options.padding, 'options.envelope.padding')
  if (unwrapper.alg !== padding.alg) {
    throw new TypeError(`keys.unwrapper: this envelope padding takes an unwrapper with ${padding.alg}.`)
  }
  return blockEngine(forReceiver({ unwrapper, peer }, padding), {
    blocks: options,
    member: 'options.envelope',
  })
}
