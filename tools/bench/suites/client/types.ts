import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { root, runNode } from '../../measure.ts'

const tsc = join(root, 'node_modules/typescript/bin/tsc')
// Modules in this folder find the packages of the suite. It is neither linted nor committed.
const shelf = join(root, 'tools/bench/node_modules')

const id = `'order-1'`
const symbol = `symbol: 'BTC'`
const transfer = `address_from: '', address_to: 'bc1q', txid: '4d1f', amount: '0.5', confirm: 3, balance: '1'`

/** One call of every operation, as it is written. */
export const everyCall = [
  `token.get()`,
  `withdrawals.list({ ids: [${id}] })`,
  `withdrawals.pull({ ${symbol} })`,
  `withdrawals.cancel({ ${symbol}, trans_id: 30021, msg: 'refused' })`,
  `accounts.get({ uid: 10042, ${symbol} })`,
  `deposits.sync({ max_id: '771204' })`,
  `minerFees.sync({ max_id: 33119 })`,
  `users.find({ email: 'user@custody.example' })`,
  `networks.list()`,
  `mpcWithdrawals.list({ ids: [${id}] })`,
  `staking.details({ ids: ['5021'] })`,
  `staking.list({ max_id: '5020' })`,
  `delegations.list({ ids: [${id}] })`,
  `addresses.available({ ${symbol} })`,
  `addresses.register({ ${symbol}, addresses: ['bc1q'], memo: false })`,
  `notifications.deposit({ ${transfer}, ${symbol}, request_id: 'deposit-1', status: 1 })`,
  `notifications.internal({ ${transfer}, ${symbol}, fee: '0.0021' })`,
] as const

const head = `import type { Custody } from '@custody-wallet/client'\ndeclare const custody: Custody\n`

/** A module of so many calls, each of which returns its value. */
export const createModule = (calls: number): string =>
  head +
  Array.from(
    { length: calls },
    (_, at) => `export const call${at} = async () => await custody.${everyCall[at % everyCall.length]}\n`,
  ).join('')

const settings = {
  extends: join(root, 'tsconfig.base.json'),
  compilerOptions: {
    noEmit: true,
    isolatedDeclarations: false,
    lib: ['es2023', 'dom'],
    types: ['node'],
    skipLibCheck: true,
  },
  files: ['calls.ts'],
}

/** Type instantiations of a module. Rejects if it does not compile. */
export async function countInstantiations(code: string): Promise<number> {
  const folder = await mkdtemp(join(shelf, '.calls-'))
  try {
    await writeFile(join(folder, 'calls.ts'), code)
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    // Several checkers would do some of the work twice.
    const args = ['-p', folder, '--extendedDiagnostics', '--singleThreaded']
    const [, count] = /^Instantiations: +(\d+)$/m.exec(await runNode(tsc, ...args)) ?? []
    if (count === undefined) throw new Error('tsc printed no number of instantiations. Check --extendedDiagnostics.')
    return Number(count)
  } finally {
    await rm(folder, { recursive: true })
  }
}
