// What cases do with a receiver: send notifications of every form, and ask how much was credited.
import { randomBytes } from 'node:crypto'

import { createParty, isEncryptionError, type Profile, type SealedRequest } from '@custody-wallet/encryption'
import { classic } from '@custody-wallet/encryption/classic'
import { generateKeys } from '@custody-wallet/encryption/keys'
import { modern } from '@custody-wallet/encryption/modern'
import {
  type Answers,
  type DepositNotification,
  type InternalNotification,
  isPlainSuccess,
} from '@custody-wallet/types'
import { type Decimal, isDecimal, subtract } from '@custody-wallet/types/arithmetic'

/** Whose balance a probe reads. */
export interface Account {
  readonly symbol: string
  readonly address: string
  /** Empty for a coin without memos. */
  readonly memo: string
}

/** Tells how much was credited to an account so far, or deducted as miner fees of a coin; `undefined` if it cannot. */
export type Probe = (
  what: 'credited' | 'deducted',
  account: Account,
) => Promise<string | undefined> | string | undefined

/** Where and as whom cases send. */
export interface SessionOptions {
  readonly url: string
  /** The side that sends: the platform. */
  readonly profile: Profile
  readonly probe: Probe
  /** Two addresses of one coin that the receiver knows. */
  readonly accounts: readonly [Account, Account]
  /** An account of a coin with memos, if the receiver has one. */
  readonly memoAccount?: Account | undefined
  /** A second app_id that the receiver serves with the same keys, if it has one. */
  readonly otherAppId?: string | undefined
  /** Kills the receiver and starts it again. */
  readonly restart?: (() => Promise<unknown>) | undefined
  /** Milliseconds to wait for an answer. */
  readonly timeout: number
}

type Notified = 'notifyDeposit' | 'notifyInternal'

/** How a message differs from an honest one. */
export interface Changes {
  /** Changes the JSON text before it is sealed and signed. */
  readonly plaintext?: (text: string) => string
  /** Changes a member of the envelope. */
  readonly envelope?: { readonly member: 'data' | 'sign'; readonly change: (text: string) => string }
  /** Signs with keys that the receiver does not know. */
  readonly otherKeys?: boolean
  readonly appId?: string
  /** Added to the time of the message, in milliseconds. */
  readonly age?: number
  /** Breaks the connection so many milliseconds after the request. */
  readonly breakAfter?: number
}

/** What became of a message. */
export interface Delivery {
  /** `signed`: a genuine answer with code 0. `plain`: a success without a signature. */
  readonly outcome: 'failure' | 'lost' | 'plain' | 'signed'
  /** What came back, in words. */
  readonly shown: string
  readonly answer?: Answers[Notified]
}

export interface Session extends SessionOptions {
  /** A notification of a new deposit to the first account. */
  readonly deposit: (changes?: Partial<DepositNotification>) => DepositNotification
  readonly internal: () => InternalNotification
  readonly send: (
    notification: DepositNotification | InternalNotification,
    changes?: Changes,
  ) => Promise<Delivery>
  /** How much more is credited or deducted after some work; `undefined` if the probe cannot tell. */
  readonly change: (work: () => Promise<unknown>, place?: Place) => Promise<Decimal | undefined>
}

/** What to ask a probe. */
export interface Place {
  /** The first account unless given. */
  readonly account?: Account
  readonly what?: 'credited' | 'deducted'
}

/** Opens a session. Its ids are new, so a receiver can be tested again. */
export function sessionOf(options: SessionOptions): Session {
  const run = randomBytes(6).toString('hex')
  const [first] = options.accounts
  let count = 0
  const next = (): string => `verify-${run}-${(count += 1)}`
  const common = { confirm: 6, balance: '12.5', amount: '0.5', address_from: 'verify-source' } as const
  const read = async (what: 'credited' | 'deducted', account: Account): Promise<Decimal | undefined> => {
    const text = (await options.probe(what, account))?.trim()
    if (text === undefined || text === '' || isDecimal(text)) return text === '' ? undefined : text
    throw new ProbeError(
      `The probe must answer with a decimal such as 0.5, not ${JSON.stringify(text.slice(0, 40))}.`,
    )
  }
  return {
    ...options,
    deposit: (changes) => ({
      ...common,
      request_id: next(),
      txid: next(),
      ...placeOf(first),
      status: 1,
      ...changes,
    }),
    internal: () => ({ ...common, txid: next(), ...placeOf(first), fee: '0.0001' }),
    send: (notification, changes = {}) => deliver(options, notification, changes),
    async change(work, { account = first, what = 'credited' } = {}) {
      const before = await read(what, account)
      await work()
      const after = await read(what, account)
      return before === undefined || after === undefined ? undefined : subtract(after, before)
    },
  }
}

