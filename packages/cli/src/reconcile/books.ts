import { type Books, withWorkflows } from '@custody-wallet/client/workflows'
import { Failure, createMisuse } from '@custody-wallet/demo/cli'
import type { Deposit, DepositNotification, InternalNotification, MinerFee, Withdrawal } from '@custody-wallet/types'
import {
  isDeposit,
  isDepositNotification,
  isInternalNotification,
  isMinerFee,
  isObject,
  isWithdrawal,
  parseStrictly,
} from '@custody-wallet/types/validate'

import type { Line } from '../commands.ts'
import { readField } from '../json-values.ts'
import type { Screen } from '../screen.ts'
import { createClient, readSettings, readText } from '../settings.ts'

/** Books as lists, because they are iterated twice. */
export interface ReadBooks extends Books {
  readonly notified: readonly (DepositNotification | InternalNotification)[]
  readonly deposits: readonly Deposit[]
  readonly withdrawals: readonly Withdrawal[]
  readonly minerFees: readonly MinerFee[]
}

/** Reads the books from files or from the service. */
export async function readBooks(line: Line<'reconcile'>, screen: Screen): Promise<ReadBooks> {
  const notified = line.text('notified')
  if (notified === undefined)
    throw createMisuse('The notifications are missing. Give the file of those that you received with --notified FILE.')
  const [deposits, withdrawals, fees] = [line.text('deposits'), line.text('withdrawals'), line.text('fees')]
  const ours = readRecords(notified, isNotification)
  const isRead = deposits === undefined || fees === undefined
  const service = isRead ? withWorkflows(await createClient(await readSettings(line, screen))) : undefined
  return {
    notified: ours,
    deposits: deposits === undefined ? await readAll(service?.deposits, screen) : readRecords(deposits, isDeposit),
    minerFees: fees === undefined ? await readAll(service?.minerFees, screen) : readRecords(fees, isMinerFee),
    withdrawals: withdrawals === undefined ? [] : readRecords(withdrawals, isWithdrawal),
  }
}

const isNotification = (value: unknown): value is DepositNotification | InternalNotification =>
  isDepositNotification(value) || isInternalNotification(value)

interface Source<Found> {
  readonly readSince: (
    cursor?: undefined,
    options?: { readonly onProgress: (progress: { readonly records: number }) => void },
  ) => AsyncIterable<Found>
}

async function readAll<Found>(source: Source<Found> | undefined, { progress }: Screen): Promise<readonly Found[]> {
  const found: Found[] = []
  if (source === undefined) return found
  for await (const record of source.readSince(undefined, {
    onProgress: ({ records }) => progress(`${records} records`),
  }))
    found.push(record)
  progress()
  return found
}

/** Reads a file of JSON lines. Lines of `custody listen --json` have the record in `content`. */
function readRecords<Found>(file: string, isRecord: (value: unknown) => value is Found): readonly Found[] {
  const lines = readText(file).split('\n')
  return lines.flatMap((text, at) => {
    if (text.trim() === '') return []
    const value = parseStrictly(text)
    const record = readContent(value)
    if (isRecord(record)) return [record]
    // An unverified message is not evidence.
    if (isUnverified(value)) return []
    throw new Failure(
      `Line ${at + 1} of ${file} is not a record of the expected type. Write one JSON record per line.`,
      2,
    )
  })
}

const isUnverified = (value: unknown): boolean => readField(value, 'verified') === false

const readContent = (value: unknown): unknown =>
  isObject(value) && 'verified' in value && 'content' in value && !isUnverified(value) ? value['content'] : value

type Range = readonly [from: number, to: number]

/**
 * Keeps the records of a day, and those with a notification: a deposit of the last minute of a day is notified on the
 * next day.
 */
export function filterByDay(books: ReadBooks, [from, to]: Range): ReadBooks {
  const notified = new Set(books.notified.map(({ txid }) => txid))
  const isInRange = ({ created_at: at, txid }: { readonly created_at: number; readonly txid: string }): boolean =>
    (at >= from && at < to) || (txid !== '' && notified.has(txid))
  return {
    notified: books.notified,
    deposits: books.deposits.filter(isInRange),
    withdrawals: books.withdrawals.filter(isInRange),
    minerFees: books.minerFees.filter(isInRange),
  }
}
