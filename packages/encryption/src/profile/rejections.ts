import type { RejectionReason } from '../errors.ts'

const rejections: Readonly<Record<RejectionReason, string>> = {
  blocks:
    'the length is not a multiple of the block size. Check the key size and the text encoding, and whether the text was cut',
  context: 'it is genuine, but belongs to another call, path, time or party. Check app_id and both party ids',
  encoding: 'the text is not in the encoding of the profile',
  framing: 'the outer message does not have the fields of the call',
  header: 'the protected header does not match the profile. The sender probably uses another profile',
  json: 'the content is not strict JSON',
  key: 'it was sealed for another key. Check that the sender has your current public key',
  'key-service': 'the key service failed. See the cause',
  limit: 'it is longer than the profile allows',
  merchant: 'its app_id differs from the profile',
  signature: 'its signature does not match any key of the other party. Check the public key of the other party',
  unsealed: 'it is not sealed, but the profile requires it',
  unwrap: 'your private key does not open it. It was sealed for another key or with another padding',
}

/**
 * Explains a rejection to the owner of the keys. Never send the text to the sender: it would help to forge messages.
 */
export const describeRejection = (reason: RejectionReason): string => `rejected (${reason}): ${rejections[reason]}.`
