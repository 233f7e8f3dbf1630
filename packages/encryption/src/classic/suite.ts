import type { PeerKeys, Signer, Unwrapper } from '../keys/interfaces.ts'
import { toList } from '../keys/lists.ts'
import type { Suite } from '../suite.ts'
import { createBlockText, type BlockText } from './blocks.ts'
import { type ClassicDialect, pick } from './options.ts'
import {
  assertSealingSize,
  createReceiverPadding,
  type ReceiverKeys,
  receiverPaddings,
  createTypeOnePadding,
} from './paddings.ts'
import { createSignatures } from './signature.ts'

/** Keys of one side: its own private keys, and the public keys of the other party. */
export interface ClassicKeys {
  /** Opens envelopes. The padding of envelopes sets its algorithm. If there are several, each opens every envelope. */
  readonly unwrapper: Unwrapper | readonly Unwrapper[]
  /** Signs envelopes. The padding of signatures sets its algorithm. */
  readonly signer: Signer
  /** Seals queries: a signer with `RSA-TYPE1`. */
  readonly blockSigner: Signer
  readonly peer: PeerKeys
}

// A classic signature covers only the content.
const boundParts: Suite['boundParts'] = new Set()

/**
 * Builds the suite of the public deployments: RSA blocks, and signatures over an MD5. `boundParts` is empty: a message can
 * be replayed anywhere and at any time. An attacker can omit, repeat, reorder and mix the blocks of queries, so their
 * assurance is `blocks`.
 */
export function createClassicSuite(keys: ClassicKeys, options: ClassicDialect): Suite {
  const unwrappers = toList(keys.unwrapper, 'keys.unwrapper')
  const query = createQueryBlocks(keys, options.query)
  const envelope = createEnvelopeBlocks({ unwrappers, peer: keys.peer }, options.envelope)
  const signature = createSignatures(keys, options.signature)
  return {
    id: 'classic',
    boundParts,
    ownKids: [...unwrappers.map(({ kid }) => kid), keys.signer.kid, keys.blockSigner.kid],
    isInProcess: unwrappers.every(({ isInProcess }) => isInProcess === true),
    describeAssumption: ({ classic }) => classic,
    query: {
      assurance: 'blocks',
      seal: (plaintext, _context, suiteOptions) => query.seal(plaintext, suiteOptions),
      open: async (text, _context, suiteOptions) => ({
        plaintext: await query.open(text, suiteOptions),
        time: undefined,
      }),
      canonicalize: query.canonicalize,
    },
    envelope: {
      seal: envelope.seal,
      open: envelope.open,
      openEach: envelope.openEach,
      sign: (plaintext, _context, suiteOptions) => signature.sign(plaintext, suiteOptions),
      verify: async (plaintext, text, _context, suiteOptions) => signature.verify(plaintext, text, suiteOptions),
      canonicalize: (text) => signature.canonicalize(text),
    },
  }
}

// A query has no separate signature. Only type 1 proves the sender, so no other padding is allowed.
function createQueryBlocks({ blockSigner, peer }: ClassicKeys, blocks: ClassicDialect['query']): BlockText {
  const padding = pick({ type1: createTypeOnePadding }, blocks.padding, 'options.query.padding')({ blockSigner, peer })
  if (blockSigner.alg !== 'RSA-TYPE1')
    throw new TypeError(`keys.blockSigner has the algorithm ${blockSigner.alg}. Queries need RSA-TYPE1.`)
  const { modulusBytes } = blockSigner
  assertSealingSize(modulusBytes, 'keys.blockSigner')
  return createBlockText(padding, { blocks, optionName: 'options.query', modulusBytes })
}

// Only the receiver may read an envelope. Type 1 hides nothing, so it is not allowed here.
function createEnvelopeBlocks(keys: ReceiverKeys, blocks: ClassicDialect['envelope']): BlockText {
  const padding = pick(receiverPaddings, blocks.padding, 'options.envelope.padding')
  for (const { alg } of keys.unwrappers)
    if (alg !== padding.alg)
      throw new TypeError(
        `keys.unwrapper has the algorithm ${alg}. Envelopes with the padding "${blocks.padding}" need ${padding.alg}.`,
      )
  return createBlockText(createReceiverPadding(keys, padding), { blocks, optionName: 'options.envelope' })
}
