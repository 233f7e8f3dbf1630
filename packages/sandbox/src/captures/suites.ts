// Explains each step of opening a message, by suite.
import type { MerchantName, Side } from '@custody-wallet/demo'

export interface KeyNames {
  readonly reader: Side
  readonly sender: Side
  /** Id of the reader's decryption key. */
  readonly decryptionKey: string
  /** Id of the sender's verification key. */
  readonly verificationKey: string
}

interface StepExplanation {
  readonly note: string
  readonly text: string
}

interface SuiteWords {
  /** Describes the parts of a sealed text. */
  readonly describeSealedText: (text: string) => StepExplanation
  readonly opening: {
    readonly query: (keys: KeyNames) => string
    readonly envelope: (keys: KeyNames) => string
  }
  readonly proof: {
    readonly query: (keys: KeyNames) => string
    readonly envelope: (keys: KeyNames) => string
  }
  /** Formats a signature for people. */
  readonly describeSignature: (sign: string) => string
}

const modern: SuiteWords = {
  describeSealedText: (text) => ({
    note: 'A compact JWE: five parts in base64url. Its protected header names the algorithms and the key.',
    text: formatHeader(text),
  }),
  opening: { query: describeUnwrapping, envelope: describeUnwrapping },
  proof: {
    query: ({ sender, verificationKey }) =>
      `Inside is a compact JWS: PS256, verified with the public key ${verificationKey} of the ${sender}. It covers the content and its context: receiver, app_id, path, time and direction.`,
    envelope: ({ sender, verificationKey }) =>
      `A compact JWS: PS256, verified with the public key ${verificationKey} of the ${sender}. Its payload is the MD5. Its header covers receiver, app_id, path, time, direction and the SHA-256 of the content; that of a response also covers code, message and the request.`,
  },
  describeSignature: formatHeader,
}

const classic: SuiteWords = {
  describeSealedText(text) {
    const bytes = Buffer.from(text, 'base64url')
    const count = bytes.byteLength / blockBytes
    return {
      note: `base64url of ${bytes.byteLength} bytes: ${count} ${count === 1 ? 'block' : 'blocks'} of ${blockBytes} bytes, the size of the RSA key. The first block begins like this.`,
      text: bytes.subarray(0, 32).toString('hex'),
    }
  },
  opening: {
    query: ({ sender, verificationKey }) =>
      `RSA blocks of type 1, made with the private key of the ${sender}. The public key ${verificationKey} decrypts them, so anyone who has that key can read them.`,
    envelope: ({ reader, decryptionKey }) =>
      `RSA with the padding PKCS#1 v1.5: the private key ${decryptionKey} of the ${reader} opens each block.`,
  },
  proof: {
    query: ({ sender }) =>
      `Each block proves that the ${sender} made it. Nothing protects app_id, path and time, so blocks can be replayed and mixed.`,
    envelope: ({ sender, verificationKey }) =>
      `SHA256withRSA over the MD5 as 32 hexadecimal digits, verified with the public key ${verificationKey} of the ${sender}. It does not cover app_id, path, time, code and message.`,
  },
  describeSignature: (sign) => sign,
}

export const suiteWords: Readonly<Record<MerchantName, SuiteWords>> = { modern, classic }

// Keys of the sandbox have 2048 bits.
const blockBytes = 256

function describeUnwrapping({ reader, decryptionKey }: KeyNames): string {
  return `RSA-OAEP-256 with the private key ${decryptionKey} of the ${reader} decrypts the content key. A256GCM decrypts the content with that key.`
}

function formatHeader(text: string): string {
  const header = Buffer.from(text.split('.')[0] ?? '', 'base64url').toString()
  try {
    return JSON.stringify(JSON.parse(header), undefined, 2)
  } catch {
    return header
  }
}
