// Opens `data` with the available keys, or says which step fails.
import { openBlocks, type OpenedBlocks } from './blocks.ts'
import { contentFault, contentOf } from './content.ts'
import { type Decoded, decodingsOf, firstForeign } from './encodings.ts'
import { type Compact, type Header, isKnownJwe, openJwe, readCompact, readJws, textIn } from './jose.ts'
import type { KeyHalf } from './keys.ts'
import { isRecord } from './records.ts'
import {
  type DataSettings,
  type JoseSettings,
  type SignatureSettings,
  type Stage,
  stages,
  usedKey,
} from './settings.ts'
import type { Scheme } from './signatures.ts'

/** `data` that a key opened. */
export interface OpenedData {
  readonly settings: DataSettings
  readonly plaintext: Uint8Array
}

export interface DataSearch {
  readonly opened: readonly OpenedData[]
  /** The step that fails, if nothing opens to an object or a list. */
  readonly stage?: Stage
  /** Whether the form is one of those that the search knows. */
  readonly hasStructure: boolean
  /** Readings of the text as bytes. */
  readonly decoded: readonly Decoded[]
}

/** Opens `data` in every way that the keys allow. */
export function openData(text: string, halves: readonly KeyHalf[]): DataSearch {
  const compact = readCompact(text)
  return compact === undefined ? openText(text, halves) : openCompact(compact, halves)
}

function openText(text: string, halves: readonly KeyHalf[]): DataSearch {
  const decoded = decodingsOf(text)
  const [first] = decoded
  if (first === undefined) return { opened: [], decoded, hasStructure: false, stage: foreign(text) }
  const searches = decoded.map((each) => openDecoded(each, halves))
  const opened = searches.flatMap((search) => search.opened)
  const furthest = searches.reduce((best, search) => (rank(search.stage) > rank(best.stage) ? search : best))
  const stage = opened.length > 0 && searches.some((search) => !search.stage) ? undefined : furthest.stage
  return {
    opened,
    decoded,
    hasStructure: searches.some((search) => search.hasStructure),
    ...(stage && { stage }),
  }
}

const rank = (stage: Stage | undefined): number =>
  stage === undefined ? stages.length : stages.indexOf(stage.name)

const foreign = (text: string): Stage => ({
  name: 'encoding',
  what: `data is neither base64, base64url nor hex: ${firstForeign(text)}`,
  next: 'Check that the capture contains the whole data, and that nothing has changed it.',
})

type BytesSearch = Omit<DataSearch, 'decoded'>

function openDecoded({ bytes, encodings, carriage }: Decoded, halves: readonly KeyHalf[]): BytesSearch {
  const hasStructure = usualModuli.some((size) => bytes.length % size === 0)
  const { opened, fitting, broken } = openBlocks(bytes, halves)
  const found = opened.map((each) => ({
    settings: { ...blockSettings(each), encodings, carriage },
    plaintext: each.plaintext,
  }))
  // Raw RSA accepts every block, so it counts only with JSON; the others show that the padding fits.
  const counting = found.filter(
    ({ settings, plaintext }) => settings.padding.kind !== 'raw' || contentOf(plaintext),
  )
  if (counting.some(({ plaintext }) => contentOf(plaintext))) return { opened: counting, hasStructure }
  const [first] = counting
  if (first) return { opened: counting, hasStructure, stage: notJson(first) }
  if (fitting.length === 0) return { opened: [], hasStructure, stage: noSize(bytes.length, halves) }
  return { opened: [], hasStructure, stage: broken ? brokenAt(broken) : noKey(fitting) }
}

const blockSettings = ({ half, padding: { kind, name, hashes }, blocks, chunk }: OpenedBlocks) => ({
  kind: 'blocks' as const,
  key: usedKey(half),
  padding: { kind, name, ...(hashes && { hashes }) },
  blocks,
  chunk,
})

const notJson = ({ plaintext }: OpenedData): Stage => ({
  name: 'json',
  what: `data opens to ${plaintext.length} bytes that are no JSON object or list: ${contentFault(plaintext)}`,
  next: 'Check whether the sender seals JSON in UTF-8; the bytes are below.',
})

/** Bytes of 1024, 2048, 3072 and 4096 bits. */
const usualModuli = [128, 256, 384, 512] as const

function noSize(length: number, halves: readonly KeyHalf[]): Stage {
  const sizes = [...new Set(halves.map(({ modulusBytes }) => modulusBytes))]
  const fits = usualModuli.filter((size) => length % size === 0).map((size) => `${size * 8} bits`)
  const have = sizes.length === 0 ? 'there is no key' : `the keys have blocks of ${sizes.join(', ')} bytes`
  return {
    name: 'blocks',
    what: `data has ${length} bytes, and ${have}`,
    next:
      fits.length === 0
        ? 'No usual key size divides this, so data may be cut off, or it is not made of RSA blocks.'
        : `It fits a key of ${fits.join(' or ')}. Give the receiver's private key or the sender's public key with --key.`,
  }
}

