import {
  type EnvelopeFrame,
  type QueryFrame,
  readEnvelope as readFrame,
  readQuery as readMembers,
} from './codec/frames.ts'
import { EncryptionError, Rejection } from './errors.ts'

/** Reads the two members of a sealed query, each exactly once and nothing beside them. */
export const readQuery = (members: URLSearchParams): QueryFrame => refusing(() => readMembers(members))

/** Reads the body of a v1 request, strictly and within limits. */
export const readEnvelope = (body: Uint8Array): EnvelopeFrame => refusing(() => readFrame(body))

// The reason of a rejection stays inside; a frame that cannot be read is refused like one that cannot be opened.
function refusing<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Rejection) throw new EncryptionError('ENVELOPE_REJECTED')
    throw error
  }
}
