// Opens a captured message step by step with the keys of this sandbox. Only control has this, because the reason of a
// rejection helps to forge messages.
import { hash } from 'node:crypto'

import { keyIds, type MerchantName, type Side } from '@custody-wallet/demo'
import {
  createParty,
  isEncryptionError,
  type Party,
  type Profile,
  readEnvelope,
  readQuery,
  type RejectionReason,
  type SealedId,
  type SealedRequest,
} from '@custody-wallet/encryption'
import {
  responseLimits,
  type Context,
  buildPath,
  requestLimits,
  describeRejection,
} from '@custody-wallet/encryption/internal'
import { operations } from '@custody-wallet/types/operations'

import { notificationCalls } from '../outbox/messages.ts'
import { type CapturedMessage, parseCapture, isSealedId } from './captured.ts'
import { type KeyNames, suiteWords } from './suites.ts'

export interface MessageToOpen {
  /** A captured request line, address, curl command, or JSON. */
  readonly message: string
  /** Merchant whose keys open it. Default: the merchant of its app_id, or the first demo merchant. */
  readonly appId?: string | undefined
  /** Call of the message. Default: the call of its path. */
  readonly operation?: string | undefined
  /** Side that received it. Default: the platform for requests, the merchant for responses; for notifications, either. */
  readonly reader?: Side | undefined
  /** The request of a response. Signatures of `modern` cover it. */
  readonly request?: string | undefined
}

interface OpeningStep {
  readonly name: string
  /** Which key and padding were used, and what the signature covers. */
  readonly note: string
  readonly text: string
  readonly failed: boolean
}

export interface OpenedMessage {
  readonly appId: string
  readonly operation: string
  readonly direction: 'request' | 'answer'
  readonly reader: Side
  readonly steps: readonly OpeningStep[]
  readonly rejection?: string
  /** Decrypted content, if the message is accepted. */
  readonly content?: unknown
}

export type GetProfile = (appId: string, side: Side) => { readonly name: MerchantName; readonly profile: Profile }

const otherSide = { merchant: 'platform', platform: 'merchant' } as const

/** Calls that both sides send. */
const notifications: ReadonlySet<string> = new Set(Object.values(notificationCalls))

/** Opens a message. Throws a `TypeError` if the text contains no message, or no call. */
export async function openMessage(input: MessageToOpen, getProfile: GetProfile): Promise<OpenedMessage> {
  const message = await openOnce(prepareOpening(input, getProfile))
  const mayBeOfOther =
    input.reader === undefined && message.rejection !== undefined && notifications.has(message.operation)
  if (!mayBeOfOther) return message
  const reader = otherSide[message.reader]
  const other = await openOnce(prepareOpening({ ...input, reader }, getProfile))
  // If neither side can open it, the one that gets further is more likely the right one.
  const isFurther = other.rejection === undefined || other.steps.length > message.steps.length
  return isFurther ? other : message
}

async function openOnce(opening: Opening): Promise<OpenedMessage> {
  const { appId, call, capture, keys } = opening
  const facts = { appId, operation: call.id, direction: capture.direction, reader: keys.reader }
  const steps: OpeningStep[] = []
  for (const step of listSteps(opening)) {
    const result = await runStep(step)
    steps.push(result)
    if (result.failed) break
  }
  return { ...facts, steps, ...(await readOutcome(opening)) }
}

type SealedCall = (typeof operations)[SealedId]

interface Opening {
  readonly appId: string
  readonly call: SealedCall
  readonly path: string
  readonly capture: CapturedMessage
  readonly keys: KeyNames
  readonly name: MerchantName
  readonly profile: Profile
  /** Signature or sealed text of the request that a response is bound to. */
  readonly request: { readonly time: string; readonly text: string }
}

function prepareOpening(input: MessageToOpen, getProfile: GetProfile): Opening {
  const capture = parseCapture(input.message)
  if (!capture)
    throw new TypeError(
      'The text contains no message. Paste an address with app_id and data, a curl command, or the JSON of an envelope or a response.',
    )
  const call = findCall(input, capture)
  const isNotification = notifications.has(call.id)
  const reader = input.reader ?? (capture.direction === 'request' && !isNotification ? 'platform' : 'merchant')
  const sender = otherSide[reader]
  const appId = input.appId ?? readField(capture, 'app_id')
  const { name, profile } = getProfile(appId, reader)
  const path = capture.path ?? buildPath(call.id, profile.segments)
  const keys = {
    reader,
    sender,
    decryptionKey: keyIds[reader].encryption,
    verificationKey: keyIds[sender].signature,
  }
  return { appId, call, path, capture, keys, name, profile, request: parseBoundRequest(input.request) }
}

/** Returns the given call, or the call of the path. */
function findCall({ operation }: MessageToOpen, capture: CapturedMessage): SealedCall {
  const id = operation ?? capture.operation
  if (id === undefined) throw new TypeError('The text contains no path, so its call is unknown: choose the call.')
  if (!isSealedId(id)) throw new TypeError(`Unknown call ${id}: use the id of a sealed call, such as notifyDeposit.`)
  return operations[id]
}

function parseBoundRequest(text: string = ''): Opening['request'] {
  const capture = parseCapture(text)
  if (!capture) return { time: '', text: '' }
  return { time: readField(capture, 'time'), text: readField(capture, 'sign') || readField(capture, 'data') }
}