/** A probe that does not answer, or with something else than an amount. */
export class ProbeError extends Error {
  override readonly name: string = 'ProbeError'
}

/** A coin other than the given one. */
export const otherCoin = (symbol: string): string => (symbol === 'ETH' ? 'BTC' : 'ETH')

/** A memo other than the given one. */
export const otherMemo = (memo: string): string => (memo === '1' ? '2' : '1')

/** The members of a notification that name an account. */
export const placeOf = ({
  symbol,
  address,
  memo,
}: Account): Pick<DepositNotification, 'address_to' | 'memo' | 'symbol'> => ({
  symbol,
  address_to: address,
  ...(memo !== '' && { memo }),
})

async function deliver(
  { url, profile, timeout }: SessionOptions,
  notification: DepositNotification | InternalNotification,
  changes: Changes,
): Promise<Delivery> {
  const { age = 0, breakAfter } = changes
  const party = createParty(profileFor(profile, changes), { clock: () => Date.now() + age })
  const request = await ('request_id' in notification
    ? party.sealRequest('notifyDeposit', notification)
    : party.sealRequest('notifyInternal', notification))
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}${request.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: bodyOf(request, changes),
      redirect: 'error',
      signal: AbortSignal.timeout(breakAfter ?? timeout),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return await judged(response.status, bytes, () => party.openResponse(request, bytes))
  } catch (error) {
    return { outcome: 'lost', shown: `nothing: ${reasonOf(error)}` }
  }
}

/** The cause of an error of `fetch`, which says more. */
function reasonOf(error: unknown): string {
  const { cause = error }: { readonly cause?: unknown } = error instanceof Error ? error : {}
  return cause instanceof Error ? cause.message : String(cause)
}

async function judged(
  status: number,
  bytes: Uint8Array,
  open: () => Promise<{ readonly answer: Answers[Notified] }>,
): Promise<Delivery> {
  const text = new TextDecoder().decode(bytes)
  const shown = `HTTP ${status} ${JSON.stringify(text.slice(0, 60))}`
  if (status < 200 || status > 299) return { outcome: 'failure', shown }
  if (isPlainSuccess(text)) return { outcome: 'plain', shown }
  try {
    const { answer } = await open()
    return answer.code === 0
      ? { outcome: 'signed', shown, answer }
      : { outcome: 'failure', shown: `a signed failure with code ${answer.code}`, answer }
  } catch (error) {
    const isFailure = isEncryptionError(error, 'ANSWER_UNAUTHENTICATED')
    return { outcome: 'failure', shown: isFailure ? `the code ${error.context.remoteCode}` : shown }
  }
}

function bodyOf({ body = '' }: SealedRequest, { envelope }: Changes): string {
  if (!envelope) return body
  const members: Record<string, string> = JSON.parse(body)
  return JSON.stringify({ ...members, [envelope.member]: envelope.change(members[envelope.member] ?? '') })
}

function profileFor(profile: Profile, { appId, plaintext, otherKeys }: Changes): Profile {
  const { envelope } = profile.suite
  const changed = (bytes: Uint8Array): Uint8Array =>
    plaintext ? new TextEncoder().encode(plaintext(new TextDecoder().decode(bytes))) : bytes
  const signing = otherKeys === true ? withOtherKeys(profile).suite.envelope : envelope
  return {
    ...profile,
    ...(appId !== undefined && { appId }),
    suite: {
      ...profile.suite,
      envelope: {
        ...envelope,
        seal: (bytes, options) => envelope.seal(changed(bytes), options),
        sign: (bytes, ...more) => signing.sign(changed(bytes), ...more),
      },
    },
  }
}

const makers = { modern, classic } as const

/** The same party with keys of its own. */
function withOtherKeys({ appId, party, suite }: Profile): Profile {
  const make = suite.id === 'classic' ? makers.classic : makers.modern
  return make({
    appId,
    party,
    keys: { own: generateKeys({ bits: 2048 }), peer: generateKeys({ bits: 2048 }) },
  })
}
