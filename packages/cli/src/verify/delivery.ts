import {
  createParty,
  isEncryptionError,
  type Profile,
  type RejectionReason,
  type RejectionReport,
  type SealedRequest,
} from '@custody-wallet/encryption'
import { classic } from '@custody-wallet/encryption/classic'
import { generateKeys, type GeneratedKeys } from '@custody-wallet/encryption/keys'
import { modern } from '@custody-wallet/encryption/modern'
import { type DepositNotification, type InternalNotification, isPlainSuccess } from '@custody-wallet/types'

import { findContentFault, faults } from './faults.ts'

/** How a message differs from a genuine one. */
export interface Changes {
  /** Changes the JSON text before it is sealed and signed. */
  readonly plaintext?: (text: string) => string
  /** Changes a field of the envelope. */
  readonly envelope?: { readonly field: 'data' | 'sign'; readonly change: (text: string) => string }
  /** Signs with keys that the receiver does not know. */
  readonly hasOtherKeys?: boolean
  readonly appId?: string
  /** Added to the time of the message, in milliseconds. */
  readonly age?: number
  /** Milliseconds after the request at which the connection is broken. */
  readonly breakAfter?: number
}

/** The outcome of a message. */
export interface Delivery {
  /** `signed`: a signed success, perhaps with wrong content. `plain`: an unsigned success. */
  readonly outcome: 'failure' | 'lost' | 'plain' | 'signed'
  /** What came back, for messages. */
  readonly summary: string
  /** What is wrong with the content of a signed success. */
  readonly fault?: string | undefined
}

interface Target {
  readonly url: string
  /** Profile of the sender. */
  readonly profile: Profile
  /** Milliseconds to wait for a response. */
  readonly timeout: number
}

/** Sends a message and opens the response. */
export async function deliver(
  { url, profile, timeout }: Target,
  notification: DepositNotification | InternalNotification,
  changes: Changes,
): Promise<Delivery> {
  const { age = 0, breakAfter } = changes
  const sender = createSendingProfile(profile, changes)
  const party = createParty(sender, { clock: () => Date.now() + age })
  const requestId = 'request_id' in notification ? notification.request_id : undefined
  const request = await ('request_id' in notification
    ? party.sealRequest('notifyDeposit', notification)
    : party.sealRequest('notifyInternal', notification))
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}${request.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: buildBody(request, changes),
      redirect: 'error',
      signal: AbortSignal.timeout(breakAfter ?? timeout),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return await judgeResponse(response.status, bytes, { sender, request, requestId })
  } catch (error) {
    return { outcome: 'lost', summary: faults.lost(describeError(error)) }
  }
}

/** Describes an error; the cause of a `fetch` error says more. */
function describeError(error: unknown): string {
  const { cause = error }: { readonly cause?: unknown } = error instanceof Error ? error : {}
  return cause instanceof Error ? cause.message : String(cause)
}

/** What a response belongs to. */
interface SentNotification {
  readonly sender: Profile
  readonly request: SealedRequest<'notifyDeposit' | 'notifyInternal'>
  /** Absent for an internal notification, whose response has no content. */
  readonly requestId: string | undefined
}

async function judgeResponse(status: number, bytes: Uint8Array, sent: SentNotification): Promise<Delivery> {
  const text = new TextDecoder().decode(bytes)
  const summary = `HTTP ${status} ${JSON.stringify(text.slice(0, 60))}`
  if (status < 200 || status > 299) return { outcome: 'failure', summary: faults.status(summary) }
  if (isPlainSuccess(text)) return { outcome: 'plain', summary: faults.unsigned(summary) }
  const { open, capture } = createResponseReader(sent)
  try {
    const { code } = await open(bytes)
    if (code !== 0) return { outcome: 'failure', summary: `a signed failure with code ${code}` }
    const fault = capture.plaintext === undefined ? undefined : findContentFault(capture.plaintext, sent.requestId)
    return { outcome: 'signed', summary, fault }
  } catch (error) {
    // There is a plaintext only after its signature was verified.
    if (capture.plaintext !== undefined)
      return {
        outcome: 'signed',
        summary,
        fault: findContentFault(capture.plaintext, sent.requestId) ?? describeError(error),
      }
    if (isEncryptionError(error, 'FAILURE_UNPROVED'))
      return { outcome: 'failure', summary: faults.code(error.context.unprovedCode) }
    const rejected = capture.reason && faults.rejected(capture.reason, summary)
    return { outcome: 'failure', summary: rejected ?? describeError(error) }
  }
}

/** Creates a reader that keeps the plaintext once its signature is verified, or the reason of a rejection. */
function createResponseReader({ sender, request }: SentNotification) {
  const capture: { plaintext?: string; reason?: RejectionReason } = {}
  const { suite } = sender
  const verify: typeof suite.envelope.verify = async (plaintext, ...more) => {
    await suite.envelope.verify(plaintext, ...more)
    capture.plaintext = new TextDecoder().decode(plaintext)
  }
  const profile = { ...sender, suite: { ...suite, envelope: { ...suite.envelope, verify } } }
  const onRejected = ({ reason }: RejectionReport): void => void (capture.reason = reason)
  const party = createParty(profile, { onRejected })
  return { capture, open: async (bytes: Uint8Array) => (await party.openResponse(request, bytes)).response }
}

function buildBody({ body = '' }: SealedRequest, { envelope }: Changes): string {
  if (!envelope) return body
  const fields: Record<string, string> = JSON.parse(body)
  return JSON.stringify({ ...fields, [envelope.field]: envelope.change(fields[envelope.field] ?? '') })
}

function createSendingProfile(profile: Profile, { appId, plaintext, hasOtherKeys }: Changes): Profile {
  const { envelope } = profile.suite
  const changePlaintext = (bytes: Uint8Array): Uint8Array =>
    plaintext ? new TextEncoder().encode(plaintext(new TextDecoder().decode(bytes))) : bytes
  const signing = hasOtherKeys === true ? replaceKeys(profile).suite.envelope : envelope
  return {
    ...profile,
    ...(appId !== undefined && { appId }),
    suite: {
      ...profile.suite,
      envelope: {
        ...envelope,
        seal: (bytes, options) => envelope.seal(changePlaintext(bytes), options),
        sign: (bytes, ...more) => signing.sign(changePlaintext(bytes), ...more),
      },
    },
  }
}

const makers = { modern, classic } as const

// Created once, because it takes longer than most cases.
let others: { readonly own: GeneratedKeys; readonly peer: GeneratedKeys } | undefined

/** Replaces the keys of a profile by keys that the receiver does not know. */
function replaceKeys({ appId, party, suite }: Profile): Profile {
  const make = suite.id === 'classic' ? makers.classic : makers.modern
  others ??= { own: generateKeys({ bits: 2048 }), peer: generateKeys({ bits: 2048 }) }
  return make({ appId, party, keys: others })
}
