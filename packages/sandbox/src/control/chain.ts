import { addBlocks, computeHeight, getNetwork } from '../chain/networks.ts'
import { type Reorganization, reorganize } from '../chain/reorg.ts'
import { settleNetwork } from '../chain/transactions.ts'
import { type PaymentResult, pay, type Payment } from '../life/payments.ts'
import type { Work } from '../work.ts'
import type { ControlContext } from './context.ts'

export interface MinedNetwork {
  readonly network: string
  readonly height: number
}

/** Control calls for chains. */
export interface ChainControl {
  /** Pays from outside. A payment to the address of a user returns the id of its deposit. */
  readonly pay: (payment: Payment) => Promise<PaymentResult>
  /** Makes blocks of one network, or of all networks. Returns the new heights. */
  readonly mine: (blocks?: number, network?: string) => Promise<readonly MinedNetwork[]>
  /** Replaces the newest blocks of a network. Their transactions get new ids and wait for a block again. */
  readonly reorg: (reorganization: Reorganization) => Promise<{ readonly transactions: number }>
}

export const createChainControl = ({ run }: Pick<ControlContext, 'run'>): ChainControl => ({
  pay: (payment) => run((work) => pay(work, payment)),
  mine: (blocks = 1, network) => run((work) => mine(work, blocks, network)),
  reorg: (reorganization) => run(async (work) => ({ transactions: await reorganize(work, reorganization) })),
})

const maxBlocks = 1_000_000

async function mine(work: Work, blocks: number, network: string | undefined): Promise<readonly MinedNetwork[]> {
  if (!Number.isSafeInteger(blocks) || blocks < 1 || blocks > maxBlocks)
    throw new TypeError(`blocks must be an integer from 1 to ${maxBlocks}, not ${blocks}.`)
  const minedNetworks: MinedNetwork[] = []
  for (const name of await listNetworkNames(work, network)) {
    await addBlocks(work, name, blocks)
    await settleNetwork(work, name)
    minedNetworks.push({ network: name, height: computeHeight(await getNetwork(work.db, name), work.now) })
  }
  return minedNetworks
}

async function listNetworkNames({ db }: Work, network: string | undefined): Promise<readonly string[]> {
  if (network !== undefined) return [(await getNetwork(db, network)).name]
  const rows = await db.selectFrom('networks').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}
