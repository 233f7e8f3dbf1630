import type { Environment } from '@custody-wallet/client/env'
import type { EnvironmentName } from '@custody-wallet/client/internal'
import type { UnknownKey } from '@custody-wallet/encryption'

import { createProblem, type StageResult } from './stages.ts'

type Message = 'request' | 'response'

// A request is encrypted for a key of the service and signed with our own. A response is the other way round.
const variables: Readonly<Record<Message, Readonly<Record<UnknownKey['use'], EnvironmentName>>>> = {
  request: { encryption: 'CUSTODY_PEER_ENCRYPTION_KEY_ID', signature: 'CUSTODY_OWN_SIGNATURE_KEY_ID' },
  response: { encryption: 'CUSTODY_OWN_ENCRYPTION_KEY_ID', signature: 'CUSTODY_PEER_SIGNATURE_KEY_ID' },
}

/** Describes a message whose key id its reader does not know. */
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
