import type { Exchange } from './exchange.ts'
import { md5Of, openTypeOne, openTypeTwo } from './opened.ts'
import {
  bytesStep,
  cut,
  cutMembers,
  envelopeStep,
  given,
  json,
  plainAnswer,
  queryStep,
  text,
  type Way,
} from './step.ts'

const blocks = (count: number): string => (count === 1 ? 'one block' : `${count} blocks`)

export function classicQuery(exchange: Exchange): Way {
  const { sent, received, sides, body } = exchange
  const there = openTypeOne(sent['data'] ?? '', sides.keys.merchant.signature)
  const back = openTypeOne(received['data'] ?? '', sides.keys.platform.signature)
  return {
    there: [
      given(exchange),
      bytesStep('lists joined, time, charset and version filled in', there.content),
      text(
        'Sealed text',
        'RSA, type 1, own private key',
        `\`data\`: ${blocks(there.count)} that the private key of the merchant made. Whoever has the public key reads them: this proves the sender and hides nothing.`,
        cut(sent['data'] ?? ''),
      ),
      queryStep(exchange),
    ],
    back: [
      json('Answer', 'answered', 'The body of the answer.', cutMembers(body)),
      json(
        'Bytes',
        'opened with the public key',
        `What its ${blocks(back.count)} hold: code and message are inside.`,
        cut(back.content),
      ),
      plainAnswer(JSON.stringify(exchange.call.answer, undefined, 2)),
    ],
  }
}

export function classicEnvelope(exchange: Exchange): Way {
  const { sent, received, sides, body } = exchange
  const there = openTypeTwo(sent['data'] ?? '', sides.keys.platform.encryption)
  const back = openTypeTwo(received['data'] ?? '', sides.keys.merchant.encryption)
  return {
    there: [
      given(exchange),
      bytesStep('written once', there.content),
      text(
        'MD5',
        'hashed',
        'It is the MD5 that is signed, as small hexadecimal digits.',
        md5Of(there.content),
      ),
      text(
        'Signature',
        'SHA256withRSA, own key',
        '`sign`: nothing but the signature over those 32 digits.',
        cut(sent['sign'] ?? ''),
      ),
      text(
        'Sealed text',
        'RSA, PKCS#1 v1.5',
        `\`data\`: ${blocks(there.count)} of the bytes, for the receiver alone.`,
        cut(sent['data'] ?? ''),
      ),
      envelopeStep(exchange),
    ],
    back: [
      json(
        'Envelope',
        'answered',
        'The body of the answer. Nobody signed its `code` and `msg`.',
        cutMembers(body),
      ),
      json('Bytes', 'opened with the own key', 'What `data` holds.', back.content),
      text('MD5', 'hashed', '`sign` of the answer has to be a signature over this.', md5Of(back.content)),
      plainAnswer(JSON.stringify(exchange.call.answer, undefined, 2)),
    ],
  }
}