const brokenAt = ({
  half,
  padding,
  block,
}: {
  half: KeyHalf
  padding: { name: string }
  block: number
}): Stage => ({
  name: 'unwrap',
  what: `${half.name} opens the first block of data (${padding.name}), but not block ${block}`,
  next: 'Check that the blocks of one message are whole and in their order.',
})

const noKey = (fitting: readonly KeyHalf[]): Stage => ({
  name: 'unwrap',
  what: `no padding opens data with ${shownKeys(fitting)}`,
  next: "Give the receiver's private key, or, if its sender seals with a private key, the sender's public key.",
})

const shownKeys = (halves: readonly KeyHalf[]): string =>
  halves.map(({ name, half }) => `${name} (${half} half)`).join(', ')

function openCompact(compact: Compact, halves: readonly KeyHalf[]): DataSearch {
  const { header, kind } = compact
  const found = kind === 'JWE' ? openedJwe(compact, halves) : signed(compact, halves)
  const hasStructure = kind === 'JWE' ? isKnownJwe(header) : isRsaJws(header)
  const stage = found === undefined ? noJwe(header, hasStructure) : stageOf(found)
  return { opened: found ? [found] : [], decoded: [], hasStructure, ...(stage && { stage }) }
}

const isRsaJws = (header: Header): boolean => /^[RP]S(?:256|384|512)$/.test(textIn(header, 'alg'))

const noJwe = (header: Header, isKnown: boolean): Stage => ({
  name: 'unwrap',
  what: isKnown
    ? `no private key opens the JWE (${textIn(header, 'alg')}, ${textIn(header, 'enc')})`
    : `the JWE or JWS has algorithms that no RSA key opens: ${textIn(header, 'alg')} ${textIn(header, 'enc')}`.trim(),
  next: `Give the private key that it is sealed for${textIn(header, 'kid') ? `, whose id is ${textIn(header, 'kid')}` : ''}.`,
})

const stageOf = (opened: OpenedData): Stage | undefined => {
  if (!contentOf(opened.plaintext)) return notJson(opened)
  return unverified(opened.settings) ? noSigner : undefined
}

const unverified = (settings: DataSettings): boolean =>
  settings.kind === 'JWS'
    ? !settings.signature
    : settings.kind === 'JWE' && Boolean(settings.inner) && !settings.inner?.signature

const noSigner: Stage = {
  name: 'signature',
  what: 'no key verifies the JWS in data',
  next: "Give the sender's public key with --key.",
}

function openedJwe(compact: Compact, halves: readonly KeyHalf[]): OpenedData | undefined {
  const opened = openJwe(compact, halves)
  if (opened === undefined) return undefined
  const settings = { kind: 'JWE', key: usedKey(opened.half), jose: joseOf(compact.header) } as const
  const inner = readCompact(Buffer.from(opened.plaintext).toString('latin1'))
  if (inner?.kind !== 'JWS') return { settings, plaintext: opened.plaintext }
  const { payload, scheme } = readJws(inner, halves)
  const signature = scheme && signatureOf(scheme)
  return {
    settings: { ...settings, inner: { jose: joseOf(inner.header), ...(signature && { signature }) } },
    plaintext: payload,
  }
}

/** A JWS in the place of `data`. Anyone can read it, so only its signature is evidence. */
function signed(compact: Compact, halves: readonly KeyHalf[]): OpenedData | undefined {
  const { payload, scheme } = readJws(compact, halves)
  if (scheme === undefined) return undefined
  return {
    settings: { kind: 'JWS', jose: joseOf(compact.header), signature: signatureOf(scheme) },
    plaintext: payload,
  }
}

/** Settings that a scheme stands for. */
export const signatureOf = ({ half, padding, name, hash, mask, salt }: Scheme): SignatureSettings => ({
  key: usedKey(half),
  padding,
  scheme: name,
  ...(hash && { hash }),
  ...(mask && { mask }),
  ...(salt !== undefined && { salt }),
})

/** Settings that a header names. */
export function joseOf(header: Header): JoseSettings {
  const [enc, kid, ctx] = [textIn(header, 'enc'), textIn(header, 'kid'), header['ctx']]
  const claims = isRecord(ctx)
    ? Object.entries(ctx).map(([name, value]) => [name, String(value)] as const)
    : undefined
  return {
    alg: textIn(header, 'alg'),
    ...(enc && { enc }),
    ...(kid && { kid }),
    ...(claims && { ctx: Object.fromEntries(claims) }),
  }
}
