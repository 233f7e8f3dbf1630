// One deposit and one transfer in other spellings, and a check of what a receiver does with them.
import { randomBytes } from 'node:crypto'

import type { Store } from '@custody-wallet/store'
import type { DepositNotification, InternalNotification } from '@custody-wallet/types'
import { describe, expect, test } from 'vitest'

import { platform, createShopOn } from './shop.ts'

type Facts = Partial<Pick<DepositNotification, 'address_to' | 'memo' | 'symbol' | 'txid'>>

const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const bech32 = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const txid = '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060'
const none: Facts = {}

/** The same place, spelled in two ways. */
const alike: Readonly<Record<string, readonly [Facts, Facts]>> = {
  'EIP-55, then lower case': [{ address_to: address }, { address_to: address.toLowerCase() }],
  'an address with 0X': [{ address_to: address }, { address_to: address.replace('0x', '0X') }],
  'an address without 0x': [{ address_to: address }, { address_to: address.slice(2) }],
  'bech32 in upper case': [{ address_to: bech32 }, { address_to: bech32.toUpperCase() }],
  'a txid in upper case': [{ txid }, { txid: txid.toUpperCase() }],
  'a txid without 0x': [{ txid }, { txid: txid.slice(2) }],
  'a coin in lower case': [none, { symbol: 'btc' }],
  'spaces around a txid': [{ txid }, { txid: ` ${txid}\n` }],
  'spaces within an address': [{ address_to: bech32 }, { address_to: bech32.replace('q', 'q ') }],
  'a memo with a leading zero': [{ memo: '104822' }, { memo: '0104822' }],
  'a memo of zeros': [{ memo: '0' }, { memo: '000' }],
  'a memo with a space': [{ memo: '104822' }, { memo: ' 104822' }],
  'all of it': [
    { address_to: address, txid, memo: '7' },
    {
      address_to: address.slice(2).toLowerCase(),
      txid: txid.slice(2).toUpperCase(),
      memo: '007',
      symbol: 'Btc',
    },
  ],
}

/** Two places that look alike. */
const different: Readonly<Record<string, readonly [Facts, Facts]>> = {
  'a memo of letters in another case': [{ memo: 'Alice' }, { memo: 'alice' }],
  'a memo of zero, and none': [{ memo: '0' }, none],
  'zeros at the end of a memo': [{ memo: '1048' }, { memo: '10480' }],
  'a string that moves from the address to the memo': [
    { address_to: 'one2', memo: '3' },
    { address_to: 'one', memo: '23' },
  ],
}

const base = { request_id: 'one', txid, amount: '0.5' } as const
const transfer = { txid, fee: '0.0001' } as const
const other = { ...base, request_id: 'two' } as const

type Send = Partial<DepositNotification>

