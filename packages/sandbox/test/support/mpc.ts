import type { Sandbox } from '../../src/index.ts'
import { createTestSandbox } from './sandbox.ts'

const symbols = ['BTC', 'ETH', 'TRX', 'USDT', 'XRP'] as const

/** A sandbox whose coins all have one mode. */
export async function createSandboxInMode(mode: 'instant' | 'manual' | 'timed'): Promise<Sandbox> {
  const sandbox = await createTestSandbox()
  for (const symbol of symbols) await sandbox.control.coins.update({ symbol, mode })
  return sandbox
}

/** Balance of wallet 7 in a coin. */
export async function getWallet({ control }: Sandbox, symbol: string) {
  const unstaked = await control.mpc.explain({ wallet: 7, symbol })
  const staked = await control.mpc.explain({ wallet: 7, symbol, staked: true })
  return { available: unstaked.available, locked: unstaked.locked, staked: staked.available }
}

/** Transfers of a wallet as amounts with reasons, the oldest first. */
export async function listMoves({ control }: Sandbox, symbol: string) {
  const { transfers } = await control.mpc.explain({ wallet: 7, symbol })
  return transfers.toReversed().map(({ reason, kind, amount }) => `${kind} ${amount} ${reason}`)
}
