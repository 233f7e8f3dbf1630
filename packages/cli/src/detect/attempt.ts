import type { Message } from './capture/index.ts'
import type { DataResult } from './compact-data.ts'
import { readCarriage } from './encodings.ts'
import { type Content, readContent } from './json-content.ts'
import type { KeyHalf } from './keys.ts'
import { type DataSearch, openData } from './open-data.ts'
import type { Stage } from './settings.ts'
import { type SignSearch, verifySign } from './sign.ts'
import type { SignedParts } from './signed-content.ts'

/** Proof of the settings. */
export type Evidence = 'opens' | 'structure only' | 'verifies'

/** One way to open a message, and the search of its signature. */
export interface Attempt {
  readonly data?: DataSearch | undefined
  readonly opening?: DataResult | undefined
  /** Content, if it is a JSON object or list. */
  readonly content?: Content | undefined
  readonly sign?: SignSearch | undefined
  /** Parts of the message that may be signed. */
  readonly parts: SignedParts
}

/** Tries all ways to open a message and returns the one that the signature confirms, if any. */
export function findBestAttempt(message: Message, halves: readonly KeyHalf[]): Attempt {
  const data = message.data === undefined ? undefined : openData(message.data, halves)
  const openings: readonly (DataResult | undefined)[] = data?.openings.length ? data.openings : [undefined]
  const attempts = openings.map((opening): Attempt => {
    const parts = listParts(message, data, opening)
    const sign = message.sign === undefined ? undefined : verifySign(message.sign, parts, halves)
    return { data, opening, content: opening && readContent(opening.plaintext), sign, parts }
  })
  const signedAttempt = attempts.find(({ sign }) => sign?.verified)
  return signedAttempt ?? attempts.find(({ content }) => content) ?? attempts[0] ?? { parts: { parts: {} } }
}

function listParts(message: Message, data: DataSearch | undefined, opening: DataResult | undefined): SignedParts {
  const cipherText = message.data === undefined ? undefined : Buffer.from(readCarriage(message.data).bare)
  const cipherBytes = data?.decoded[0]?.bytes
  return {
    parts: {
      ...(opening && { plaintext: opening.plaintext }),
      ...(cipherText && { 'cipher text': cipherText }),
      ...(cipherBytes && { 'cipher bytes': cipherBytes }),
    },
    appId: message.appId,
    time: message.time,
  }
}

/** Whether a signature verifies over something in the message. */
const isSigned = ({ opening, sign }: Attempt): boolean => isInnerSigned(opening) || sign?.verified !== undefined

/** Whether the opened bytes are proven: JSON content, or a signature that covers them. */
const isOpen = ({ opening, content, sign }: Attempt): boolean =>
  content !== undefined || isInnerSigned(opening) || sign?.verified?.over?.part === 'plaintext'

function isInnerSigned(opening: DataResult | undefined): boolean {
  if (opening?.settings.kind === 'JWS') return opening.settings.signature !== undefined
  return opening?.settings.kind === 'JWE' && opening.settings.inner?.signature !== undefined
}

/** Whether the settings explain the whole message. */
export const isExplained = (attempt: Attempt): boolean =>
  attempt.opening !== undefined && isOpen(attempt) && [undefined, 'json'].includes(findFailure(attempt)?.name)

/** Lists what proves the settings. */
export function listEvidence(attempt: Attempt): readonly Evidence[] {
  const { data, sign } = attempt
  const proofs = [
    ...(isOpen(attempt) ? (['opens'] as const) : []),
    ...(isSigned(attempt) ? (['verifies'] as const) : []),
  ]
  if (proofs.length > 0) return proofs
  return data?.hasStructure || sign?.hasStructure ? ['structure only'] : []
}

/** Finds the first step that fails. */
export function findFailure(attempt: Attempt): Stage | undefined {
  const { data, opening, sign } = attempt
  if (data === undefined) return nothingSealed
  const isOwn = opening === undefined && sign?.schemes[0]?.half.owner === 'own'
  if (isOwn && data.stage) return { ...data.stage, next: ownMessage }
  // A signature over the opened bytes matters more than their form.
  if (data.stage?.name === 'json' && !isOpen(attempt)) return sign?.stage ?? data.stage
  return data.stage ?? sign?.stage
}

const ownMessage =
  'Your own key made sign, so this is your own message: only the private key of the other party opens its data.'

const nothingSealed: Stage = {
  name: 'encoding',
  what: 'the message has no encrypted data',
  next: 'Capture a successful call with content. Failures and some responses of the modern profile are not encrypted.',
}