/** Describes the effect of each spelling on a store. `open` creates an empty store. */
export function describeSpellings<Tx>(name: string, open: () => Promise<Store<Tx>>): void {
  describe(`on ${name}, a deposit in another spelling`, () => {
    async function sendMessages(...messages: readonly Send[]) {
      const { receiver, ...shop } = createShopOn(await open())
      const codes: unknown[] = []
      for (const message of messages)
        codes.push((await platform.send(receiver.fetch, platform.signDeposit(message)))[0]?.code)
      return { ...shop, codes }
    }

    test.each(Object.entries(alike))('is the same deposit with its request_id: %s', async (_name, [one, two]) => {
      const { codes, sumCredits, conflicts } = await sendMessages(
        { ...base, ...one },
        { ...base, ...two },
        { ...base, ...two, amount: '0.75' },
      )
      expect(codes).toEqual([0, 0, 0])
      expect(sumCredits()).toBe('0.75')
      expect(conflicts).toEqual([])
    })

    test.each(Object.entries(alike))('is a conflict with another request_id: %s', async (_name, [one, two]) => {
      const { codes, sumCredits, conflicts } = await sendMessages({ ...base, ...one }, { ...other, ...two })
      expect(codes).toEqual([0, 1_000_012])
      expect(sumCredits()).toBe('0.5')
      // The claim keeps the spelling of the first one.
      const known = {
        requestId: 'one',
        txid,
        ...(one.address_to !== undefined && { addressTo: one.address_to }),
      }
      expect(conflicts).toMatchObject([{ reason: 'other-request-id', known, notification: two }])
    })

    test.each(Object.entries(different))('is another deposit: %s', async (_name, [one, two]) => {
      const { codes, sumCredits } = await sendMessages({ ...base, ...one }, { ...other, ...two })
      expect(codes).toEqual([0, 0])
      expect(sumCredits()).toBe('1.0')
    })
  })

  test(`on ${name}, 20 copies in mixed spellings and under three request_ids are credited once`, async () => {
    const { receiver, sumCredits } = createShopOn(await open())
    const ids = ['one', 'two', 'three']
    const messages = Array.from({ length: 20 }, (_, at) => ({
      ...base,
      request_id: ids[at % ids.length] ?? 'one',
      txid: at % 2 === 0 ? txid : txid.toUpperCase(),
      address_to: at % 4 < 2 ? address : address.toLowerCase(),
    }))
    const replies = await Promise.all(
      messages.map((message) => platform.send(receiver.fetch, platform.signDeposit(message))),
    )
    expect(sumCredits()).toBe('0.5')
    expect(new Set(replies.flat().map(({ code }) => code))).toEqual(new Set([0, 1_000_012]))
  })

  describe(`on ${name}, an internal notification`, () => {
    const source = { address_from: address }
    const spellings: Readonly<Record<string, readonly [Partial<InternalNotification>, Partial<InternalNotification>]>> =
      {
        ...alike,
        'another spelling of the source': [source, { address_from: address.toLowerCase() }],
        'no source, then one': [{ address_from: '' }, source],
        'a source, then none': [source, { address_from: '' }],
      }

    test.each(Object.entries(spellings))('in another spelling is a conflict: %s', async (_name, [one, two]) => {
      const { receiver, transfers, conflicts } = createShopOn(await open())
      for (const message of [one, two, two])
        await platform.send(receiver.fetch, platform.signInternal({ ...transfer, ...message }))
      expect(transfers).toMatchObject([one])
      const held = {
        kind: 'internal',
        reason: 'other-spelling',
        known: { fee: '0.0001' },
        notification: two,
      }
      expect(conflicts).toMatchObject([held, held])
    })

    test('with and without a source is deducted once, for any order of 20 copies', async () => {
      const { receiver, transfers } = createShopOn(await open())
      const copies = Array.from({ length: 20 }, (_, at) => ({
        ...transfer,
        address_from: ['', address, address.toLowerCase()][at % 3] ?? '',
      }))
      await Promise.all(copies.map((message) => platform.send(receiver.fetch, platform.signInternal(message))))
      expect(transfers).toHaveLength(1)
    })
  })

  describe(`on ${name}, a notification that a database cannot store unchanged`, () => {
    // An index entry of PostgreSQL has at most 2,704 bytes, and this string cannot be compressed.
    const createLongText = (): string => randomBytes(1400).toString('hex')

    test.each(['request_id', 'txid', 'address_to', 'memo'] as const)(
      'is credited once with a %s of 2,800 characters',
      async (field) => {
        const { receiver, deposits } = createShopOn(await open())
        const message = platform.signDeposit({ ...base, [field]: createLongText() })
        expect(await platform.send(receiver.fetch, message)).toMatchObject([{ code: 0 }])
        expect(await platform.send(receiver.fetch, message)).toMatchObject([{ code: 0 }])
        expect(deposits).toHaveLength(1)
      },
    )

    test.each(['txid', 'address_from', 'address_to', 'memo'] as const)(
      'is deducted once with a %s of 2,800 characters',
      async (field) => {
        const { receiver, transfers } = createShopOn(await open())
        const message = platform.signInternal({ ...transfer, [field]: createLongText() })
        expect(await platform.send(receiver.fetch, message)).toMatchObject([{ code: 0 }])
        expect(await platform.send(receiver.fetch, message)).toMatchObject([{ code: 0 }])
        expect(transfers).toHaveLength(1)
      },
    )

    test.each(['request_id', 'symbol', 'txid', 'address_from', 'address_to', 'memo'] as const)(
      'is a conflict with a NUL in %s, which is escaped',
      async (field) => {
        const { receiver, deposits, conflicts, errors } = createShopOn(await open())
        const message = platform.signDeposit({ ...base, [field]: 'a\u0000b' })
        for (const _attempt of [1, 2])
          expect(await platform.send(receiver.fetch, message)).toMatchObject([{ status: 200, code: 1_000_011 }])
        expect(deposits).toEqual([])
        expect(errors).toEqual([])
        const notification = { [field]: String.raw`a\u0000b` }
        const held = { kind: 'deposit', reason: 'nul-character', notification }
        expect(conflicts).toMatchObject([held, held])
      },
    )

    test('is recorded, so that it is also a conflict under another request_id', async () => {
      const { receiver, sumCredits, conflicts } = createShopOn(await open())
      const nul = { ...base, request_id: 'one\u0000' }
      for (const message of [nul, other]) await platform.send(receiver.fetch, platform.signDeposit(message))
      expect(sumCredits()).toBe('0')
      const known = { requestId: String.raw`one\u0000`, txid, flag: 0 }
      expect(conflicts).toMatchObject([{ reason: 'nul-character' }, { reason: 'other-request-id', known }])
    })

    test('does not change a known deposit', async () => {
      const { receiver, sumCredits, conflicts } = createShopOn(await open())
      const nul = { ...base, amount: '9', address_from: '\u0000' } as const
      for (const message of [base, nul, { ...base, amount: '0.75' } as const])
        await platform.send(receiver.fetch, platform.signDeposit(message))
      expect(sumCredits()).toBe('0.75')
      expect(conflicts).toMatchObject([{ reason: 'nul-character' }])
    })

    test.each(['symbol', 'txid', 'address_from', 'address_to', 'memo'] as const)(
      'is not deducted with a NUL in %s',
      async (field) => {
        const { receiver, transfers, conflicts } = createShopOn(await open())
        const message = platform.signInternal({ ...transfer, [field]: 'a\u0000b' })
        expect(await platform.send(receiver.fetch, message)).toMatchObject([{ status: 200, code: 1_000_018 }])
        expect(transfers).toEqual([])
        const notification = { [field]: String.raw`a\u0000b` }
        expect(conflicts).toMatchObject([{ kind: 'internal', reason: 'nul-character', notification }])
      },
    )
  })
}
