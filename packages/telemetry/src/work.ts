// What the channels publish, and the attributes of it.
import type { AttemptTrace } from '@custody-wallet/client'
import type { WorkflowTrace } from '@custody-wallet/client/workflows'
import type { KeyTrace } from '@custody-wallet/encryption/keys'
import type { MessageTrace } from '@custody-wallet/receiver'
import type { HandlerTrace } from '@custody-wallet/server'
import { operations } from '@custody-wallet/types/operations'
import type { Attributes } from '@opentelemetry/api'

export const channelNames = ['attempt', 'call', 'gate', 'handler', 'key', 'message', 'token', 'workflow'] as const

export type ChannelName = (typeof channelNames)[number]

/** The context of any channel. Other contexts have no further fields. */
export type Work = Partial<AttemptTrace & HandlerTrace & KeyTrace & MessageTrace & WorkflowTrace>

// Listed one by one, so that a new field does not automatically reach a third party.
const attributeNames: readonly (readonly [field: keyof Work, name: string])[] = [
  ['action', 'custody.action'],
  ['alg', 'custody.alg'],
  ['app_id', 'custody.app_id'],
  ['assurance', 'custody.assurance'],
  ['attempt', 'custody.attempt'],
  ['code', 'custody.code'],
  ['count', 'custody.count'],
  ['effect', 'custody.effect'],
  ['family', 'custody.family'],
  ['host', 'server.address'],
  ['operation', 'custody.operation'],
  ['port', 'server.port'],
  ['reason', 'custody.reason'],
  ['status', 'http.response.status_code'],
  ['step', 'custody.step'],
  ['view', 'custody.view'],
]

/** Attributes of the fields that are set, or of some of them. */
export const pick = (work: Work, fields?: readonly (keyof Work)[]): Attributes =>
  Object.fromEntries(
    attributeNames.flatMap(([field, name]) =>
      work[field] === undefined || fields?.includes(field) === false ? [] : [[name, work[field]]],
    ),
  )

/** Attributes of a span. */
export const describe = (channel: ChannelName, work: Work): Attributes => ({
  ...pick(work),
  ...describeProtocol(channel, work),
})

/** Attributes of the semantic conventions that depend on the call. */
export function describeProtocol(channel: ChannelName, { operation }: Work): Attributes {
  if (operation === undefined) return {}
  const { method, path } = operations[operation]
  if (channel === 'attempt') return { 'http.request.method': method, 'url.template': path }
  if (channel === 'handler') return { 'http.request.method': method, 'http.route': path }
  if (channel !== 'message') return {}
  return {
    'messaging.destination.name': operation,
    'messaging.operation.name': 'process',
    'messaging.operation.type': 'process',
    'messaging.system': 'custody',
  }
}

/** Name of a span. */
export function nameSpan(channel: ChannelName, { operation, step, action }: Work): string {
  const route = operation && `${operations[operation].method} ${operations[operation].path}`
  if (channel === 'call' && operation) return operation
  if (channel === 'message') return `process ${operation}`
  if (route && (channel === 'attempt' || channel === 'handler')) return route
  return `custody ${step ?? action ?? channel}`
}
