import type { Answers, Parameters } from '@custody-wallet/types'
import { answers } from '@custody-wallet/types/validate'

/** Sizes of the messages that are measured, in bytes of the text that is sealed. */
export const messageSizes = { '200B': 200, '2KB': 2048, '20KB': 20_480 } as const

export type MessageSize = keyof typeof messageSizes

export const sizeNames = ['200B', '2KB', '20KB'] as const satisfies readonly MessageSize[]

const usualAddress = 42
const mostAddresses = 100
// The wire joins addresses with commas, and one of them has none behind it.
const around = JSON.stringify({ symbol: 'BTC', addresses: '', memo: false }).length - 1

/**
 * A registration of addresses that is sealed as exactly so many bytes: of usual addresses, or of longer ones where a
 * hundred are too few.
 */
export function registration(bytes: number): Parameters['registerAddresses'] {
  const room = bytes - around
  const count = Math.min(Math.floor(room / (usualAddress + 1)), mostAddresses)
  const each = Math.floor(room / count) - 1
  const last = room - (count - 1) * (each + 1) - 1
  const addresses = Array.from({ length: count }, (_, at) => address(at, at === count - 1 ? last : each))
  return { symbol: 'BTC', addresses, memo: false }
}

const address = (number: number, length: number): string => `bc1q${String(number).padStart(length - 4, '0')}`

const recordsInPage = 20

/** A full page of withdrawals that wait: 2 KB of many short members. */
export function pendingWithdrawals(): Answers['pullWithdrawals'] {
  const data = Array.from({ length: recordsInPage }, (_, at) => ({
    trans_id: 30_021 + at,
    symbol: 'BTC',
    amount: `${at}.12345678`,
    fee: '0.0001',
    address_to: address(at, usualAddress),
  }))
  const answer: unknown = { code: 0, msg: 'success', data }
  if (!answers.pullWithdrawals(answer)) throw new TypeError('The page does not fit the contract.')
  return answer
}
