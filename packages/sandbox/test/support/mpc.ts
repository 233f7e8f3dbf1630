import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { onTestFinished } from 'vitest'

import type { Sandbox } from '../../src/index.ts'
import { freshSandbox } from './sandbox.ts'

/** A sandbox whose coins all have one mode. */
export async function sandboxInMode(mode: 'instant' | 'manual' | 'timed'): Promise<Sandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-mode-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const data = join(folder, 'data')
  const sandbox = await freshSandbox({ data })
  const database = new DatabaseSync(data)
  database.prepare('update coins set mode = ?').run(mode)
  database.close()
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
