import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Figure } from '../../figure.ts'
import { root } from '../../measure.ts'

const tsc = join(root, 'node_modules/typescript/bin/tsc')
// Files in it find the packages that the suite finds, and nobody lints or commits them.
const shelf = join(root, 'tools/bench/node_modules')

const id = `'order-1'`
const symbol = `symbol: 'BTC'`
const transfer = `address_from: '', address_to: 'bc1q', txid: '4d1f', amount: '0.5', confirm: 3, balance: '1'`

/** One call of every operation, as it is written. */
const everyCall = [
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

/** A module of so many calls, each of which hands out what came back. */
export const moduleOf = (calls: number): string =>
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

/** Type instantiations that the compiler needs for a module. A module with an error has no figure. */
export async function instantiations(code: string): Promise<number> {
  const folder = await mkdtemp(join(shelf, '.calls-'))
  try {
    await writeFile(join(folder, 'calls.ts'), code)
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    return counted(await diagnostics(folder))
  } finally {
    await rm(folder, { recursive: true })
  }
}

// Several checkers at a time would do some of the work twice.
function diagnostics(folder: string): Promise<string> {
  const args = [tsc, '-p', folder, '--extendedDiagnostics', '--singleThreaded']
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, (error, out) => {
      if (error) reject(new Error(`The calls do not compile:\n${out}`))
      else resolve(out)
    })
  })
}

function counted(report: string): number {
  const [, count] = /^Instantiations: +(\d+)$/m.exec(report) ?? []
  if (count === undefined) throw new Error('The compiler does not say how many instantiations it made.')
  return Number(count)
}

/**
 * Measures what calls cost the compiler: the first of every operation, which makes what later ones share, and twenty
 * more.
 */
export async function* typeCosts(): AsyncGenerator<Figure> {
  const first = everyCall.length
  const none = await instantiations(moduleOf(0))
  const some = await instantiations(moduleOf(first))
  const more = await instantiations(moduleOf(first + 20))
  const [unit, goal] = ['instantiations', { op: '<=', value: 200 }] as const
  yield { name: 'client.types', value: (some - none) / first, unit, goal }
  yield { name: 'client.types.again', value: (more - some) / 20, unit, goal }
}
