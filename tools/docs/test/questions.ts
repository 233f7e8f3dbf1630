/** A question in the words of its reader, and the entries that answer it. */
type Question = readonly [question: string, ...entries: readonly string[]]

/** Questions of a merchant's developers. The search is tuned with them. */
export const developers: readonly Question[] = [
  [
    'how do I know that a deposit is final',
    'states.html#deposit-status',
    'guides/deposits-and-withdrawals.html#deposits',
    'guides/sync-and-paging.html#changes-behind-the-cursor',
    'open-points.html#finality',
  ],
  ['chargeback', 'undone-credits.html'],
  [
    'which IP addresses',
    'outgoing-proxies.html',
    'going-live.html#before-the-first-call-to-the-real-service',
    'guides/authentication.html#access-token',
  ],
  [
    'retry a withdrawal safely',
    'guides/errors.html#repeating-a-call',
    'guides/deposits-and-withdrawals.html#withdrawals-to-pay',
  ],
  ['amount in wei', 'guides/encodings.html', 'guides/encodings.html#decimals'],
  ['rotate keys', 'guides/key-rotation.html'],
  ['decrypt in python', 'languages/python.html'],
  ['memo tag xrp', 'guides/deposits-and-withdrawals.html#coins-with-memos', 'packages/sandbox.html#coins-with-memos'],
  ['cancel a payout', 'calls/cancelWithdrawal.html', 'guides/deposits-and-withdrawals.html#cancelling'],
  [
    'testnet faucet',
    'packages/sandbox.html',
    'packages/sandbox.html#a-deposit-in-a-test',
    'first-hour.html#see-a-deposit-arrive',
  ],
  [
    'notification signature',
    'guides/authentication.html#v1-calls',
    'guides/authentication.html#what-a-v1-signature-covers',
    'guides/notifications.html#no-deposit-is-credited-twice',
  ],
  ['rate limit', 'guides/limits.html#rate-limits'],
  ['same webhook twice', 'guides/notifications.html#no-deposit-is-credited-twice'],
  ['blockchain reorg', 'undone-credits.html'],
  ['access token expired', 'codes.html#token-1007', 'guides/authentication.html#access-token'],
  ['private key in aws kms', 'key-services.html', 'key-services.html#aws-kms'],
  ['usdt on tron', 'guides/deposits-and-withdrawals.html#coins-and-tokens'],
  ['who pays the network fee', 'guides/deposits-and-withdrawals.html#fees'],
  [
    'create a deposit address for a user',
    'guides/deposits-and-withdrawals.html#address-pool',
    'calls/getAccount.html',
    'calls/registerAddresses.html',
  ],
  ['reconcile every day', 'going-live.html#every-day', 'packages/cli.html#reconcile-a-day'],
]

/** Questions of operations, finance, front end and PHP developers. Do not tune the search with them: they measure it. */
export const others: readonly Question[] = [
  ['what should we alert on', 'going-live.html#what-to-alert-on'],
  [
    'how many requests per second can it handle',
    'scaling.html',
    'scaling.html#measured-per-call',
    'scaling.html#10-1000-and-100000-notifications-a-second',
  ],
  [
    'liveness probe kubernetes',
    'operating.html#health',
    'packages/sandbox.html#in-a-container',
    'scaling.html#several-processes-behind-a-proxy',
  ],
  ['leaked private key what now', 'guides/key-rotation.html#after-a-leak'],
  ['postgres tables and disk usage', 'packages/store.html#tables'],
  ['books do not match', 'going-live.html#every-day', 'packages/cli.html#reconcile-a-day'],
  ['miner fee real_fee or fee', 'guides/deposits-and-withdrawals.html#fees', 'open-points.html#miner-fee-field'],
  ['rounding of amounts', 'guides/encodings.html', 'guides/encodings.html#decimals'],
  ['customer already spent a reversed deposit', 'undone-credits.html', 'undone-credits.html#what-to-do'],
  [
    'which statuses mean the withdrawal failed',
    'states.html#withdrawal-status',
    'states.html#withdrawal-status-4',
    'guides/deposits-and-withdrawals.html#withdrawal-status',
  ],
  [
    'plain json without keys in the browser',
    'guides/getting-started.html#two-views-of-one-contract',
    'packages/mock.html',
    'front-ends.html',
  ],
  ['show pending deposit confirmations', 'states.html#deposit-status', 'states.html#deposit-status-0'],
  ['openapi types for fetch', 'typed-clients.html', 'typed-clients.html#openapi-fetch'],
  [
    'simulate an error response',
    'testing.html#test-a-screen-with-the-mock',
    'packages/mock.html#choosing-a-response',
    'packages/sandbox.html#faults',
  ],
  ['cors error', 'packages/sandbox.html#pages-and-names-that-the-ports-accept'],
  ['php sign request openssl', 'languages/php.html'],
  [
    'test my receiver in another language',
    'testing.html#test-your-receiver',
    'packages/receiver.html#the-acceptance-test',
    'packages/cli.html#test-a-receiver',
    'commands.html#verify-receiver',
  ],
  [
    'base64 padding',
    'guides/encodings.html#encoding-of-sealed-data',
    'guides/third-party-clients.html#base64-of-sealed-data',
  ],
  [
    'difference between classic and modern',
    'guides/getting-started.html#choose-a-profile',
    'guides/authentication.html#v2-and-mpc-calls',
    'envelope.html',
  ],
  ['order id already used', 'codes.html#v2-110088'],
]
