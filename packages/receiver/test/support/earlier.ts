// A database of the first version of the receiver, and its use by this version.
import type { Store } from '@custody-wallet/store'

import { platform, createShopOn } from './shop.ts'

/** The tables of the first version. */
const listTables = (end: string): readonly string[] => [
  `CREATE TABLE custody_deposits (app_id text NOT NULL, request_id text NOT NULL, symbol text NOT NULL, txid text NOT NULL,
    address_to text NOT NULL, memo text NOT NULL, amount text NOT NULL, flag integer NOT NULL,
    PRIMARY KEY (app_id, request_id), UNIQUE (app_id, symbol, txid, address_to, memo))${end}`,
  `CREATE TABLE custody_transfers (app_id text NOT NULL, symbol text NOT NULL, txid text NOT NULL, address_from text NOT NULL,
    address_to text NOT NULL, memo text NOT NULL, amount text NOT NULL, fee text NOT NULL,
    PRIMARY KEY (app_id, symbol, txid, address_from, address_to, memo))${end}`,
]

const [address, memo, blank] = ['0xAbCdÉ', ' 0104822', '']

/** Claims of the first version. The second and third are one deposit in two spellings, which it credited twice. */
const records: readonly string[] = [
  `INSERT INTO custody_deposits VALUES ('demo-shop', 'plain', 'BTC', 'txid-1', '${address}', '${memo}', '0.5', 1)`,
  `INSERT INTO custody_deposits VALUES ('demo-shop', 'twice-1', 'BTC', '0xAA', 'to', '', '0.5', 1)`,
  `INSERT INTO custody_deposits VALUES ('demo-shop', 'twice-2', 'btc', 'aa', 'to', '', '0.5', 1)`,
  `INSERT INTO custody_deposits VALUES ('demo-shop', 'failed', 'BTC', 'txid-2', 'to', '', '0.5', 0)`,
  `INSERT INTO custody_transfers VALUES ('demo-shop', 'BTC', 'txid-3', 'From', 'to', '', '1', '0.0001')`,
  `INSERT INTO custody_transfers VALUES ('demo-shop', 'BTC', 'txid-4', 'From', 'to', '', '1', '0.0001')`,
  `INSERT INTO custody_transfers VALUES ('demo-shop', 'BTC', 'txid-4', 'from', 'to', '', '1', '0.0001')`,
  `INSERT INTO custody_transfers VALUES ('demo-shop', 'BTC', 'txid-5', '', 'to', '', '1', '0.0001')`,
]

/** The statements that make the tables of the first version with its claims. */
export const listEarlierStatements = (end = ''): readonly string[] => [...listTables(end), ...records]

const deposits = [
  // Known, in the original spelling and in others.
  { request_id: 'plain', txid: 'txid-1', address_to: address, memo, is: 0 },
  { request_id: 'plain', txid: 'TXID-1', address_to: 'abcdÉ', memo: '104822', is: 0 },
  { request_id: 'other', txid: 'txid-1', address_to: '0xabcdÉ', memo: '104822', is: 1_000_012 },
  { request_id: 'twice-1', txid: '0xAA', address_to: 'to', memo: blank, is: 0 },
  { request_id: 'twice-2', txid: 'aa', address_to: 'to', memo: blank, is: 0 },
  { request_id: 'twice-3', txid: '0xaa', address_to: 'to', memo: blank, is: 1_000_012 },
  // New: only these are credited.
  { request_id: 'failed', txid: 'txid-2', address_to: 'to', memo: blank, is: 0 },
  { request_id: 'new', txid: 'txid-new', address_to: 'to', memo: blank, is: 0 },
] as const

const transfers = [
  { txid: 'txid-3', address_from: 'From', is: 0 },
  { txid: 'txid-3', address_from: 'from', is: 1_000_018 },
  { txid: 'txid-3', address_from: '', is: 1_000_018 },
  { txid: 'txid-4', address_from: 'FROM', is: 1_000_018 },
  { txid: 'txid-5', address_from: 'From', is: 1_000_018 },
  { txid: 'txid-5', address_from: '', is: 0 },
  { txid: 'txid-new', address_from: 'From', is: 0 },
] as const

export interface Outcome {
  /** Each message with the code of its response. */
  readonly responses: readonly object[]
  /** Request ids of the deposits that were credited. */
  readonly credited: readonly string[]
  /** Transactions of the transfers that were deducted. */
  readonly deducted: readonly string[]
}

/** Only deposits and transfers that the first version did not process are new. */
export const expected: Outcome = {
  responses: [...deposits, ...transfers],
  credited: ['failed', 'new'],
  deducted: ['txid-new'],
}

/** Sends known and new messages to a receiver on a store with the claims of the first version. */
export async function readOutcome<Tx>(store: Store<Tx>): Promise<Outcome> {
  const { receiver, ...shop } = createShopOn(store)
  const responses: object[] = []
  for (const { is: _is, ...facts } of deposits) {
    const replies = await platform.send(receiver.fetch, platform.signDeposit({ ...facts, amount: '0.5' }))
    responses.push({ ...facts, is: replies[0]?.code })
  }
  for (const { is: _is, ...facts } of transfers) {
    const message = platform.signInternal({ ...facts, address_to: 'to', amount: '1', fee: '0.0001' })
    responses.push({ ...facts, is: (await platform.send(receiver.fetch, message))[0]?.code })
  }
  const credited = shop.deposits.map(({ request_id }) => request_id)
  return { responses, credited, deducted: shop.transfers.map(({ txid }) => txid) }
}
