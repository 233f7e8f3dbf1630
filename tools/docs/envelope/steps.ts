import type { Exchange, SuiteName } from './exchange.ts'
import { hashMd5, openJwe, openTypeOne, openTypeTwo, readJws } from './opened.ts'

export const stepsBySuite: Readonly<
  Record<SuiteName, Readonly<Record<'query' | 'envelope', (exchange: Exchange) => ExchangeSteps>>>
> = {
  modern: { query: createModernQuery, envelope: createModernEnvelope },
  classic: { query: createClassicQuery, envelope: createClassicEnvelope },
}

function createModernQuery(exchange: Exchange): ExchangeSteps {
  const { requestFrame, sides, body } = exchange
  const jwe = openJwe(requestFrame['data'] ?? '', sides.keys.platform.encryption)
  const jws = readJws(jwe.content)
  return {
    there: [
      createParametersStep(exchange),
      createBytesStep(describeFilledFields(exchange), jws.payload),
      createStep(
        'Signature',
        'PS256, own key',
        'A compact JWS around the bytes. Its header names receiver (`aud`), merchant (`app`), path (`p`), time (`t`), direction (`d`) and the SHA-256 of the bytes (`h`).',
        formatJson(jws.header),
      ),
      createStep(
        'Sealed text',
        'RSA-OAEP-256, A256GCM',
        'A compact JWE around the JWS, for the receiver only. Its header repeats these values unencrypted, without the hash.',
        formatJson(jwe.header),
      ),
      createQueryStep(exchange),
    ],
    back: [
      createStep(
        'Response',
        'TLS',
        'With `modern`, the response of this family is plain JSON, as documented. It is protected only by TLS, so its assurance is `transport`.',
        formatJson(body),
      ),
    ],
  }
}

function createModernEnvelope(exchange: Exchange): ExchangeSteps {
  const { requestFrame, responseFrame, sides, body } = exchange
  const there = openJwe(requestFrame['data'] ?? '', sides.keys.platform.encryption)
  const back = openJwe(responseFrame['data'] ?? '', sides.keys.merchant.encryption)
  const [requestSignature, responseSignature] = [
    readJws(requestFrame['sign'] ?? ''),
    readJws(responseFrame['sign'] ?? ''),
  ]
  return {
    there: [
      createParametersStep(exchange),
      createBytesStep('serialized once', there.content),
      createStep('MD5', 'hashed', 'The interface signs the MD5 of the bytes.', hashMd5(there.content)),
      createStep(
        'Signature',
        'PS256, own key',
        `\`sign\`: a compact JWS whose payload is that MD5, \`${requestSignature.payload}\`. Its header also binds the context and the SHA-256 of the bytes (\`h\`).`,
        formatJson(requestSignature.header),
      ),
      createStep(
        'Sealed text',
        'RSA-OAEP-256, A256GCM',
        '`data`: a compact JWE of the bytes, for the receiver only. This is its header.',
        formatJson(there.header),
      ),
      createEnvelopeStep(exchange),
    ],
    back: [
      createStep('Envelope', 'received', 'The body of the response.', shortenFields(body)),
      createStep('Bytes', 'decrypted with the own key', 'The content of `data`.', back.content),
      createStep(
        'Signature',
        'verified with the other key',
        'The header of `sign`. Besides the context, it binds the code (`c`), the SHA-256 of the message (`m`) and the SHA-256 of the signature of the request (`rq`), so an older response does not match.',
        formatJson(responseSignature.header),
      ),
      createPlainResponseStep(JSON.stringify(exchange.call.response, undefined, 2)),
    ],
  }
}

const formatBlockCount = (count: number): string => (count === 1 ? 'one block' : `${count} blocks`)

function createClassicQuery(exchange: Exchange): ExchangeSteps {
  const { requestFrame, responseFrame, sides, body } = exchange
  const there = openTypeOne(requestFrame['data'] ?? '', sides.keys.merchant.signature)
  const back = openTypeOne(responseFrame['data'] ?? '', sides.keys.platform.signature)
  return {
    there: [
      createParametersStep(exchange),
      createBytesStep(describeFilledFields(exchange), there.content),
      createStep(
        'Sealed text',
        'RSA, type 1, own private key',
        `\`data\`: ${formatBlockCount(there.count)}, encrypted with the private key of the merchant. This proves the sender, but everyone with the public key can read the blocks.`,
        shortenText(requestFrame['data'] ?? ''),
      ),
      createQueryStep(exchange),
    ],
    back: [
      createStep('Response', 'received', 'The body of the response.', shortenFields(body)),
      createStep(
        'Bytes',
        'decrypted with the public key',
        `The content of its ${formatBlockCount(back.count)}, code and message included.`,
        shortenText(back.content),
      ),
      createPlainResponseStep(JSON.stringify(exchange.call.response, undefined, 2)),
    ],
  }
}

