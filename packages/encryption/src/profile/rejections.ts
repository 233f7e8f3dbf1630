import type { RejectionReason } from '../errors.ts'

// What each reason means, and the next step.
const rejections: Readonly<Record<RejectionReason, string>> = {
  blocks:
    'the length is not a multiple of the block size: another key size, another text encoding, or a cut text',
  context: 'it is genuine, but of another call, path, time or party: check app_id and both party ids',
  encoding: 'the text is not in the encoding of the profile',
  framing: 'the fields of the outer message are not those of the call',
  header: 'the protected header is not that of the profile: the sender uses another profile',
  json: 'the content is no JSON that all readers read the same',
  key: 'it was sealed for another key: check that the sender has your present public key',
  'key-service': 'the key service failed',
  limit: 'it is longer than the profile allows',
  merchant: 'its app_id is not that of the profile',
  signature: 'no key of the other party verifies it: check the public key of the other party',
  unsealed: 'it is not sealed, but the profile expects a sealed text',
  unwrap: 'the own private key does not open it: it was sealed for another key, or with another padding',
}

/**
 * One sentence about why a message was rejected, for the person who has the keys. Never send it to the sender: it would
 * help to forge messages.
 */
export const describeRejection = (reason: RejectionReason): string =>
  `rejected (${reason}): ${rejections[reason]}.`
