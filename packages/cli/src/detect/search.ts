import type { Message } from './capture/index.ts'
import { type Content, contentOf } from './content.ts'
import { type Form, type SignedParts, signedContents } from './contents.ts'
// Runs the steps on one message, and joins what they find.
import { callsOf, type CallFacts, isFailure, mismatchOf } from './contract.ts'
import { type DataSearch, openData, type OpenedData } from './data.ts'
import { carried } from './encodings.ts'
import { hintsOf } from './hints.ts'
import type { KeyHalf } from './keys.ts'
import { digest } from './mgf1.ts'
import type { Used } from './profile.ts'
import type { DataSettings, SignSettings, Stage } from './settings.ts'
import { type SignSearch, verifySign } from './sign.ts'

/** How far the settings are proven. */
export type Evidence = 'opens' | 'structure only' | 'verifies'

/** Exact bytes that were opened or may be signed. */
export interface ComparedBytes {
  readonly name: string
  readonly hex: string
  /** The same as text, if they are UTF-8. */
  readonly text?: string
  /** Their digest, if the signature shows its hash. */
  readonly digest?: string
}

/** What the search found in one message. */
export interface Finding {
  readonly where: string
  readonly direction?: 'answer' | 'request'
  readonly path?: string
  readonly appId?: string
  readonly time?: string
  /** Whether the settings explain the whole message. */
  readonly fits: boolean
  readonly evidence: readonly Evidence[]
  readonly data?: DataSettings
  readonly sign?: SignSettings
  /** The first step that fails. If the settings fit, only the contract can fail. */
  readonly stage?: Stage
  /** Calls that have such content. */
  readonly calls: readonly string[]
  readonly hints: readonly string[]
  /** If the settings do not fit: the opened bytes, what the sender may have signed, and what the signature contains. */
  readonly compared: readonly ComparedBytes[]
}

/** The settings of a finding, if they explain its message. */
export const usedIn = ({ fits, data, sign, time }: Finding): readonly Used[] =>
  fits && data ? [{ data, sign, time }] : []

/** Searches the settings of one message. */
export function investigate(message: Message, halves: readonly KeyHalf[]): Finding {
  const data = message.data === undefined ? undefined : openData(message.data, halves)
  const attempt = bestOf(message, data, halves)
  const { opened, sign } = attempt
  const content = opened && contentOf(opened.plaintext)
  const isSigned = isVerified(opened?.settings) || sign?.verified !== undefined
  const stage = data === undefined ? nothingSealed(message) : firstOf(data.stage, opened, sign, isSigned)
  const fits =
    opened !== undefined &&
    (content !== undefined || isSigned) &&
    (stage === undefined || stage.name === 'json')
  const facts = content && factsOf(message, content)
  const calls = content && facts ? callsOf(content.value, facts) : []
  const outside = fits && content && facts && calls.length === 0 && !isFailure(content.value)
  const shown = stage ?? (outside ? notInContract(mismatchOf(content.value, facts)) : undefined)
  const settings = { data: opened?.settings, sign: sign?.verified }
  return {
    ...placeOf(message, content),
    fits,
    evidence: evidenceOf(
      content !== undefined || (fits && isSigned),
      isSigned,
      Boolean(data?.hasStructure) || Boolean(sign?.hasStructure),
    ),
    ...(settings.data && { data: settings.data }),
    ...(settings.sign && { sign: settings.sign }),
    ...(shown && { stage: shown }),
    calls,
    hints: hintsOf({ message, content, ...settings }),
    compared: fits ? [] : comparedBytes(attempt),
  }
}

interface Attempt {
  readonly opened?: OpenedData | undefined
  readonly sign?: SignSearch | undefined
  readonly parts: SignedParts
}

/** Of several ways to open, the one that the signature confirms. */
function bestOf(message: Message, data: DataSearch | undefined, halves: readonly KeyHalf[]): Attempt {
  const openings: readonly (OpenedData | undefined)[] = data?.opened.length ? data.opened : [undefined]
  const attempts = openings.map((opened) => {
    const parts = partsOf(message, data, opened)
    return {
      opened,
      parts,
      sign: message.sign === undefined ? undefined : verifySign(message.sign, parts, halves),
    }
  })
  const signed = attempts.find(({ sign }) => sign?.verified)
  const readable = attempts.find(({ opened }) => opened && contentOf(opened.plaintext))
  return signed ?? readable ?? attempts[0] ?? { parts: { parts: {} } }
}

