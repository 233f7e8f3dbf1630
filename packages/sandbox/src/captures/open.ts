// Opens a captured message with the keys of this sandbox, step by step. Only control may ask for it: it says why a message
// is rejected, which would help others to forge messages.
import { hash } from 'node:crypto'

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
import { keyIds, type MerchantName, type Side } from '@custody-wallet/server/demo'
import { operations } from '@custody-wallet/types/operations'

import { type CapturedMessage, parseCapture, isSealedId } from './captured.ts'
import { type KeyNames, suiteWords } from './suites.ts'

/** A message to open. */
export interface MessageToOpen {
  /** The captured text: a request line, an address, a curl line, or JSON. */
  readonly message: string
  /** Whose keys open it; the merchant of its app_id, or the first demo merchant, unless given. */
  readonly appId?: string | undefined
  /** Call that it belongs to; found by its path unless given. */
  readonly operation?: string | undefined
  /** The side that got it: the platform for requests and the merchant for responses, unless given. */
  readonly reader?: Side | undefined
  /** The request that a response belongs to. Signatures of `modern` cover it. */
  readonly request?: string | undefined
}

/** One step of opening a message. */
interface OpeningStep {
  readonly name: string
  /** What happened: which key, which padding, what the signature covers. */
  readonly note: string
  readonly text: string
  readonly failed: boolean
}

/** What came out of a message. */
export interface OpenedMessage {
  readonly appId: string
  readonly operation: string
  readonly direction: 'request' | 'answer'
  readonly reader: Side
  readonly steps: readonly OpeningStep[]
  /** Why it is rejected. */
  readonly rejection?: string
  /** Its content in plain form, if it is accepted. */
  readonly content?: unknown
}

/** The profile of one side of a merchant. */
export type GetProfile = (
  appId: string,
  side: Side,
) => { readonly name: MerchantName; readonly profile: Profile }

const otherSide = { merchant: 'platform', platform: 'merchant' } as const

/** Opens a message. A text without a message, or without its call, is a `TypeError`. */
export async function openMessage(input: MessageToOpen, getProfile: GetProfile): Promise<OpenedMessage> {
  const opening = prepareOpening(input, getProfile)
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
  /** The signature of the request, or its sealed text, that a response is bound to. */
  readonly request: { readonly time: string; readonly text: string }
}

function prepareOpening(input: MessageToOpen, getProfile: GetProfile): Opening {
  const capture = parseCapture(input.message)
  if (!capture)
    throw new TypeError(
      'The text has no message: give an address with app_id and data, a curl line, or the JSON of an envelope or a response.',
    )
  const call = findCall(input, capture)
  const reader = input.reader ?? (capture.direction === 'request' ? 'platform' : 'merchant')
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

/** The call that is named, or that the text shows by its path. */
function findCall({ operation }: MessageToOpen, capture: CapturedMessage): SealedCall {
  const id = operation ?? capture.operation
  if (id === undefined)
    throw new TypeError('The text does not show which call it belongs to: choose the call.')
  if (!isSealedId(id)) throw new TypeError(`There is no sealed call ${id}.`)
  return operations[id]
}

/** What a response is bound to. */
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
    name: capture.direction === 'request' ? 'Request' : 'Answer',
    note: 'The fields as they travelled. Long ones are shortened.',
    show: () => JSON.stringify(shortenFields(capture.fields), undefined, 2),
  }
  if (call.family === 'v1') return [firstStep, ...listEnvelopeSteps(opening)]
  if (capture.direction === 'answer' && profile.responses === 'plain')
    return [
      { ...firstStep, note: 'This profile does not seal responses of this family: TLS alone protects them.' },
    ]
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
      note: 'What the interface signs: the MD5 of exactly these bytes.',
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

// Suites throw what the public functions turn into one and the same error.
const isRejection = (error: unknown): error is Error & RejectionInfo =>
  error instanceof Error && 'reason' in error

/** What the party itself says about the message: it decides, and the steps only show how. */
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
