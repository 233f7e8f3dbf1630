// What nobody publishes on purpose.

// Sealed messages that every version has to open, with the keys made for that, which open nothing else.
const published = new Set([
  '@custody-wallet/encryption/vectors/classic.json',
  '@custody-wallet/encryption/vectors/modern.json',
])

const names = /\/\.env[^/]*$|\.(?:pem|key)$/i

const texts = new RegExp(
  [
    // The mark of a private key and its start; code may name the mark alone.
    String.raw`BEGIN [A-Z ]*PRIVATE KEY-----(?:\\[nr]|\s)*[A-Za-z0-9+/]{40}`,
    // The private member of a JWK.
    String.raw`"d"\s*:\s*"[\w-]{40}`,
    String.raw`\b(?:npm_[A-Za-z0-9]{36}|gh[oprsu]_[A-Za-z0-9]{36}|github_pat_\w{22}|AKIA[A-Z0-9]{16})`,
  ].join('|'),
)

/** Whether a file, named from its package on, is or holds a key or a token. */
export const isSecret = (path: string, text: string): boolean =>
  !published.has(path) && (names.test(path) || texts.test(text))