function createClassicEnvelope(exchange: Exchange): ExchangeSteps {
  const { requestFrame, responseFrame, sides, body } = exchange
  const there = openTypeTwo(requestFrame['data'] ?? '', sides.keys.platform.encryption)
  const back = openTypeTwo(responseFrame['data'] ?? '', sides.keys.merchant.encryption)
  return {
    there: [
      createParametersStep(exchange),
      createBytesStep('serialized once', there.content),
      createStep('MD5', 'hashed', 'The MD5 is signed, as lowercase hexadecimal digits.', hashMd5(there.content)),
      createStep(
        'Signature',
        'SHA256withRSA, own key',
        '`sign`: the signature over those 32 digits.',
        shortenText(requestFrame['sign'] ?? ''),
      ),
      createStep(
        'Sealed text',
        'RSA, PKCS#1 v1.5',
        `\`data\`: ${formatBlockCount(there.count)} of the bytes, for the receiver only.`,
        shortenText(requestFrame['data'] ?? ''),
      ),
      createEnvelopeStep(exchange),
    ],
    back: [
      createStep(
        'Envelope',
        'received',
        'The body of the response. Its `code` and `msg` are not signed.',
        shortenFields(body),
      ),
      createStep('Bytes', 'decrypted with the own key', 'The content of `data`.', back.content),
      createStep('MD5', 'hashed', '`sign` of the response must be a signature over this.', hashMd5(back.content)),
      createPlainResponseStep(JSON.stringify(exchange.call.response, undefined, 2)),
    ],
  }
}

export interface ShownStep {
  readonly name: string
  /** How the previous step leads to it. */
  readonly method: string
  readonly note: string
  readonly language: 'json' | 'text'
  readonly code: string
}

export interface ExchangeSteps {
  readonly there: readonly ShownStep[]
  readonly back: readonly ShownStep[]
}

const formatJson = (text: string): string => JSON.stringify(JSON.parse(text), undefined, 2)
const createStep = (name: string, method: string, note: string, code: string): ShownStep => ({
  name,
  method,
  note,
  language: /^[[{]/.test(code) ? 'json' : 'text',
  code,
})

const maxCharacters = 150

/** Shortens a long text to its beginning and end. */
const shortenText = (long: string): string =>
  long.length <= maxCharacters + 40
    ? long
    : `${long.slice(0, maxCharacters)}…${long.slice(-24)}  (${long.length} characters)`

/** Shortens long strings in JSON. */
const shortenFields = (body: string): string =>
  JSON.stringify(
    JSON.parse(body),
    (_name, value: unknown) => (typeof value === 'string' ? shortenText(value) : value),
    2,
  )

const createParametersStep = ({ call }: Exchange): ShownStep =>
  createStep(
    'Plain object',
    '',
    'The parameters of the caller, as in the plain view.',
    JSON.stringify(call.parameters, undefined, 2),
  )

/** Describes the fields that the codec adds or changes. */
function describeFilledFields({ call: { facts } }: Exchange): string {
  const hasLists = Object.values(facts.parameters).some(({ kind }) => kind === 'list')
  const names = Object.keys(facts.filled)
  return `${hasLists ? 'lists joined, ' : ''}${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''} filled in`
}

const createBytesStep = (method: string, content: string): ShownStep =>
  createStep(
    'Bytes',
    method,
    `These ${Buffer.byteLength(content)} bytes are signed and encrypted. They are serialized only once.`,
    content,
  )

const createQueryStep = ({ request }: Exchange): ShownStep =>
  createStep('Query', 'with app_id', 'The whole request.', `GET ${request.path}?${shortenText(request.query)}`)

const createEnvelopeStep = ({ request }: Exchange): ShownStep =>
  createStep('Envelope', 'assembled', `The body of \`POST ${request.path}\`.`, shortenFields(request.body ?? '{}'))

const createPlainResponseStep = (code: string): ShownStep =>
  createStep('Plain response', 'read', 'The value for the caller.', code)
