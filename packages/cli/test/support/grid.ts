// Messages with every setting that the search knows, and the expected findings.
import type { DetectKey, Finding } from '../../src/detect/index.ts'
import {
  type Bits,
  computeCapacity,
  digestForms,
  createJwe,
  jweAlgs,
  jweCiphers,
  createJws,
  jwsAlgs,
  listKeys,
  getPairs,
  sealBlocks,
  sealWithOpenssl,
  signWithOpenssl,
  signers,
  spell,
} from './envelopes.ts'

/** A captured message, and the settings that made it. */
export interface GridCase {
  readonly name: string
  readonly captured: string
  readonly keys: readonly DetectKey[]
  readonly expected: Expected
}

/** What the search must find, alone or in a set. */
export interface Expected {
  readonly encoding?: string
  readonly padding?: string
  readonly chunk?: number
  readonly owner?: 'own' | 'peer'
  readonly alg?: string
  readonly enc?: string
  readonly innerAlg?: string
  readonly scheme?: string
  readonly over?: string
}

export const appId = 'shop-1'
const time = '1782000000000'

/** A request of v2 that fits one block, and one that needs several. */
export const shortText: string = JSON.stringify({
  time: 1782000000000,
  charset: 'utf-8',
  version: 'v2',
  max_id: '0',
})
export const longText: string = JSON.stringify({
  time: 1782000000000,
  charset: 'utf-8',
  version: 'v2',
  ids: Array.from({ length: 40 }, (_, at) => `withdrawal-${at}`).join(','),
})
const v1Text = JSON.stringify({ symbol: 'BTC' })

const createRequest = (fields: object): string => JSON.stringify({ app_id: appId, time: Number(time), ...fields })

const typeOne = 'PKCS#1 type 1'
const typeTwo = 'PKCS#1 v1.5 (type 2)'

/** The size of a block by its name; `one` has room for the whole short text. */
const listChunks = (padding: string, bits: Bits) =>
  ([117, 234, 'max', 'one'] as const)
    .map((chunk) => (typeof chunk === 'number' ? chunk : computeCapacity(padding, bits)))
    .map((size, at) => ({ size, text: at === 3 ? shortText : longText }))
    .filter(({ size }) => size <= computeCapacity(padding, bits))

/** Queries: blocks of type 1 of either party, in every encoding and size. */
function listQueries(): readonly GridCase[] {
  return ([1024, 2048, 3072] as const).flatMap((bits) =>
    Object.keys(spell).flatMap((encoding) =>
      listChunks(typeOne, bits).flatMap(({ size, text }) =>
        (['peer', 'own'] as const).map((owner) => {
          const { own, peer } = getPairs(bits)
          const pairs = owner === 'peer' ? { own, peer } : { own: peer, peer: own }
          const data = spell[encoding]?.(sealBlocks(text, typeOne, size, pairs)) ?? ''
          return {
            name: `query of ${owner}, ${bits} bits, blocks of ${size}, ${encoding}`,
            captured: JSON.stringify({ app_id: appId, data }),
            keys: listKeys({ own, peer }),
            expected: { encoding, padding: typeOne, chunk: size, owner },
          }
        }),
      ),
    ),
  )
}

/** Envelopes without a signature: every padding for the receiver. */
function listUnsigned(): readonly GridCase[] {
  const paddings = [typeTwo, 'OAEP, SHA-1', 'OAEP, SHA-256', 'OAEP, SHA-384', 'OAEP, SHA-512', 'none (raw RSA)']
  return ([1024, 2048, 3072] as const).flatMap((bits) =>
    paddings.flatMap((padding) =>
      listChunks(padding, bits)
        .filter(({ size, text }) => size >= 16 && text.length / size < 30)
        .map(({ size, text }, at) => {
          const encoding = Object.keys(spell)[at] ?? 'base64'
          const data = spell[encoding]?.(sealBlocks(text, padding, size, getPairs(bits))) ?? ''
          return {
            name: `envelope, ${bits} bits, ${padding}, blocks of ${size}`,
            captured: JSON.stringify({ data }),
            keys: listKeys(getPairs(bits)),
            expected: { encoding, padding, chunk: size, owner: 'own' as const },
          }
        }),
    ),
  )
}