function readField({ fields }: CapturedMessage, name: string): string {
  const value = fields[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

interface OpeningAction {
  readonly name: string
  readonly note: string
  readonly show: () => Promise<string> | string
}

function listSteps(opening: Opening): readonly OpeningAction[] {
  const { call, capture, profile } = opening
  const firstStep: OpeningAction = {
    name: capture.direction === 'request' ? 'Request' : 'Response',
    note: 'The fields as sent. Long ones are shortened.',
    show: () => JSON.stringify(shortenFields(capture.fields), undefined, 2),
  }
  if (call.family === 'v1') return [firstStep, ...listEnvelopeSteps(opening)]
  if (capture.direction === 'answer' && profile.responses === 'plain')
    return [{ ...firstStep, note: 'This profile does not seal responses of this family. Only TLS protects them.' }]
  return [firstStep, ...listQuerySteps(opening)]
}

function listQuerySteps(opening: Opening): readonly OpeningAction[] {
  const { capture, keys, name, profile } = opening
  const suiteWordsOfMerchant = suiteWords[name]
  const data = readField(capture, 'data')
  const sealedText = suiteWordsOfMerchant.describeSealedText(data)
  const open = async (): Promise<string> => {
    const { plaintext } = await profile.suite.query.open(data, buildContext(opening), getOpenOptions(opening))
    return decodeText(plaintext)
  }
  return [
    { name: 'Sealed text', note: sealedText.note, show: () => sealedText.text },
    {
      name: 'Opened and verified',
      note: `${suiteWordsOfMerchant.opening.query(keys)} ${suiteWordsOfMerchant.proof.query(keys)}`,
      show: open,
    },
  ]
}

function listEnvelopeSteps(opening: Opening): readonly OpeningAction[] {
  const { capture, keys, name, profile } = opening
  const suiteWordsOfMerchant = suiteWords[name]
  const [data, sign] = [readField(capture, 'data'), readField(capture, 'sign')]
  const sealedText = suiteWordsOfMerchant.describeSealedText(data)
  const { envelope } = profile.suite
  let plaintext: Uint8Array = new Uint8Array()
  return [
    { name: 'Sealed text', note: sealedText.note, show: () => sealedText.text },
    {
      name: 'Opened',
      note: `${suiteWordsOfMerchant.opening.envelope(keys)} It is not verified yet.`,
      async show() {
        plaintext = await envelope.open(data, getOpenOptions(opening))
        return decodeText(plaintext)
      },
    },
    {
      name: 'MD5',
      note: 'The interface signs the MD5 of exactly these bytes.',
      show: () => hash('md5', plaintext),
    },
    {
      name: 'Verified',
      note: suiteWordsOfMerchant.proof.envelope(keys),
      async show() {
        await envelope.verify(plaintext, sign, buildContext(opening), getOpenOptions(opening))
        return suiteWordsOfMerchant.describeSignature(sign)
      },
    },
  ]
}

const getOpenOptions = ({ capture }: Opening) => ({
  limits: capture.direction === 'request' ? requestLimits : responseLimits,
  now: Date.now(),
})

function buildContext({ appId, capture, path, profile, request }: Opening): Context {
  const { direction } = capture
  const context = { direction, audience: profile.party.own, appId, path }
  if (direction === 'request') return { ...context, time: readField(capture, 'time') }
  const response = { code: readField(capture, 'code'), msg: readField(capture, 'msg'), request: request.text }
  return { ...context, time: request.time, response }
}

async function runStep({ name, note, show }: OpeningAction): Promise<OpeningStep> {
  try {
    return { name, note, text: await show(), failed: false }
  } catch (error) {
    if (!isRejection(error)) throw error
    return { name, note: describeRejection(error.reason), text: '', failed: true }
  }
}

interface RejectionInfo {
  readonly reason: RejectionReason
}

// Suites throw detailed errors. The public functions hide these details.
const isRejection = (error: unknown): error is Error & RejectionInfo => error instanceof Error && 'reason' in error

/** Lets the party accept or reject the message. The steps only explain its decision. */
async function readOutcome(opening: Opening): Promise<Pick<OpenedMessage, 'content' | 'rejection'>> {
  const { profile } = opening
  let reason: RejectionReason = 'framing'
  const party = createParty(profile, { onRejected: (report) => ({ reason } = report) })
  try {
    return { content: await readContent(opening, party) }
  } catch (error) {
    if (!isEncryptionError(error)) throw error
    return {
      rejection: isEncryptionError(error, 'ENVELOPE_REJECTED') ? describeRejection(reason) : error.message,
    }
  }
}

async function readContent({ call, capture, path, request }: Opening, party: Party): Promise<unknown> {
  const { id, method } = call
  const bytes = new TextEncoder().encode(capture.body)
  if (capture.direction === 'answer') {
    const binding = { operation: id, path, time: request.time, request: request.text }
    const sealedRequest: SealedRequest = { operation: id, method, path, query: '', binding }
    return (await party.openResponse(sealedRequest, bytes)).response
  }
  const frame = capture.isQuery ? readQuery(new URLSearchParams(capture.body)) : readEnvelope(bytes)
  const { parameters, issues } = await party.openRequest(id, path, frame)
  return parameters ?? { issues }
}

const maxCharacters = 120

const shortenFields = (fields: CapturedMessage['fields']): CapturedMessage['fields'] =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > maxCharacters
        ? `${value.slice(0, maxCharacters)}… (${value.length} characters)`
        : value,
    ]),
  )

const decodeText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
