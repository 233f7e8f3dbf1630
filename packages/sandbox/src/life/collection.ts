// Auto-collection moves deposits of users to the collection account of their merchant.
import { getCoin } from '../chain/coins.ts'
import { createAddress } from '../chain/notation.ts'
import { sendTransaction, watchTransaction } from '../chain/transactions.ts'
import { setTimer } from '../clock/timers.ts'
import { getBalance, toUserOwner } from '../ledger/accounts.ts'
import { postTransfer } from '../ledger/post.ts'
import { minerFeeStates } from '../states/miner-fees.ts'
import { type Parameter, prepareQuery } from '../store/prepared.ts'
import type { Work, SubjectEffects } from '../work.ts'
import { recordMinerFee, payMinerFee } from './miner-fees.ts'

/** Schedules the collection in its own unit of work, so that its failure does not undo the credit. */
export const scheduleCollection = ({ db, now }: Work, deposit: number): Promise<void> =>
  setTimer(db, { due: now, kind: 'step', subject: `collection ${deposit}` })

/** Whether the deposits of a merchant are collected. */
export const isCollecting = async ({ db }: Work, appId: string): Promise<boolean> =>
  (await selectCollectingMerchant(db, { appId })).length > 0

const selectCollectingMerchant = prepareQuery((db, parameter: Parameter<Record<'appId', string>>) =>
  db.selectFrom('merchants').select('app_id').where('app_id', '=', parameter('appId')).where('auto_collection', '=', 1),
)

interface Collection {
  readonly deposit: number
  readonly appId: string
  readonly uid: number
  readonly collector: number
  readonly symbol: string
  readonly email: string
  readonly from: string
  readonly to: string
  readonly subject: string
}

/** Moves the full balance of the deposit's user in its coin. */
export async function runCollectionStep(work: Work, deposit: number): Promise<void> {
  const collection = await readCollection(work, deposit)
  const { appId, symbol, uid, collector } = collection
  const { available } = await getBalance(work.db, { appId, symbol, owner: toUserOwner(uid) })
  if (available <= 0n || uid === collector) return
  const { kind } = await getCoin(work.db, symbol)
  await (kind === 'utxo' ? moveFree(work, collection, available) : moveWithFee(work, collection, available))
}

async function readCollection(work: Work, deposit: number): Promise<Collection> {
  const row = await work.db
    .selectFrom('deposits')
    .innerJoin('coins', 'coins.symbol', 'deposits.symbol')
    .innerJoin('users', 'users.uid', 'deposits.uid')
    .innerJoin('merchants', 'merchants.app_id', 'deposits.app_id')
    .select(['deposits.app_id', 'deposits.uid', 'deposits.symbol', 'network', 'address_to', 'email', 'collection_uid'])
    .where('deposits.id', '=', deposit)
    .executeTakeFirstOrThrow()
  return {
    deposit,
    appId: row.app_id,
    uid: row.uid,
    collector: row.collection_uid,
    symbol: row.symbol,
    email: row.email,
    from: row.address_to,
    to: createAddress(work, row.network, `collection ${row.app_id} ${row.symbol}`),
    subject: `collection ${deposit}`,
  }
}

// Coins with unspent outputs are collected without a miner fee.
async function moveFree(work: Work, collection: Collection, amount: bigint): Promise<void> {
  const coin = await getCoin(work.db, collection.symbol)
  const transaction = await sendTransaction(work, coin, { ...collection, amount })
  await transferFunds(work, collection, amount)
  await watchTransaction(work, transaction, { kind: 'collection', id: collection.deposit })
}

/** Effects of the chain on a collection without a fee. It has no record, and its funds moved when it was sent. */
export const collectionEffects: SubjectEffects = {
  async onSeen() {},
  async onConfirmed() {},
  onRemoved: async () => false,
}

const transferFunds = (work: Work, { appId, symbol, uid, collector, subject }: Collection, amount: bigint) =>
  postTransfer(work, {
    appId,
    symbol,
    from: toUserOwner(uid),
    to: toUserOwner(collector),
    amount,
    subject,
    reason: 'auto-collection',
  })

async function moveWithFee(work: Work, collection: Collection, available: bigint): Promise<void> {
  const { appId, symbol, uid, collector, email, from, to, subject } = collection
  const coin = await getCoin(work.db, symbol)
  const fee = BigInt(coin.miner_fee)
  const isBase = coin.base_symbol === symbol
  // The fee coin pays for itself. For other coins, the collection account pays the fee.
  const amount = isBase ? available - fee : available
  const payer = isBase ? uid : collector
  const facts = {
    app_id: appId,
    address_from: from,
    address_to: to,
    memo: '',
    email,
    payer,
    confirmations: 0,
  }
  const isPaid = amount > 0n && (await canPay(work, { appId, symbol: coin.base_symbol, uid: payer }, fee))
  if (!isPaid) {
    const { failed } = minerFeeStates.states
    const attempt = { amount: `${available}`, fee: '0', unpaid: `${fee}`, txid: '', status: failed.value }
    await recordMinerFee(work, coin, { ...facts, ...attempt })
    return
  }
  const transaction = await sendTransaction(work, coin, { symbol, from, to, amount, fee })
  await transferFunds(work, collection, amount)
  if (fee > 0n) await payMinerFee(work, { appId, symbol: coin.base_symbol, uid: payer, fee, subject })
  const { pending } = minerFeeStates.states
  const feeColumns = { fee: `${fee}`, unpaid: '0' }
  const sentColumns = { amount: `${amount}`, ...feeColumns, txid: transaction.txid, status: pending.value }
  const { id } = await recordMinerFee(work, coin, { ...facts, ...sentColumns })
  await watchTransaction(work, transaction, { kind: 'miner_fee', id })
}

async function canPay(
  { db }: Work,
  { appId, symbol, uid }: { readonly appId: string; readonly symbol: string; readonly uid: number },
  fee: bigint,
): Promise<boolean> {
  const { available } = await getBalance(db, { appId, symbol, owner: toUserOwner(uid) })
  return available >= fee
}