/** OAEP whose mask has another hash than its label, made by openssl. */
function listMixedHashes(): readonly GridCase[] {
  const mixed = [
    ['sha256', 'sha1', 'OAEP, SHA-256, mask SHA-1'],
    ['sha512', 'sha1', 'OAEP, SHA-512, mask SHA-1'],
    ['sha1', 'sha256', 'OAEP, SHA-1, mask SHA-256'],
    ['sha384', 'sha256', 'OAEP, SHA-384, mask SHA-256'],
    ['sha224', 'md5', 'OAEP, SHA-224, mask MD5'],
    ['md5', 'sha1', 'OAEP, MD5, mask SHA-1'],
  ] as const
  return mixed.map(([label, mask, padding]) => ({
    name: padding,
    captured: JSON.stringify({
      data: sealWithOpenssl(shortText, { label, mask }, getPairs(2048)).toString('base64'),
    }),
    keys: listKeys(getPairs(2048)),
    expected: { encoding: 'base64', padding },
  }))
}

/** The same for PSS. */
function listMixedSignatures(): readonly GridCase[] {
  const pairs = getPairs(2048)
  const data = sealBlocks(v1Text, typeTwo, 245, pairs).toString('base64url')
  const mixed = [
    ['sha256', 'sha1', 'RSA-PSS, SHA-256, mask SHA-1, salt of 32 bytes'],
    ['sha1', 'sha256', 'RSA-PSS, SHA-1, mask SHA-256, salt of 20 bytes'],
    ['sha512', 'sha256', 'RSA-PSS, SHA-512, mask SHA-256, salt of 64 bytes'],
  ] as const
  return mixed.map(([label, mask, scheme]) => ({
    name: scheme,
    captured: createRequest({
      data,
      sign: signWithOpenssl(Buffer.from(v1Text), { label, mask }, pairs).toString('hex'),
    }),
    keys: listKeys(pairs),
    expected: { padding: typeTwo, scheme, over: 'plaintext' },
  }))
}

interface EnvelopeParts {
  readonly plaintext: Buffer
  readonly data: string
}

/** What can be signed besides a digest of the plaintext, by the name that the search gives it. */
const joined: Readonly<Record<string, (parts: EnvelopeParts) => Buffer>> = {
  'cipher text': ({ data }) => Buffer.from(data),
  'md5-hex-lower(cipher text)': ({ data }) => createForm('md5-hex-lower', Buffer.from(data)),
  'md5-hex-lower(plaintext + time)': ({ plaintext }) =>
    createForm('md5-hex-lower', Buffer.concat([plaintext, Buffer.from(time)])),
  'md5-hex-lower(plaintext) + time': ({ plaintext }) =>
    Buffer.concat([createForm('md5-hex-lower', plaintext), Buffer.from(time)]),
  'app_id + plaintext': ({ plaintext }) => Buffer.concat([Buffer.from(appId), plaintext]),
  'app_id + time + cipher text': ({ data }) => Buffer.from(appId + time + data),
  'app_id=…&data=cipher text&time=…': ({ data }) => Buffer.from(`app_id=${appId}&data=${data}&time=${time}`),
  'md5-hex-upper(app_id=…&data=cipher text&time=…)': ({ data }) =>
    createForm('md5-hex-upper', Buffer.from(`app_id=${appId}&data=${data}&time=${time}`)),
}

const createForm = (name: string, bytes: Buffer): Buffer => digestForms[name]?.(bytes) ?? Buffer.alloc(0)

const contents: Readonly<Record<string, (parts: EnvelopeParts) => Buffer>> = {
  ...Object.fromEntries(
    Object.keys(digestForms).map((name) => [
      name === 'text' ? 'plaintext' : `${name}(plaintext)`,
      ({ plaintext }: EnvelopeParts) => createForm(name, plaintext),
    ]),
  ),
  ...joined,
}

/** Signed envelopes: every scheme over every content that fits it. */
function listSigned(): readonly GridCase[] {
  const pairs = getPairs(2048)
  const data = sealBlocks(v1Text, typeTwo, 245, pairs).toString('base64url')
  const parts = { plaintext: Buffer.from(v1Text), data }
  return Object.entries(signers).flatMap(([scheme, sign], at) =>
    Object.entries(contents).flatMap(([over, make]) => {
      const content = make(parts)
      // Without a hash, the content must fit the block.
      if (!/SHA|MD5/.test(scheme) && content.length > 245) return []
      const encoding = Object.keys(spell)[at % 6] ?? 'base64'
      const text = spell[encoding]?.(sign(content, pairs)) ?? ''
      return [
        {
          name: `${scheme}, over ${over}`,
          captured: createRequest({ data, sign: text }),
          keys: listKeys(pairs),
          expected: { padding: typeTwo, encoding: 'base64url', scheme, over },
        },
      ]
    }),
  )
}

