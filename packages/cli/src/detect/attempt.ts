// Opens data and verifies sign of one message, and decides how far that proves the settings.
import type { Message } from './capture/index.ts'
import type { OpenedData } from './compact-data.ts'
import { type Content, contentOf } from './content.ts'
import type { SignedParts } from './contents.ts'
import { type DataSearch, openData } from './data.ts'
import { carried } from './encodings.ts'
import type { KeyHalf } from './keys.ts'
import type { Stage } from './settings.ts'
import { type SignSearch, verifySign } from './sign.ts'

/** How far the settings are proven. */
export type Evidence = 'opens' | 'structure only' | 'verifies'

/** One way to open a message, with what its signature says about it. */
export interface Attempt {
  readonly data?: DataSearch | undefined
  readonly opened?: OpenedData | undefined
  /** The object or list that was opened. */
  readonly content?: Content | undefined
  readonly sign?: SignSearch | undefined
  /** What the message offers to sign. */
  readonly parts: SignedParts
}

/** Of several ways to open a message, the one that the signature confirms. */
export function bestAttempt(message: Message, halves: readonly KeyHalf[]): Attempt {
  const data = message.data === undefined ? undefined : openData(message.data, halves)
  const openings: readonly (OpenedData | undefined)[] = data?.opened.length ? data.opened : [undefined]
  const attempts = openings.map((opened): Attempt => {
    const parts = partsOf(message, data, opened)
    const sign = message.sign === undefined ? undefined : verifySign(message.sign, parts, halves)
    return { data, opened, content: opened && contentOf(opened.plaintext), sign, parts }
  })
  const signed = attempts.find(({ sign }) => sign?.verified)
  return signed ?? attempts.find(({ content }) => content) ?? attempts[0] ?? { parts: { parts: {} } }
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

/** Whether a signature verifies over something in the message. */
const isSigned = ({ opened, sign }: Attempt): boolean => isInnerSigned(opened) || sign?.verified !== undefined

/** Whether the opened bytes are proven: they are an object or a list, or a signature covers them. */
const isOpen = ({ opened, content, sign }: Attempt): boolean =>
  content !== undefined || isInnerSigned(opened) || sign?.verified?.over?.part === 'plaintext'

function isInnerSigned(opened: OpenedData | undefined): boolean {
  if (opened?.settings.kind === 'JWS') return opened.settings.signature !== undefined
  return opened?.settings.kind === 'JWE' && opened.settings.inner?.signature !== undefined
}

/** Whether the settings explain the whole message. */
export const isExplained = (attempt: Attempt): boolean =>
  attempt.opened !== undefined && isOpen(attempt) && [undefined, 'json'].includes(failureOf(attempt)?.name)

/** What proves the settings. */
export function evidenceOf(attempt: Attempt): readonly Evidence[] {
  const { data, sign } = attempt
  const proofs = [
    ...(isOpen(attempt) ? (['opens'] as const) : []),
    ...(isSigned(attempt) ? (['verifies'] as const) : []),
  ]
  if (proofs.length > 0) return proofs
  return data?.hasStructure || sign?.hasStructure ? ['structure only'] : []
}

/** The first step that fails. */
export function failureOf(attempt: Attempt): Stage | undefined {
  const { data, opened, sign } = attempt
  if (data === undefined) return nothingSealed
  const isOwn = opened === undefined && sign?.schemes[0]?.half.owner === 'own'
  if (isOwn && data.stage) return { ...data.stage, next: ownMessage }
  // A signature over the opened bytes decides before their form does.
  if (data.stage?.name === 'json' && !isOpen(attempt)) return sign?.stage ?? data.stage
  return data.stage ?? sign?.stage
}

const ownMessage =
  'The own key made sign, so this is your own message: only the private key of the other party opens its data.'

const nothingSealed: Stage = {
  name: 'encoding',
  what: 'the message has no sealed data',
  next: 'Capture a call that succeeds and has content. Failures, and answers of the modern profile, travel unsealed.',
}
