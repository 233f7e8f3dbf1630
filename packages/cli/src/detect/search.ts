import { type Attempt, findBestAttempt, type Evidence, listEvidence, findFailure, isExplained } from './attempt.ts'
import type { Message } from './capture/index.ts'
import { type ComparedBytes, listComparedBytes } from './compared.ts'
import { type CallFacts, listCalls, isFailure, describeMismatch } from './contract.ts'
import { listHints } from './hints.ts'
import type { Content } from './json-content.ts'
import type { KeyHalf } from './keys.ts'
import type { MessageSettings } from './profile.ts'
import type { DataSettings, SignSettings, Stage } from './settings.ts'

/** The result of the search of one message. */
export interface Finding {
  readonly where: string
  readonly direction?: 'response' | 'request'
  readonly path?: string
  readonly appId?: string
  readonly time?: string
  /** Whether the settings explain the whole message. */
  readonly fits: boolean
  readonly evidence: readonly Evidence[]
  readonly data?: DataSettings
  readonly sign?: SignSettings
  /** The first step that fails. If the settings fit, only the content can be wrong. */
  readonly stage?: Stage
  /** Calls that may have this content. */
  readonly calls: readonly string[]
  readonly hints: readonly string[]
  /** Bytes to compare, if the settings do not fit. */
  readonly compared: readonly ComparedBytes[]
}

/** Returns the settings of a finding if they explain its message. */
export const listSettings = ({ fits, data, sign, time }: Finding): readonly MessageSettings[] =>
  fits && data ? [{ data, sign, time }] : []

/** Searches for the settings of one message. */
export function investigate(message: Message, halves: readonly KeyHalf[]): Finding {
  const attempt = findBestAttempt(message, halves)
  const [data, sign] = [attempt.opening?.settings, attempt.sign?.verified]
  const { content } = attempt
  const fits = isExplained(attempt)
  const facts = readCallFacts(message, content)
  const calls = content ? listCalls(content.value, facts) : []
  const stage = findFailure(attempt) ?? (calls.length === 0 ? findMismatch(content, facts) : undefined)
  return {
    ...describeLocation(message, content),
    fits,
    evidence: listEvidence(attempt),
    ...(data && { data }),
    ...(sign && { sign }),
    ...(stage && { stage }),
    calls,
    hints: listHints({ message, content, data, sign }),
    compared: fits ? [] : listComparedBytes(attempt),
  }
}

function findMismatch(content: Attempt['content'], facts: CallFacts): Stage | undefined {
  if (content === undefined || isFailure(content.value)) return undefined
  return {
    name: 'contract',
    what: describeMismatch(content.value, facts),
    next: 'The settings fit. If the service uses other field names, set the setting `names` of the profile.',
  }
}

type FindingLocation = Pick<Finding, 'appId' | 'direction' | 'path' | 'time' | 'where'>

function describeLocation(message: Message, content: Content | undefined): FindingLocation {
  const { where, path, appId, time } = message
  const direction = findDirection(message, content)
  return {
    where,
    ...(direction && { direction }),
    ...(path !== undefined && { path }),
    ...(appId !== undefined && { appId }),
    ...(time !== undefined && { time }),
  }
}

const readCallFacts = (message: Message, content: Content | undefined): CallFacts => ({
  direction: findDirection(message, content) ?? 'request',
  path: message.path,
  families: message.sign === undefined ? ['v2', 'mpc'] : ['v1'],
})

/** Finds the direction. `{data}` alone is ambiguous, but an encrypted response contains its code. */
const findDirection = ({ direction }: Message, content: Content | undefined): Message['direction'] =>
  content !== undefined && 'code' in content.value && 'msg' in content.value ? 'response' : direction
