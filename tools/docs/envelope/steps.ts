// The steps of a message, with its real text in this build.
import type { Exchange, SuiteName } from './exchange.ts'
import { md5Of, openJwe, openTypeOne, openTypeTwo, readJws } from './opened.ts'

/** The steps of an exchange, by suite and by form of the request. */
export const stepsOf: Readonly<
  Record<SuiteName, Readonly<Record<'query' | 'envelope', (exchange: Exchange) => Steps>>>
> = {
  modern: { query: modernQuery, envelope: modernEnvelope },
  classic: { query: classicQuery, envelope: classicEnvelope },
}

function modernQuery(exchange: Exchange): Steps {
  const { sent, sides, body } = exchange
  const sealed = openJwe(sent['data'] ?? '', sides.keys.platform.encryption)
  const signed = readJws(sealed.content)
  return {
    there: [
      given(exchange),
      bytesStep(filledIn(exchange), signed.payload),
      step(
        'Signature',
        'PS256, own key',
        'A compact JWS around the bytes. Its header names receiver (`aud`), merchant (`app`), path (`p`), time (`t`), direction (`d`) and the SHA-256 of the bytes (`h`).',
        pretty(signed.header),
      ),
      step(
        'Sealed text',
        'RSA-OAEP-256, A256GCM',
        'A compact JWE around the JWS, for the receiver only. Its header repeats these values unencrypted, without the hash.',
        pretty(sealed.header),
      ),
      queryStep(exchange),
    ],
    back: [
      step(
        'Answer',
        'TLS',
        'Under `modern` the answer of this family is plain JSON, as the interface shows it. Only the connection protects it: its assurance is `transport`.',
        pretty(body),
      ),
    ],
  }
}

function modernEnvelope(exchange: Exchange): Steps {
  const { sent, received, sides, body } = exchange
  const there = openJwe(sent['data'] ?? '', sides.keys.platform.encryption)
  const back = openJwe(received['data'] ?? '', sides.keys.merchant.encryption)
  const [asked, answered] = [readJws(sent['sign'] ?? ''), readJws(received['sign'] ?? '')]
  return {
    there: [
      given(exchange),
      bytesStep('serialized once', there.content),
      step('MD5', 'hashed', 'The interface signs the MD5 of the bytes.', md5Of(there.content)),
      step(
        'Signature',
        'PS256, own key',
        `\`sign\`: a compact JWS whose payload is that MD5, \`${asked.payload}\`. Its header also binds the context and the SHA-256 of the bytes (\`h\`).`,
        pretty(asked.header),
      ),
      step(
        'Sealed text',
        'RSA-OAEP-256, A256GCM',
        '`data`: a compact JWE of the bytes, for the receiver only. This is its header.',
        pretty(there.header),
      ),
      envelopeStep(exchange),
    ],
    back: [
      step('Envelope', 'answered', 'The body of the answer.', cutMembers(body)),
      step('Bytes', 'decrypted with the own key', 'The content of `data`.', back.content),
      step(
        'Signature',
        'verified with the other key',
        'The header of `sign`. Besides the context, it binds the code (`c`), the SHA-256 of the message (`m`) and the SHA-256 of the signature of the request (`rq`), so an older answer does not match.',
        pretty(answered.header),
      ),
      plainAnswer(JSON.stringify(exchange.call.answer, undefined, 2)),
    ],
  }
}

const blocks = (count: number): string => (count === 1 ? 'one block' : `${count} blocks`)

function classicQuery(exchange: Exchange): Steps {
  const { sent, received, sides, body } = exchange
  const there = openTypeOne(sent['data'] ?? '', sides.keys.merchant.signature)
  const back = openTypeOne(received['data'] ?? '', sides.keys.platform.signature)
  return {
    there: [
      given(exchange),
      bytesStep(filledIn(exchange), there.content),
      step(
        'Sealed text',
        'RSA, type 1, own private key',
        `\`data\`: ${blocks(there.count)}, encrypted with the private key of the merchant. Everyone with the public key can read them: this proves the sender and hides nothing.`,
        cut(sent['data'] ?? ''),
      ),
      queryStep(exchange),
    ],
    back: [
      step('Answer', 'answered', 'The body of the answer.', cutMembers(body)),
      step(
        'Bytes',
        'decrypted with the public key',
        `The content of its ${blocks(back.count)}, code and message included.`,
        cut(back.content),
      ),
      plainAnswer(JSON.stringify(exchange.call.answer, undefined, 2)),
    ],
  }
}

