// Ids of keys: the variables that set them, and what is said about one that the reader does not know.
import type { Environment } from '@custody-wallet/client/env'
import type { EnvironmentName } from '@custody-wallet/client/internal'
import type { UnknownKey } from '@custody-wallet/encryption'

import { createProblem, type StageResult } from './stages.ts'

type Message = 'answer' | 'request'

// A request is sealed for a key of the service, and signed with an own one. Responses are the other way round.
const variables: Readonly<Record<Message, Readonly<Record<UnknownKey['use'], EnvironmentName>>>> = {
  request: { encryption: 'CUSTODY_PEER_ENCRYPTION_KEY_ID', signature: 'CUSTODY_OWN_SIGNATURE_KEY_ID' },
  answer: { encryption: 'CUSTODY_OWN_ENCRYPTION_KEY_ID', signature: 'CUSTODY_PEER_SIGNATURE_KEY_ID' },
}

/** The problem that a message names a key by an id that its reader does not know. */
export function describeUnknownId(
  saw: string,
  message: Message,
  { id, use }: UnknownKey,
  env: Environment,
): StageResult {
  const name = variables[message][use]
  const reader = message === 'request' ? 'the service does' : 'these settings do'
  const setting = env[name] ? `${name} is ${env[name]}` : `${name} is not set`
  return createProblem(`${saw}; ${reader} not know the key id ${id}: ${setting}`, 'key-id-unknown')
}
