import type { Sandbox } from '../../src/index.ts'
import { freshSandbox } from './sandbox.ts'

const symbols = ['BTC', 'ETH', 'TRX', 'USDT', 'XRP'] as const

/** A sandbox whose coins all have one mode. */
export async function sandboxInMode(mode: 'instant' | 'manual' | 'timed'): Promise<Sandbox> {
  const sandbox = await freshSandbox()
  for (const symbol of symbols) await sandbox.control.coins.update({ symbol, mode })
  return sandbox
}

/** What wallet 7 has in a coin. */
export async function walletOf({ control }: Sandbox, symbol: string) {
  const own = await control.mpc.explain({ wallet: 7, symbol })
  const staked = await control.mpc.explain({ wallet: 7, symbol, staked: true })
  return { available: own.available, locked: own.locked, staked: staked.available }
}

/** Reasons of what moved in a wallet, with the amounts. */
export async function movesOf({ control }: Sandbox, symbol: string) {
  const { transfers } = await control.mpc.explain({ wallet: 7, symbol })
  return transfers.map(({ reason, kind, amount }) => `${kind} ${amount} ${reason}`)
}