function partsOf(
  message: Message,
  data: DataSearch | undefined,
  opened: OpenedData | undefined,
): SignedParts {
  const cipherText = message.data === undefined ? undefined : Buffer.from(carried(message.data).bare)
  const cipherBytes = data?.decoded[0]?.bytes
  return {
    parts: {
      ...(opened && { plaintext: opened.plaintext }),
      ...(cipherText && { 'cipher text': cipherText }),
      ...(cipherBytes && { 'cipher bytes': cipherBytes }),
    },
    appId: message.appId,
    time: message.time,
  }
}

/** The first step that fails. A signature over the opened bytes proves them even if they are no JSON. */
function firstOf(
  stage: Stage | undefined,
  opened: OpenedData | undefined,
  sign: SignSearch | undefined,
  isSigned: boolean,
): Stage | undefined {
  if (opened === undefined && stage && sign?.schemes[0]?.half.owner === 'own')
    return { ...stage, next: ownMessage }
  if (opened === undefined || stage === undefined || stage.name !== 'json') return stage ?? sign?.stage
  return isSigned ? stage : (sign?.stage ?? stage)
}

const ownMessage =
  'The own key made sign, so this is your own message: only the private key of the other party opens its data.'

const isVerified = (settings: DataSettings | undefined): boolean =>
  settings?.kind === 'JWS'
    ? Boolean(settings.signature)
    : settings?.kind === 'JWE' && Boolean(settings.inner?.signature)

const nothingSealed = ({ plain }: Message): Stage => ({
  name: 'encoding',
  what: plain === undefined ? 'the message has no data' : 'data is not sealed: it is JSON',
  next: 'Capture a call that succeeds and has content. Failures, and answers of the modern profile, travel unsealed.',
})

const notInContract = (what: string): Stage => ({
  name: 'contract',
  what,
  next: 'The settings fit. Set other names of members with the knob names of the profile.',
})

function evidenceOf(opens: boolean, verifies: boolean, hasStructure: boolean): readonly Evidence[] {
  if (opens || verifies)
    return [...(opens ? (['opens'] as const) : []), ...(verifies ? (['verifies'] as const) : [])]
  return hasStructure ? ['structure only'] : []
}

function placeOf(
  message: Message,
  content: Content | undefined,
): Pick<Finding, 'appId' | 'direction' | 'path' | 'time' | 'where'> {
  const { where, path, appId, time } = message
  const direction = directionOf(message, content)
  return {
    where,
    ...(direction && { direction }),
    ...(path !== undefined && { path }),
    ...(appId !== undefined && { appId }),
    ...(time !== undefined && { time }),
  }
}

/** `{data}` alone may be either; a sealed answer contains its code. */
function directionOf(
  { direction, appId, members }: Message,
  content: Content | undefined,
): Message['direction'] {
  const isSealedAnswer = content !== undefined && 'code' in content.value && 'msg' in content.value
  if (isSealedAnswer) return 'answer'
  return appId === undefined && members.length < 2 && content === undefined ? undefined : direction
}

function factsOf(message: Message, content: Content): CallFacts {
  return {
    direction: directionOf(message, content) ?? 'request',
    path: message.path,
    families: message.sign === undefined ? ['v2', 'mpc'] : ['v1'],
  }
}

const shownForms: ReadonlySet<Form> = new Set(['md5-hex-lower', 'text'])

/** The likely candidates, and the digest that the signature contains. */
function comparedBytes({ parts, sign }: Attempt): readonly ComparedBytes[] {
  const hash = sign?.schemes[0]?.hash
  // Without a signature, only what was opened is worth a look.
  const candidates = [...signedContents({ parts: parts.parts })].filter(({ form, join, part }) =>
    sign === undefined
      ? part === 'plaintext' && form === 'text'
      : join === undefined && shownForms.has(form) && part !== 'cipher bytes',
  )
  const contained = (sign?.schemes ?? []).flatMap(({ contains, half, name }) =>
    contains ? [{ name: `digest in sign (${half.name}, ${name})`, hex: hexOf(contains) }] : [],
  )
  return [
    ...contained,
    ...candidates.map(({ name, bytes }) => ({
      name,
      hex: hexOf(bytes),
      ...textOf(bytes),
      ...(hash && { digest: digest(hash, bytes).toString('hex') }),
    })),
  ]
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

function textOf(bytes: Uint8Array): { readonly text?: string } {
  const text = Buffer.from(bytes).toString('utf8')
  return Buffer.compare(Buffer.from(text), bytes) === 0 ? { text } : {}
}