/** JWE with and without a JWS inside, JWS alone, and a JWS as sign. */
function listCompact(): readonly GridCase[] {
  const pairs = getPairs(2048)
  const keys = listKeys(pairs)
  const inner = [undefined, 'PS256', 'RS512'] as const
  const jwes = Object.keys(jweAlgs).flatMap((alg) =>
    jweCiphers.flatMap((enc) =>
      inner.map((innerAlg) => {
        const content = innerAlg === undefined ? shortText : createJws(shortText, innerAlg, pairs)
        const captured = JSON.stringify({ app_id: appId, data: createJwe(content, { alg, enc }, pairs) })
        const expected = { alg, enc, ...(innerAlg && { innerAlg }) }
        return { name: `JWE ${alg} ${enc} around ${innerAlg ?? 'JSON'}`, captured, keys, expected }
      }),
    ),
  )
  const alone = jwsAlgs.map((alg) => ({
    name: `JWS ${alg} alone`,
    captured: JSON.stringify({ app_id: appId, data: createJws(shortText, alg, pairs) }),
    keys,
    expected: { alg },
  }))
  const asSign = jwsAlgs.map((alg) => ({
    name: `JWE, and JWS ${alg} as sign`,
    captured: createRequest({
      data: createJwe(v1Text, { alg: 'RSA-OAEP-256', enc: 'A256GCM' }, pairs),
      sign: createJws(createForm('md5-hex-lower', Buffer.from(v1Text)).toString(), alg, pairs),
    }),
    keys,
    expected: { alg: 'RSA-OAEP-256', over: 'md5-hex-lower(plaintext)' },
  }))
  return [...jwes, ...alone, ...asSign]
}

/** Every case of the grid. */
export const listCases = (): readonly GridCase[] => [
  ...listQueries(),
  ...listUnsigned(),
  ...listMixedHashes(),
  ...listMixedSignatures(),
  ...listSigned(),
  ...listCompact(),
]

/** Lists the errors of the search; empty if it found the settings, alone or in a set. */
export function listMistakes(findings: readonly Finding[], expected: Expected): readonly string[] {
  const [finding, ...more] = findings
  if (finding === undefined || more.length > 0) return [`${findings.length} messages`]
  const checks: readonly (readonly [name: string, fits: boolean])[] = [
    ['fits', finding.fits],
    ['blocks', hasExpectedBlocks(finding, expected)],
    ['compact', hasExpectedCompact(finding, expected)],
    ['signature', hasExpectedSign(finding, expected)],
  ]
  const wrong = checks.filter(([, fits]) => !fits).map(([name]) => name)
  return wrong.length === 0 ? [] : [...wrong, JSON.stringify(finding)]
}

function hasExpectedBlocks({ data }: Finding, { encoding, padding, chunk, owner }: Expected): boolean {
  if (padding === undefined) return true
  if (data?.kind !== 'blocks') return false
  const isEncoded = encoding === undefined || data.encodings.some((each) => each === encoding)
  const isCut = chunk === undefined || (chunk >= data.chunk.least && chunk <= data.chunk.most)
  return isEncoded && isCut && data.padding.name === padding && (owner === undefined || data.key.owner === owner)
}

function hasExpectedCompact({ data }: Finding, { alg, enc, innerAlg }: Expected): boolean {
  if (alg === undefined) return true
  if (data === undefined || data.kind === 'blocks' || data.jose.alg !== alg) return false
  const inner = data.kind === 'JWE' ? data.inner : undefined
  return (
    (enc === undefined || data.jose.enc === enc) &&
    inner?.jose.alg === innerAlg &&
    (!innerAlg || Boolean(inner?.signature))
  )
}

const hasExpectedSign = ({ sign }: Finding, { scheme, over }: Expected): boolean =>
  (scheme === undefined || sign?.scheme === scheme) && (over === undefined || sign?.over?.name === over)

/** Whether anything opened or verified. */
export const isEvidence = ({ fits, evidence }: Finding): boolean =>
  fits || evidence.includes('opens') || evidence.includes('verifies')
