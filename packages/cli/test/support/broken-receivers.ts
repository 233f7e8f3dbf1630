// Hand-written receivers, each with one mistake that a merchant might make.
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
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
  /** Restarts without the data in memory. */
  readonly restart: () => Promise<void>
}

/** What identifies a deposit. */
type KeyPart = 'address' | 'app_id' | 'memo' | 'symbol' | 'txid'

/** Mistakes of a receiver. */
export interface Mistakes {
  /** Reads whether a deposit is known, then waits, then writes it. */
  readonly checksFirst?: boolean
  /** Credits every message. */
  readonly forgets?: boolean
  /** Credits the flag 0, too. */
  readonly ignoresFlag?: boolean
  /** Parts that are missing in the key of a deposit. */
  readonly keyWithout?: readonly KeyPart[]
  /** Part that is missing in the key of an account. */
  readonly userWithout?: keyof Account
  /** Credits nothing when the amount of a deposit grows. */
  readonly ignoresGrowth?: boolean
  /** Adds amounts as numbers. */
  readonly rounds?: boolean
  /** Accepts content without its signature. */
  readonly skipsSignature?: boolean
  /** Milliseconds from its response to its credit. */
  readonly creditsAfter?: () => number
  /** Responds with this text. */
  readonly response?: string
  /** Encrypts and signs this content of a response. */
  readonly content?: (requestId: string) => string
  /** Changes the sealed response. */
  readonly changes?: (body: string) => string
  /** Signs with keys that the platform does not know. */
  readonly otherKeys?: boolean
}

/** The second merchant, with the keys of the first. */
export const otherAppId = 'demo-other-shop'

const parties: Readonly<Record<string, Party>> = Object.fromEntries(
  [platform, createTestPlatform({ appId: otherAppId })].map(({ receiver }) => [receiver.appId, createParty(receiver)]),
)
const { suite, appId: ownAppId } = platform.receiver
const zero = sum([])

/** Joins the values of all parts except some. */
const joinParts = (parts: Readonly<Record<string, string>>, without: readonly string[] = []): string =>
  Object.entries(parts)
    .filter(([part]) => !without.includes(part))
    .map(([, value]) => value)
    .join(' ')

/** Timers whose time passes only while something waits. */
export function createVirtualTimers() {
  let time = 0
  return {
    now: () => time,
    wait: async (milliseconds: number): Promise<void> => void (time += milliseconds),
  }
}

function createBooks(mistakes: Mistakes, time: () => number) {
  let late: readonly { readonly due: number; readonly credit: () => void }[] = []
  const seen = new Map<string, DepositNotification>()
  const balances = new Map<string, Decimal>()
  const formatBalanceName = ({ symbol, address, memo }: Account, appId: string): string =>
    joinParts({ appId, symbol, address, memo }, [mistakes.userWithout ?? ''])
  const credit = (place: string, amount: Decimal): void => {
    const before = balances.get(place) ?? zero
    const rounded = String(Number(before) + Number(amount))
    balances.set(place, mistakes.rounds === true && isDecimal(rounded) ? rounded : add(before, amount))
  }
  const computeCredit = (now: DepositNotification, known: DepositNotification | undefined): Decimal | undefined => {
    const [amount, before] = [toDecimal(now.amount), known?.status === 1 ? toDecimal(known.amount) : zero]
    if (mistakes.forgets === true) return amount
    if (known && mistakes.ignoresGrowth === true && known.status === now.status) return zero
    if (known && (now.status < known.status || compare(amount, toDecimal(known.amount)) < 0)) return undefined
    return now.status === 1 || mistakes.ignoresFlag === true ? subtract(amount, before) : zero
  }
  return {
    getBalance: (account: Account) => {
      const isDue = ({ due }: { readonly due: number }): boolean => due <= time()
      for (const { credit: run } of late.filter(isDue)) run()
      late = late.filter((one) => !isDue(one))
      return balances.get(formatBalanceName(account, ownAppId)) ?? zero
    },
    forgetAll: () => {
      seen.clear()
      balances.clear()
      late = []
    },
    receive: async (now: DepositNotification, app_id: string = ownAppId): Promise<boolean> => {
      const { request_id, txid, symbol, address_to: address, memo = '' } = now
      const deposit = joinParts({ app_id, symbol, txid, address, memo }, mistakes.keyWithout)
      const known = seen.get(deposit)
      // Copies that are sent together arrive within a second, also on a busy machine.
      if (mistakes.checksFirst === true && !known) await wait(1000)
      if (known && known.request_id !== request_id) return false
      const amount = computeCredit(now, known)
      if (!amount) return false
      seen.set(deposit, now)
      const place = formatBalanceName({ symbol, address, memo }, app_id)
      const due = time() + (mistakes.creditsAfter?.() ?? 0)
      late = [...late, { due, credit: () => credit(place, amount) }]
      return true
    },
  }
}

function toDecimal(text: string): Decimal {
  if (isDecimal(text)) return text
  throw new TypeError('The amount is not a decimal.')
}

/** Starts a receiver. `now` is the clock of its late credits. */
export async function startReceiver(mistakes: Mistakes, now: () => number = () => 0): Promise<Served> {
  const { receive, getBalance, forgetAll } = createBooks(mistakes, now)
  const respond = async (path: string, body: string): Promise<string> => {
    const frame = readEnvelope(new TextEncoder().encode(body))
    const party = parties[frame.appId]
    if (!party) throw new TypeError('unknown')
    const responder = createSealer(mistakes, party)
    if (path.endsWith('internal/notify')) {
      const { binding } = await party.openRequest('notifyInternal', path, frame)
      return responder('').sealResponse(binding, { code: 0, msg: 'success' })
    }
    if (mistakes.skipsSignature === true) {
      await receive(await openUnverified(frame))
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
  const url = await serve(async (request, response) => {
    try {
      const body = await respond(request.url ?? '', await readBody(request))
      response.end(mistakes.response ?? mistakes.changes?.(body) ?? body)
    } catch {
      response.statusCode = 400
      response.end('{"code":100008}')
    }
  })
  return {
    restart: async () => forgetAll(),
    url,
    probe: (what, account) => (what === 'credited' ? getBalance(account) : undefined),
  }
}

/** Serves HTTP until the test ends, and returns the URL. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

/** Creates the party that seals the response to a request_id. */
const createSealer =
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

async function openUnverified({
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

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}

/** An account with a memo, for the case that needs one. */
export const memoAccount = { symbol: 'XRP', address: 'verify-memo-address', memo: '104822' }