function classicEnvelope(exchange: Exchange): Steps {
  const { sent, received, sides, body } = exchange
  const there = openTypeTwo(sent['data'] ?? '', sides.keys.platform.encryption)
  const back = openTypeTwo(received['data'] ?? '', sides.keys.merchant.encryption)
  return {
    there: [
      given(exchange),
      bytesStep('serialized once', there.content),
      step('MD5', 'hashed', 'The MD5 is signed, as lowercase hexadecimal digits.', md5Of(there.content)),
      step(
        'Signature',
        'SHA256withRSA, own key',
        '`sign`: the signature over those 32 digits.',
        cut(sent['sign'] ?? ''),
      ),
      step(
        'Sealed text',
        'RSA, PKCS#1 v1.5',
        `\`data\`: ${blocks(there.count)} of the bytes, for the receiver only.`,
        cut(sent['data'] ?? ''),
      ),
      envelopeStep(exchange),
    ],
    back: [
      step(
        'Envelope',
        'answered',
        'The body of the answer. Its `code` and `msg` are not signed.',
        cutMembers(body),
      ),
      step('Bytes', 'decrypted with the own key', 'The content of `data`.', back.content),
      step('MD5', 'hashed', '`sign` of the answer must be a signature over this.', md5Of(back.content)),
      plainAnswer(JSON.stringify(exchange.call.answer, undefined, 2)),
    ],
  }
}

/** One step of a request or an answer. */
export interface ShownStep {
  readonly name: string
  /** How it is made from the step before. */
  readonly made: string
  readonly note: string
  readonly language: 'json' | 'text'
  readonly code: string
}

export interface Steps {
  readonly there: readonly ShownStep[]
  readonly back: readonly ShownStep[]
}

const pretty = (text: string): string => JSON.stringify(JSON.parse(text), undefined, 2)
const step = (name: string, made: string, note: string, code: string): ShownStep => ({
  name,
  made,
  note,
  language: /^[[{]/.test(code) ? 'json' : 'text',
  code,
})

const shownSigns = 150

/** A long text as its beginning and its end. */
const cut = (long: string): string =>
  long.length <= shownSigns + 40
    ? long
    : `${long.slice(0, shownSigns)}…${long.slice(-24)}  (${long.length} characters)`

/** Long texts inside JSON, shortened. */
const cutMembers = (body: string): string =>
  JSON.stringify(
    JSON.parse(body),
    (_name, value: unknown) => (typeof value === 'string' ? cut(value) : value),
    2,
  )

const given = ({ call }: Exchange): ShownStep =>
  step(
    'Plain object',
    '',
    'The parameters of the caller, as in the plain view.',
    JSON.stringify(call.parameters, undefined, 2),
  )

/** What the codec does before it writes the bytes of a query. */
function filledIn({ call: { facts } }: Exchange): string {
  const hasLists = Object.values(facts.parameters).some(({ kind }) => kind === 'list')
  const names = Object.keys(facts.filled)
  return `${hasLists ? 'lists joined, ' : ''}${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''} filled in`
}

const bytesStep = (made: string, content: string): ShownStep =>
  step(
    'Bytes',
    made,
    `These ${Buffer.byteLength(content)} bytes are signed and encrypted. They are serialized only once.`,
    content,
  )

const queryStep = ({ request }: Exchange): ShownStep =>
  step('Query', 'app_id beside it', 'The whole request.', `GET ${request.path}?${cut(request.query)}`)

const envelopeStep = ({ request }: Exchange): ShownStep =>
  step('Envelope', 'assembled', `The body of \`POST ${request.path}\`.`, cutMembers(request.body ?? '{}'))

const plainAnswer = (code: string): ShownStep =>
  step('Plain answer', 'read', 'The value for the caller.', code)
