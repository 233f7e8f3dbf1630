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
  answerLimits,
  type Context,
  pathOf,
  requestLimits,
  rejectionText,
} from '@custody-wallet/encryption/internal'
import { keyIds, type MerchantName, type Side } from '@custody-wallet/server/demo'
import { operations } from '@custody-wallet/types/operations'

import { type Captured, capturedIn, isSealedId } from './captured.ts'
import { type Keys, suiteWords } from './suites.ts'

/** A message to open. */
export interface MessageToOpen {
  /** The captured text: a request line, an address, a curl line, or JSON. */
  readonly message: string
  /** Whose keys open it; the merchant of its app_id, or the first demo merchant, unless given. */
  readonly appId?: string | undefined
  /** Call that it belongs to; found by its path unless given. */
  readonly operation?: string | undefined
  /** The side that got it: the platform for requests and the merchant for answers, unless given. */
  readonly reader?: Side | undefined
  /** The request that an answer belongs to. Signatures of `modern` cover it. */
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
export type ProfileOf = (
  appId: string,
  side: Side,
) => { readonly name: MerchantName; readonly profile: Profile }

const otherSide = { merchant: 'platform', platform: 'merchant' } as const

/** Opens a message. A text without a message, or without its call, is a `TypeError`. */
export async function openMessage(given: MessageToOpen, profileOf: ProfileOf): Promise<OpenedMessage> {
  const opening = openingOf(given, profileOf)
  const { appId, call, captured, keys } = opening
  const facts = { appId, operation: call.id, direction: captured.direction, reader: keys.reader }
  const steps: OpeningStep[] = []
  for (const step of stepsOf(opening)) {
    const done = await attempted(step)
    steps.push(done)
    if (done.failed) break
  }
  return { ...facts, steps, ...(await outcomeOf(opening)) }
}

type SealedCall = (typeof operations)[SealedId]

interface Opening {
  readonly appId: string
  readonly call: SealedCall
  readonly path: string
  readonly captured: Captured
  readonly keys: Keys
  readonly name: MerchantName
  readonly profile: Profile
  /** The signature of the request, or its sealed text, that an answer is bound to. */
  readonly request: { readonly time: string; readonly text: string }
}

function openingOf(given: MessageToOpen, profileOf: ProfileOf): Opening {
  const captured = capturedIn(given.message)
  if (!captured)
    throw new TypeError(
      'The text has no message: give an address with app_id and data, a curl line, or the JSON of an envelope or an answer.',
    )
  const call = callOf(given, captured)
  const reader = given.reader ?? (captured.direction === 'request' ? 'platform' : 'merchant')
  const sender = otherSide[reader]
  const appId = given.appId ?? textIn(captured, 'app_id')
  const { name, profile } = profileOf(appId, reader)
  const path = captured.path ?? pathOf(call.id, profile.segments)
  const keys = { reader, sender, opens: keyIds[reader].encryption, verifies: keyIds[sender].signature }
  return { appId, call, path, captured, keys, name, profile, request: boundRequest(given.request) }
}

/** The call that is named, or that the text shows by its path. */
function callOf({ operation }: MessageToOpen, captured: Captured): SealedCall {
  const id = operation ?? captured.operation
  if (id === undefined)
    throw new TypeError('The text does not show which call it belongs to: choose the call.')
  if (!isSealedId(id)) throw new TypeError(`There is no sealed call ${id}.`)
  return operations[id]
}

/** What an answer is bound to. */
function boundRequest(text: string = ''): Opening['request'] {
  const captured = capturedIn(text)
  if (!captured) return { time: '', text: '' }
  return { time: textIn(captured, 'time'), text: textIn(captured, 'sign') || textIn(captured, 'data') }
}

function textIn({ members }: Captured, name: string): string {
  const value = members[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

interface Step {
  readonly name: string
  readonly note: string
  readonly show: () => Promise<string> | string
}

function stepsOf(opening: Opening): readonly Step[] {
  const { call, captured, profile } = opening
  const carried: Step = {
    name: captured.direction === 'request' ? 'Request' : 'Answer',
    note: 'The members as they travelled. Long ones are shortened.',
    show: () => JSON.stringify(shortened(captured.members), undefined, 2),
  }
  if (call.family === 'v1') return [carried, ...envelopeSteps(opening)]
  if (captured.direction === 'answer' && profile.answers === 'plain')
    return [
      { ...carried, note: 'This profile does not seal answers of this family: TLS alone protects them.' },
    ]
  return [carried, ...querySteps(opening)]
}

function querySteps(opening: Opening): readonly Step[] {
  const { captured, keys, name, profile } = opening
  const words = suiteWords[name]
  const data = textIn(captured, 'data')
  const sealed = words.sealed(data)
  const open = async (): Promise<string> => {
    const { plaintext } = await profile.suite.query.open(data, contextOf(opening), optionsOf(opening))
    return textOf(plaintext)
  }
  return [
    { name: 'Sealed text', note: sealed.note, show: () => sealed.text },
    {
      name: 'Opened and verified',
      note: `${words.opening.query(keys)} ${words.proof.query(keys)}`,
      show: open,
    },
  ]
}

function envelopeSteps(opening: Opening): readonly Step[] {
  const { captured, keys, name, profile } = opening
  const words = suiteWords[name]
  const [data, sign] = [textIn(captured, 'data'), textIn(captured, 'sign')]
  const sealed = words.sealed(data)
  const { envelope } = profile.suite
  let plaintext: Uint8Array = new Uint8Array()
  return [
    { name: 'Sealed text', note: sealed.note, show: () => sealed.text },
    {
      name: 'Opened',
      note: `${words.opening.envelope(keys)} It is not verified yet.`,
      async show() {
        plaintext = await envelope.open(data, optionsOf(opening))
        return textOf(plaintext)
      },
    },
    {
      name: 'MD5',
      note: 'What the interface signs: the MD5 of exactly these bytes.',
      show: () => hash('md5', plaintext),
    },
    {
      name: 'Verified',
      note: words.proof.envelope(keys),
      async show() {
        await envelope.verify(plaintext, sign, contextOf(opening), optionsOf(opening))
        return words.signature(sign)
      },
    },
  ]
}

const optionsOf = ({ captured }: Opening) => ({
  limits: captured.direction === 'request' ? requestLimits : answerLimits,
  now: Date.now(),
})

function contextOf({ appId, captured, path, profile, request }: Opening): Context {
  const { direction } = captured
  const context = { direction, audience: profile.party.own, appId, path }
  if (direction === 'request') return { ...context, time: textIn(captured, 'time') }
  const answer = { code: textIn(captured, 'code'), msg: textIn(captured, 'msg'), request: request.text }
  return { ...context, time: request.time, answer }
}

async function attempted({ name, note, show }: Step): Promise<OpeningStep> {
  try {
    return { name, note, text: await show(), failed: false }
  } catch (error) {
    if (!isRejection(error)) throw error
    return { name, note: rejectionText(error.reason), text: '', failed: true }
  }
}

interface Rejected {
  readonly reason: RejectionReason
}

// Suites throw what the public functions turn into one and the same error.
const isRejection = (error: unknown): error is Error & Rejected => error instanceof Error && 'reason' in error

/** What the party itself says about the message: it decides, and the steps only show how. */
async function outcomeOf(opening: Opening): Promise<Pick<OpenedMessage, 'content' | 'rejection'>> {
  const { profile } = opening
  let reason: RejectionReason = 'framing'
  const party = createParty(profile, { onRejected: (report) => ({ reason } = report) })
  try {
    return { content: await contentOf(opening, party) }
  } catch (error) {
    if (!isEncryptionError(error)) throw error
    return {
      rejection: isEncryptionError(error, 'ENVELOPE_REJECTED') ? rejectionText(reason) : error.message,
    }
  }
}

async function contentOf({ call, captured, path, request }: Opening, party: Party): Promise<unknown> {
  const { id, method } = call
  const bytes = new TextEncoder().encode(captured.body)
  if (captured.direction === 'answer') {
    const binding = { operation: id, path, time: request.time, request: request.text }
    const sent: SealedRequest = { operation: id, method, path, query: '', binding }
    return (await party.openResponse(sent, bytes)).answer
  }
  const frame = captured.isQuery ? readQuery(new URLSearchParams(captured.body)) : readEnvelope(bytes)
  const { parameters, issues } = await party.openRequest(id, path, frame)
  return parameters ?? { issues }
}

const shownSigns = 120

const shortened = (members: Captured['members']): Captured['members'] =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > shownSigns
        ? `${value.slice(0, shownSigns)}… (${value.length} characters)`
        : value,
    ]),
  )

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
