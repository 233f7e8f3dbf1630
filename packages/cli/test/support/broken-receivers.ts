// Receivers written by hand, each with one mistake, as an honest merchant might make it.
import { createServer, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

import { createParty, type Party, readEnvelope } from '@custody-wallet/encryption'
import { createTestPlatform } from '@custody-wallet/receiver/testing'
import type { DepositNotification } from '@custody-wallet/types'
import { add, compare, type Decimal, isDecimal, subtract, sum } from '@custody-wallet/types/arithmetic'
import { onTestFinished } from 'vitest'

import type { Account } from '../../src/verify/observer.ts'

export const platform = createTestPlatform()

export interface Served {
  readonly url: string
  readonly probe: (what: string, account: Account) => string | undefined
  /** Starts again without what it kept in memory. */
  readonly restart: () => Promise<void>
}

/** What identifies a deposit. */
type KeyPart = 'address' | 'app_id' | 'memo' | 'symbol' | 'txid'

/** What a receiver by hand does differently from a good one. */
export interface Mistakes {
  /** Reads whether a deposit is known, then waits, then writes it. */
  readonly checksFirst?: boolean
  /** Credits every message. */
  readonly forgets?: boolean
  /** Credits the flag 0, too. */
  readonly ignoresFlag?: boolean
  /** Parts of the key by which it does not tell deposits apart. */
  readonly keyWithout?: readonly KeyPart[]
  /** Part of the account by which it does not tell users apart. */
  readonly userWithout?: keyof Account
  /** Credits nothing when the amount of a deposit grows. */
  readonly ignoresGrowth?: boolean
  /** Adds amounts as numbers. */
  readonly rounds?: boolean
  /** Takes the content without its signature. */
  readonly skipsSignature?: boolean
  /** Credits so many milliseconds after its response. */
  readonly creditsAfter?: () => number
  /** Responds with this text. */
  readonly answers?: string
  /** Encrypts and signs this content of a response. */
  readonly content?: (requestId: string) => string
  /** Changes a response that is ready. */
  readonly changes?: (body: string) => string
  /** Signs with keys that the platform does not know. */
  readonly otherKeys?: boolean
}

/** The second merchant of the receivers by hand, with the keys of the first one. */
export const otherAppId = 'demo-other-shop'

const parties: Readonly<Record<string, Party>> = Object.fromEntries(
  [platform, createTestPlatform({ appId: otherAppId })].map(({ receiver }) => [
    receiver.appId,
    createParty(receiver),
  ]),
)
const { suite, appId: ownAppId } = platform.receiver
const zero = sum([])

/** The values of all parts but some, as one text. */
const joined = (parts: Readonly<Record<string, string>>, without: readonly string[] = []): string =>
  Object.entries(parts)
    .filter(([part]) => !without.includes(part))
    .map(([, value]) => value)
    .join(' ')

/** Timers whose time passes only while something waits. */
export function virtualTimers() {
  let time = 0
  return {
    now: () => time,
    wait: async (milliseconds: number): Promise<void> => void (time += milliseconds),
  }
}

function books(mistakes: Mistakes, time: () => number) {
  let late: readonly { readonly due: number; readonly credit: () => void }[] = []
  const seen = new Map<string, DepositNotification>()
  const balances = new Map<string, Decimal>()
  const balanceName = ({ symbol, address, memo }: Account, appId: string): string =>
    joined({ appId, symbol, address, memo }, [mistakes.userWithout ?? ''])
  const credit = (place: string, amount: Decimal): void => {
    const before = balances.get(place) ?? zero
    const rounded = String(Number(before) + Number(amount))
    balances.set(place, mistakes.rounds === true && isDecimal(rounded) ? rounded : add(before, amount))
  }
  const creditOf = (
    now: DepositNotification,
    known: DepositNotification | undefined,
  ): Decimal | undefined => {
    const [amount, before] = [decimal(now.amount), known?.status === 1 ? decimal(known.amount) : zero]
    if (mistakes.forgets === true) return amount
    if (known && mistakes.ignoresGrowth === true && known.status === now.status) return zero
    if (known && (now.status < known.status || compare(amount, decimal(known.amount)) < 0)) return undefined
    return now.status === 1 || mistakes.ignoresFlag === true ? subtract(amount, before) : zero
  }
  return {
    balanceOf: (account: Account) => {
      const isDue = ({ due }: { readonly due: number }): boolean => due <= time()
      for (const { credit: run } of late.filter(isDue)) run()
      late = late.filter((one) => !isDue(one))
      return balances.get(balanceName(account, ownAppId)) ?? zero
    },
    forgetAll: () => {
      seen.clear()
      balances.clear()
      late = []
    },
    receive: async (now: DepositNotification, app_id: string = ownAppId): Promise<boolean> => {
      const { request_id, txid, symbol, address_to: address, memo = '' } = now
      const deposit = joined({ app_id, symbol, txid, address, memo }, mistakes.keyWithout)
      const known = seen.get(deposit)
      // Copies that are sent together arrive within a second, also on a busy machine.
      if (mistakes.checksFirst === true && !known) await wait(1000)
      if (known && known.request_id !== request_id) return false
      const amount = creditOf(now, known)
      if (!amount) return false
      seen.set(deposit, now)
      const place = balanceName({ symbol, address, memo }, app_id)
      const due = time() + (mistakes.creditsAfter?.() ?? 0)
      late = [...late, { due, credit: () => credit(place, amount) }]
      return true
    },
  }
}

function decimal(text: string): Decimal {
  if (isDecimal(text)) return text
  throw new TypeError('The amount is no decimal.')
}

/** Starts a receiver by hand. `now` is the time of its late credits. */
export async function receiverWith(mistakes: Mistakes, now: () => number = () => 0): Promise<Served> {
  const { receive, balanceOf, forgetAll } = books(mistakes, now)
  const answerTo = async (path: string, body: string): Promise<string> => {
    const frame = readEnvelope(new TextEncoder().encode(body))
    const party = parties[frame.appId]
    if (!party) throw new TypeError('unknown')
    const responder = responderWith(mistakes, party)
    if (path.endsWith('internal/notify')) {
      const { binding } = await party.openRequest('notifyInternal', path, frame)
      return responder('').sealResponse(binding, { code: 0, msg: 'success' })
    }
    if (mistakes.skipsSignature === true) {
      await receive(await unverified(frame))
      return '{"code":0}'
    }
    const { parameters, binding } = await party.openRequest('notifyDeposit', path, frame)
    if (!parameters) return '{"code":100004}'
    const { request_id } = parameters
    if (!(await receive(parameters, frame.appId)))
      return party.sealResponse(binding, { code: 1_000_012, msg: 'conflict' })
    return responder(request_id).sealResponse(binding, {
      code: 0,
      msg: 'success',
      data: { data: { request_id } },
    })
  }
  const server = createServer(async (request, response) => {
    try {
      const answer = await answerTo(request.url ?? '', await textOf(request))
      response.end(mistakes.answers ?? mistakes.changes?.(answer) ?? answer)
    } catch {
      response.statusCode = 400
      response.end('{"code":100008}')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return {
    restart: async () => forgetAll(),
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    probe: (what, account) => (what === 'credited' ? balanceOf(account) : undefined),
  }
}

/** The party that answers a message with a request_id. */
const responderWith =
  ({ content, otherKeys }: Mistakes, party: Party) =>
  (requestId: string): Party => {
    const { receiver } = platform
    // The platform's own profile signs with keys that it does not expect of a receiver.
    const signing = otherKeys === true ? platform.sender.suite.envelope : suite.envelope
    const bytes = content && new TextEncoder().encode(content(requestId))
    if (!bytes && otherKeys !== true) return party
    const envelope: typeof suite.envelope = {
      ...suite.envelope,
      seal: (plaintext, options) => suite.envelope.seal(bytes ?? plaintext, options),
      sign: (plaintext, ...more) => signing.sign(bytes ?? plaintext, ...more),
    }
    return createParty({ ...receiver, suite: { ...suite, envelope } })
  }

async function unverified({
  appId,
  data,
}: {
  readonly appId: string
  readonly data: string
}): Promise<DepositNotification> {
  if (appId !== 'demo-shop') throw new TypeError('unknown')
  const plaintext = await suite.envelope.open(data, {
    limits: { body: 262_144, data: 131_072, sign: 4096, blocks: 256, content: 65_536 },
    now: Date.now(),
  })
  const { amount, ...content } = JSON.parse(new TextDecoder().decode(plaintext))
  return { ...content, amount: String(amount) }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}

/** An account with a memo, for the case that needs one. */
export const memoAccount = { symbol: 'XRP', address: 'verify-memo-address', memo: '104822' }
