/**
 * Groups of synonyms. A query with one word also finds the others, in any form: `retry` stands for `retries` and
 * `retried`.
 */
export const synonyms: readonly (readonly string[])[] = [
  ['webhook', 'callback', 'notification', 'notify'],
  ['retry', 'repeat', 'repetition', 'resend'],
  ['idempotency', 'idempotent', 'repeat', 'twice', 'once', 'double', 'duplicate', 'dedupe'],
  ['pagination', 'page', 'paginate', 'cursor', 'max_id'],
  ['refund', 'chargeback', 'reversal', 'reverse', 'release', 'cancel'],
  ['signature', 'sign', 'verify', 'verification'],
  ['fail', 'failure', 'wrong', 'error', 'reject', 'refuse', 'invalid'],
  ['encrypt', 'encryption', 'decrypt', 'seal', 'open'],
  ['generate', 'make'],
  ['key', 'pem', 'jwk', 'pkcs', 'certificate'],
  ['install', 'installation', 'setup', 'started', 'npm'],
  ['skew', 'drift', 'clock', 'timestamp', 'ntp'],
  ['coin', 'currency', 'asset', 'symbol'],
  ['erc20', 'trc20', 'bep20', 'usdt', 'coin_net'],
  ['memo', 'tag'],
  ['state', 'status'],
  ['fee', 'gas', 'commission'],
  ['cold', 'offline', 'collection'],
  ['payout', 'withdrawal', 'withdraw'],
  ['topup', 'payin', 'deposit'],
  ['limit', 'throttle', 'quota', 'maximum'],
  ['ip', 'allowlist', 'whitelist', 'firewall'],
  ['docker', 'container', 'kubernetes'],
  ['team', 'several'],
  ['simulator', 'testnet', 'sandbox'],
]
