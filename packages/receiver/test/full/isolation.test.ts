// Several receivers on one database, with any default isolation. Copies at one receiver wait for each other, so only copies
// at different receivers meet in the database.
import { runSql } from '@custody-wallet/postgres'
import type { ReceiverOptions } from '@custody-wallet/receiver'
import { postgres } from '@custody-wallet/store/postgres'
import { isDecimal } from '@custody-wallet/types/arithmetic'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Kysely, PostgresDialect } from 'kysely'
import postgresJs from 'postgres'
import { describe, expect, inject, onTestFinished, test } from 'vitest'

import { createReceiverOnDrizzle } from '../drivers/drizzle.ts'
import { createReceiverOnKysely } from '../drivers/kysely.ts'
import { createReceiverOnPg } from '../drivers/pg.ts'
import { createReceiverOnPostgresJs } from '../drivers/postgres-js.ts'
import { createAccounts, readBalance, createPool } from '../support/databases.ts'
import { platform, createShopOn } from '../support/shop.ts'

/** A database with a default isolation of its transactions. */
async function createDatabase(isolation: string): Promise<string> {
  const url = await createAccounts(inject('postgres'))
  const name = new URL(url).pathname.slice(1)
  await runSql(url, `ALTER DATABASE ${name} SET default_transaction_isolation = '${isolation}'`)
  expect(await runSql(url, 'SHOW transaction_isolation')).toEqual([{ transaction_isolation: isolation }])
  return url
}

/** Receivers with every driver of PostgreSQL, two of each, on one database. */
function createReceivers(url: string) {
  const errors: unknown[] = []
  const options: Pick<ReceiverOptions<unknown>, 'deadline' | 'onConflict' | 'onError' | 'profile'> = {
    profile: platform.receiver,
    deadline: 600_000,
    onConflict: async () => undefined,
    onError: (error) => errors.push(error),
  }
  const selectReceiver = () => {
    const sql = postgresJs(url, { max: 5 })
    onTestFinished(() => sql.end())
    return [
      createReceiverOnPg(createPool(url, 5), options),
      createReceiverOnPostgresJs(sql, options),
      createReceiverOnKysely(new Kysely({ dialect: new PostgresDialect({ pool: createPool(url, 5) }) }), options),
      createReceiverOnDrizzle(drizzle(createPool(url, 5)), options),
    ]
  }
  return { receivers: [...selectReceiver(), ...selectReceiver()], errors }
}

const createStore = (url: string) => postgres(createPool(url, 5))

describe.each(['read committed', 'repeatable read', 'serializable'])('with %s by default', (isolation) => {
  test('copies at eight receivers are credited once', async () => {
    const url = await createDatabase(isolation)
    const { receivers, errors } = createReceivers(url)
    const message = await platform.signDeposit({ amount: '0.5' })
    const replies = await Promise.all(
      receivers.map((receiver) => platform.send(receiver.fetch, message, { copies: 10 })),
    )
    expect(errors).toEqual([])
    expect(new Set(replies.flat().map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['200 0']))
    expect(await readBalance(url)).toBe('0.5')
  })

  test('growing amounts of a deposit are credited up to the largest, in any order of arrival', async () => {
    const url = await createDatabase(isolation)
    const { receivers, errors } = createReceivers(url)
    const deposit = { request_id: 'one', txid: 'one' }
    const amounts = ['0.5', '0.25', '2', '1', '0.75', '1.5', '1.25', '1.75'].filter(isDecimal)
    await Promise.all(
      receivers.map((receiver, at) => {
        const message = platform.signDeposit({ ...deposit, amount: amounts[at] ?? '2' })
        return platform.send(receiver.fetch, message, { copies: 3 })
      }),
    )
    expect(errors).toEqual([])
    expect(Number(await readBalance(url))).toBe(2)
  })

  test('one deposit under eight request_ids is credited once', async () => {
    const url = await createDatabase(isolation)
    const { receivers, errors } = createReceivers(url)
    const replies = await Promise.all(
      receivers.map((receiver, at) => {
        const spelled = {
          request_id: `request-${at}`,
          txid: at % 2 === 0 ? '0xAB' : 'ab',
          amount: '0.5',
        } as const
        return platform.send(receiver.fetch, platform.signDeposit(spelled))
      }),
    )
    expect(errors).toEqual([])
    const codes = replies.flat().map(({ code }) => code)
    expect(codes.filter((code) => code === 0)).toHaveLength(1)
    expect(codes.filter((code) => code === 1_000_012)).toHaveLength(7)
    expect(await readBalance(url)).toBe('0.5')
  })

  test('a transfer with and without its source is deducted once', async () => {
    const url = await createDatabase(isolation)
    const shops = Array.from({ length: 6 }, () => createShopOn(createStore(url)))
    await Promise.all(
      shops.map(({ receiver }, at) => {
        const address_from = at % 2 === 0 ? '' : 'source'
        return platform.send(receiver.fetch, platform.signInternal({ txid: 'one', address_from }), {
          copies: 5,
        })
      }),
    )
    expect(shops.flatMap(({ errors }) => errors)).toEqual([])
    expect(shops.flatMap(({ transfers }) => transfers)).toHaveLength(1)
  })
})
