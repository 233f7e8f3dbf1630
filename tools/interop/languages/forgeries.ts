// Messages sealed and signed with the sender's keys that a codec must reject, because a message must not select algorithms or keys.
import { constants, createCipheriv, hash, publicEncrypt, randomBytes, sign, type SigningOptions } from 'node:crypto'

import type { Case, PartyText } from './calls.ts'
import { now } from './sides.ts'

/** A message with one rule broken. `rule` is undefined in the one that breaks none. */
export interface Forgery {
  readonly rule: string | undefined
  readonly case: Case
}

const path = '/api/v1/withdraw/consume'
const content = '{"symbol":"BTC"}'

const toBase64url = (text: string | Uint8Array): string => Buffer.from(text).toString('base64url')
const hashMd5 = (bytes: Uint8Array): string => hash('md5', bytes, 'hex')

/** What a forgery of modern changes. */
interface ModernParts {
  readonly content: string | Uint8Array
  readonly sealed: object
  readonly signed: object
  readonly ctx: object
  readonly secretSize: number
  readonly tagSize: number
  readonly createPayload: (content: Uint8Array) => string
  readonly signing: SigningOptions
}

const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
const usual: ModernParts = {
  content,
  sealed: {},
  signed: {},
  ctx: {},
  secretSize: 32,
  tagSize: 16,
  createPayload: hashMd5,
  signing: pss,
}

const modernRules: Readonly<Record<string, Partial<ModernParts>>> = {
  'compressed content': { sealed: { zip: 'DEF' } },
  'another content encryption': { sealed: { enc: 'A128GCM' }, secretSize: 16 },
  'another key encryption': { sealed: { alg: 'RSA-OAEP' } },
  'a header without a key id': { sealed: { kid: undefined } },
  'a short key': { secretSize: 16 },
  'a short tag': { tagSize: 12 },
  'another signature algorithm': {
    signed: { alg: 'RS256' },
    signing: { padding: constants.RSA_PKCS1_PADDING },
  },
  'a short salt': { signing: { ...pss, saltLength: 20 } },
  'the key id of another party': { signed: { kid: 'merchant-enc' } },
  'a key in the header': { signed: { jku: 'https://keys.example' } },
  'an unencoded payload': { signed: { b64: false } },
  'no critical field': { signed: { crit: undefined } },
  'another critical field': { signed: { crit: ['ctx', 'exp'] } },
  'another version of the context': { ctx: { v: 2 } },
  'a version as text': { ctx: { v: '1' } },
  'a field more in the context': { ctx: { c: '0' } },
  'another hash of the content': { ctx: { h: toBase64url(randomBytes(32)) } },
  'an upper-case MD5': { createPayload: (bytes) => hashMd5(bytes).toUpperCase() },
}

/** Contents that are authentic and not strict JSON. */
const contentRules: Readonly<Record<string, string | Uint8Array>> = {
  'a field twice': '{"symbol":"BTC","symbol":"ETH"}',
  'a field twice, once escaped': String.raw`{"symbol":"BTC","symbo\u006c":"ETH"}`,
  'a field twice below a list': '{"list":[{"a":1,"b":{"a":2},"a":3}]}',
  'text after it': `${content} {}`,
  'a byte order mark': `\u{FEFF}${content}`,
  'invalid UTF-8': Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d),
  'no quotes': '{symbol:1}',
  'a number that is none': '{"amount":NaN}',
}

/** All forgeries from the merchant to the platform. */
export function createForgeries(merchant: PartyText): readonly Forgery[] {
  const body = merchant.profile === 'modern' ? createModernBody : createClassicBody
  const createForgery = (rule: string | undefined, parts: Partial<ModernParts>): Forgery => ({
    rule,
    case: { party: 'platform', call: 'openRequest', path, body: body(merchant, { ...usual, ...parts }) },
  })
  const contents = Object.entries(contentRules).map(([rule, text]) =>
    createForgery(`content with ${rule}`, { content: text }),
  )
  const headers = Object.entries(modernRules).map(([rule, parts]) => createForgery(rule, parts))
  return [createForgery(undefined, {}), ...contents, ...(merchant.profile === 'modern' ? headers : [])]
}

const formatFrame = (app_id: string, data: string, signature: string): string =>
  JSON.stringify({ app_id, time: now, sign: signature, data })

function createModernBody({ appId, peer, keys }: PartyText, parts: ModernParts): string {
  const bytes = Buffer.from(parts.content)
  const ctx = {
    v: 1,
    d: 'request',
    aud: peer,
    app: appId,
    p: path,
    t: String(now),
    h: hash('sha256', bytes, 'base64url'),
  }
  const header = {
    alg: 'PS256',
    kid: keys.ownSignature.kid,
    crit: ['ctx'],
    ctx: { ...ctx, ...parts.ctx },
    ...parts.signed,
  }
  const message = `${toBase64url(JSON.stringify(header))}.${toBase64url(parts.createPayload(bytes))}`
  const signature = signMessage(message, keys.ownSignature.pem, parts.signing)
  return formatFrame(appId, createSealer(keys.peerEncryption, bytes, parts), `${message}.${toBase64url(signature)}`)
}

const signMessage = (message: string, key: string, options: SigningOptions): Uint8Array =>
  sign('sha256', Buffer.from(message), { key, ...options })

function createSealer(
  { kid, pem }: PartyText['keys']['peerEncryption'],
  bytes: Uint8Array,
  parts: ModernParts,
): string {
  const [secret, iv] = [randomBytes(parts.secretSize), randomBytes(12)]
  const head = toBase64url(JSON.stringify({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid, ...parts.sealed }))
  const name = parts.secretSize === 16 ? 'aes-128-gcm' : 'aes-256-gcm'
  const cipher = createCipheriv(name, secret, iv, { authTagLength: parts.tagSize })
  cipher.setAAD(Buffer.from(head))
  const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()])
  const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  const wrapped = publicEncrypt({ key: pem, ...oaep }, secret)
  return [head, ...[wrapped, iv, encrypted, cipher.getAuthTag()].map(toBase64url)].join('.')
}

function createClassicBody({ appId, keys }: PartyText, parts: ModernParts): string {
  const bytes = Buffer.from(parts.content)
  const padding = constants.RSA_PKCS1_PADDING
  const data = publicEncrypt({ key: keys.peerEncryption.pem, padding }, bytes)
  return formatFrame(
    appId,
    toBase64url(data),
    toBase64url(signMessage(hashMd5(bytes), keys.ownSignature.pem, { padding })),
  )
}
