import type { Exchange } from './exchange.ts'
import { md5Of, openJwe, readJws } from './opened.ts'
import {
  bytesStep,
  cutMembers,
  envelopeStep,
  given,
  json,
  plainAnswer,
  pretty,
  queryStep,
  text,
  type Way,
} from './step.ts'

export function modernQuery(exchange: Exchange): Way {
  const { sent, sides, body } = exchange
  const sealed = openJwe(sent['data'] ?? '', sides.keys.platform.encryption)
  const signed = readJws(sealed.content)
  return {
    there: [
      given(exchange),
      bytesStep('lists joined, time, charset and version filled in', signed.payload),
      json(
        'Signature',
        'PS256, own key',
        'A compact JWS around the bytes. Its header names receiver (`aud`), merchant (`app`), path (`p`), time (`t`), direction (`d`) and the SHA-256 of the bytes (`h`).',
        pretty(signed.header),
      ),
      json(
        'Sealed text',
        'RSA-OAEP-256, A256GCM',
        'A compact JWE around the JWS, for the receiver alone. Its header says the same place in the open, without the hash.',
        pretty(sealed.header),
      ),
      queryStep(exchange),
    ],
    back: [
      json(
        'Answer',
        'TLS',
        'Under `modern` the answer of this family is plain JSON, as the interface shows it. The connection alone vouches for it: its assurance is `transport`.',
        pretty(body),
      ),
    ],
  }
}

export function modernEnvelope(exchange: Exchange): Way {
  const { sent, received, sides, body } = exchange
  const there = openJwe(sent['data'] ?? '', sides.keys.platform.encryption)
  const back = openJwe(received['data'] ?? '', sides.keys.merchant.encryption)
  const [asked, answered] = [readJws(sent['sign'] ?? ''), readJws(received['sign'] ?? '')]
  return {
    there: [
      given(exchange),
      bytesStep('written once', there.content),
      text('MD5', 'hashed', "The interface's rule: it is the MD5 that is signed.", md5Of(there.content)),
      json(
        'Signature',
        'PS256, own key',
        `\`sign\`: a compact JWS whose payload is that MD5, \`${asked.payload}\`. Its header binds what the MD5 does not, and the SHA-256 of the bytes (\`h\`).`,
        pretty(asked.header),
      ),
      json(
        'Sealed text',
        'RSA-OAEP-256, A256GCM',
        '`data`: a compact JWE of the bytes, for the receiver alone. This is its header.',
        pretty(there.header),
      ),
      envelopeStep(exchange),
    ],
    back: [
      json('Envelope', 'answered', 'The body of the answer.', cutMembers(body)),
      json('Bytes', 'opened with the own key', 'What `data` holds.', back.content),
      json(
        'Signature',
        'verified with the other key',
        'The header of `sign`. Besides the place it binds the code (`c`), the SHA-256 of the message (`m`) and the SHA-256 of the signature of the request (`rq`): no older answer fits.',
        pretty(answered.header),
      ),
      plainAnswer(JSON.stringify(exchange.call.answer, undefined, 2)),
    ],
  }
}
