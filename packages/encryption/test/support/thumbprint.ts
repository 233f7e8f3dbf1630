// The RFC 7638 thumbprint of an RSA key, as a user would compute it.
import { createPublicKey, hash, type KeyObject } from 'node:crypto'

export function thumbprint(key: KeyObject): string {
  const { n, e } = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' })
  return hash('sha256', JSON.stringify({ e, kty: 'RSA', n }), 'base64url')
}
