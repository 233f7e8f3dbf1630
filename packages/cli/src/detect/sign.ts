import { listDecodings, describeForeign } from './encodings.ts'
import { type Compact, readJose, readCompact, readJws, readString } from './jose.ts'
import type { KeyHalf } from './keys.ts'
import type { SignedContentName, SignSettings, Spelling, Stage } from './settings.ts'
import { type Scheme, listSchemes, describeSignature } from './signatures.ts'
import { type SignedContent, generateContents, type SignedParts } from './signed-content.ts'

export interface SignSearch {
  /** Settings of a signature that a key verifies over content of the capture. */
  readonly verified?: SignSettings
  /** The step that fails. */
  readonly stage?: Stage
  /** Schemes of the signature if its content is not in the capture. */
  readonly schemes: readonly Scheme[]
  readonly hasStructure: boolean
}

/** Finds the key, scheme and content of a signature. */
export function verifySign(text: string, parts: SignedParts, halves: readonly KeyHalf[]): SignSearch {
  const compact = readCompact(text)
  return compact?.kind === 'JWS' ? verifyJws(compact, parts, halves) : verifyBytes(text, parts, halves)
}

function verifyBytes(text: string, parts: SignedParts, halves: readonly KeyHalf[]): SignSearch {
  const decodings = listDecodings(text)
  const found = decodings.flatMap(({ bytes, encodings, carriage }) =>
    listSchemes(bytes, halves).map((scheme) => ({ scheme, spelling: { encodings, carriage } })),
  )
  const verified = findMatch(found, parts)
  const hasStructure = decodings.some(({ bytes }) => bytes.length >= 128 && bytes.length % 64 === 0)
  if (verified) return { verified, schemes: [], hasStructure }
  const schemes = found.map(({ scheme }) => scheme).filter(({ padding }) => padding === 'pkcs1')
  return { schemes, hasStructure, stage: findStage(text, decodings.at(-1)?.bytes.length, schemes) }
}

interface Candidate {
  readonly scheme: Scheme
  readonly spelling: Spelling
}

/** Usual contents come first, so the first match is the simplest. */
function findMatch(candidates: readonly Candidate[], parts: SignedParts): SignSettings | undefined {
  if (candidates.length === 0) return undefined
  for (const content of generateContents(parts)) {
    const match = candidates.find(({ scheme }) => scheme.isOver(content.bytes))
    if (match)
      return {
        kind: 'RSA',
        ...match.spelling,
        ...describeSignature(match.scheme),
        over: describeContent(content),
      }
  }
  return undefined
}

const describeContent = ({ name, part, form, join }: SignedContent): SignedContentName => ({
  name,
  part,
  form,
  ...(join !== undefined && { join }),
})

function findStage(text: string, length: number | undefined, schemes: readonly Scheme[]): Stage {
  const [scheme] = schemes
  if (length === undefined)
    return {
      name: 'encoding',
      what: `sign is neither base64, base64url nor hex: ${describeForeign(text)}`,
      next: 'Check that the capture contains the whole sign, and that nothing has changed it.',
    }
  if (scheme)
    return {
      name: 'signature',
      what: `${scheme.half.name} made sign (${scheme.name}), over bytes that are not in the capture`,
      next: 'Compare the digest in the signature with the digests below.',
    }
  return {
    name: 'signature',
    what: `no key verifies sign, which has ${length} bytes`,
    next: "Give the sender's public key with --key, and check that data was not changed.",
  }
}

function verifyJws(compact: Compact, parts: SignedParts, halves: readonly KeyHalf[]): SignSearch {
  const isDetached = compact.parts[1] === ''
  const contents = [...generateContents(parts)]
  const { content, scheme } = isDetached
    ? findDetached(compact, contents, halves)
    : findPayload(compact, contents, halves)
  if (scheme === undefined) return { schemes: [], hasStructure: true, stage: describeWrongJws(compact, contents) }
  const settings = {
    kind: 'JWS',
    jose: readJose(compact.header),
    detached: isDetached,
    ...describeSignature(scheme),
  } as const
  if (content === undefined) return { schemes: [scheme], hasStructure: true, stage: describeOtherPayload(scheme) }
  return { verified: { ...settings, over: describeContent(content) }, schemes: [], hasStructure: true }
}

interface JwsMatch {
  readonly content?: SignedContent | undefined
  readonly scheme?: Scheme
}

function findPayload(compact: Compact, contents: readonly SignedContent[], halves: readonly KeyHalf[]): JwsMatch {
  const { payload, scheme } = readJws(compact, halves)
  const content = contents.find(({ bytes }) => Buffer.compare(bytes, payload) === 0)
  return { content, ...(scheme && { scheme }) }
}

/** Tries only parts and their digests, because each attempt costs an RSA operation. */
function findDetached(compact: Compact, contents: readonly SignedContent[], halves: readonly KeyHalf[]): JwsMatch {
  for (const content of contents.filter(({ join }) => join === undefined)) {
    const { scheme } = readJws(compact, halves, content.bytes)
    if (scheme) return { content, scheme }
  }
  return {}
}

const describeWrongJws = ({ header }: Compact, contents: readonly SignedContent[]): Stage => ({
  name: 'signature',
  what: `no key verifies the JWS in sign (${readString(header, 'alg')})${contents.length === 0 ? ', and its content is unknown' : ''}`,
  next: "Give the sender's public key with --key.",
})

const describeOtherPayload = ({ half, name }: Scheme): Stage => ({
  name: 'signature',
  what: `${half.name} made sign (JWS, ${name}), but its payload is not part of the capture`,
  next: 'Compare the payload with the bytes below. If data did not open, give its key first.',
})
