// What may be wrong with a key, in words for the person who configured it. None of them repeats any of the key.

const sentences = {
  base64: 'is not base64 with padding: give PEM, a JWK, or DER as padded base64',
  certificate: 'is a certificate; give the public key inside it',
  'curve-key': 'is an elliptic-curve key; keys here are RSA keys',
  damaged: 'is damaged, or is not the one DER form of a key; read a PEM or JWK file as text',
  encrypted: 'is an encrypted private key; decrypt it first',
  exponent: 'has an exponent that is even, below 65537, or 2^256 and more',
  form: 'is in no form of a key that is known: PEM, JWK, KeyObject, base64 of DER, DER bytes',
  json: 'is not the JSON text of a JWK, or names a member twice',
  'jwk-alg': 'is a JWK whose alg belongs to another use',
  'jwk-number':
    'is a JWK with a number that is missing, is not base64url in its one form, or starts with a zero',
  'jwk-ops': 'is a JWK whose key_ops belong to another use, or stand there twice',
  'jwk-set': 'is a key set; give one key of it',
  'jwk-use': 'is a JWK whose use is another one',
  large: 'is too large: RSA keys have at most 8192 bits',
  'line-breaks': 'is PEM that has lost its line breaks',
  long: 'is too long to be a key',
  mislabelled: 'is PEM whose label and content differ',
  'more-blocks': 'holds more than one PEM block',
  'more-primes': 'is an RSA key of more than two primes',
  'no-pair': 'is a private key that does not work: its numbers do not belong together',
  'not-rsa': 'is no RSA key',
  path: 'looks like a path: give the text of the key, or, in an environment variable of the client, file: before the path',
  pem: 'is PEM with something before, after or inside its block that does not belong there',
  'private-for-public': 'is a private key where a public key belongs',
  'pss-parameters': 'is an RSA-PSS key that does not allow PS256 signatures, or is not meant to sign',
  'public-for-private': 'is a public key where a private key belongs',
  symmetric: 'is a symmetric key; keys here are RSA keys',
  weak: 'has a modulus that is known to be weak',
} as const

export type KeyFault = keyof typeof sentences

/** The error for a key that was configured wrongly: it names the member and the fault. */
export const keyFault = (name: string, fault: KeyFault): TypeError =>
  new TypeError(`${name} ${sentences[fault]}.`)
