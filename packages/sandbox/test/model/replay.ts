// Runs commands on a sandbox and on the model, side by side.
import { deepStrictEqual } from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createCustody } from '@custody-wallet/client'
import { createEmptyDatabase } from '@custody-wallet/postgres'

import { createSandbox } from '../../src/index.ts'
import { reuseIds } from '../support/ids.ts'
import { compare } from './compare.ts'
import { isAccepted, getAccount, coins, createModel, fundWallet, type Model } from './model.ts'
import { planners, type RealSandbox, type Step } from './steps.ts'

/** Both sides and the commands so far. */
export interface Pair {
  readonly model: Model
  readonly real: RealSandbox
  readonly mistakeName: MistakeName
  readonly steps: Step[]
}

/** Deliberate errors of the model. */
const mistakes = {
  none: () => {},
  'forgets that coins are locked': (model: Model) => {
    for (const uid of model.users) getAccount(model, `user ${uid}`, 'BTC').locked = 0n
  },
} as const

type MistakeName = keyof typeof mistakes

export interface ReplayTarget {
  readonly appId: string
  /** Folder with the keys of the merchants. */
  readonly directory: string
  readonly mistakeName?: MistakeName
  /** PostgreSQL database of the sandbox. Default: data is in memory. */
  readonly server?: string | undefined
}

const start = 1_767_225_600_000
const collectors: Readonly<Record<string, number>> = { 'demo-modern': 10_001, 'demo-classic': 10_002 }

/** Creates a sandbox and a model. Only commands move the clock and the chains. */
export async function createPair({ appId, directory, server, mistakeName = 'none' }: ReplayTarget): Promise<Pair> {
  const database = server === undefined ? undefined : await createEmptyDatabase(server)
  const sandbox = await createSandbox({ directory, database, seed: 'model', machineClock: () => start })
  const { control } = sandbox
  const model = createModel(start, collectors[appId] ?? 0)
  for (const [symbol, { network, confirmations, isTimed }] of Object.entries(coins)) {
    await control.networks.update({ name: network, interval: 0 })
    await control.coins.update({ symbol, confirmations, mode: isTimed ? 'timed' : 'manual' })
    await control.networks.open({ appId, network })
  }
  for (const symbol of ['BTC', 'TRX'] as const) {
    await control.mpc.fund({ appId, wallet: 7, symbol, amount: '10' })
    fundWallet(model, symbol, 1_000_000_000n)
  }
  const custody = createCustody(sandbox.merchant(appId).client)
  return { model, real: { sandbox, custody, appId, database }, mistakeName, steps: [] }
}

/** Whether a command is possible now. */
export const isPossible = (model: Model, [name, ...numbers]: Step): boolean =>
  planners[name](structuredClone(model), ...numbers) !== undefined

/** Runs a command on both sides and compares them. */
export async function runStep(pair: Pair, step: Step, hasComparison = true): Promise<void> {
  const [name, ...numbers] = step
  const { model, real, mistakeName } = pair
  const plan = planners[name](model, ...numbers)
  if (!plan) return
  pair.steps.push(step)
  const { says, change, callSandbox: call, expectResponse: pickResponse } = plan
  const accepted = isAccepted(model, change)
  mistakes[mistakeName](model)
  try {
    const outcome = await getOutcome(call(real))
    if (outcome.accepted !== accepted)
      throw new Error(`the sandbox ${outcome.accepted ? 'accepts' : `rejects (${outcome.text})`}, the model does not`)
    // PostgreSQL skips ids of calls that were undone; the model does not.
    if (!accepted && real.database !== undefined) await reuseIds(real.database)
    if (accepted && pickResponse) deepStrictEqual(pickFields(outcome.value), pickResponse(model))
    if (hasComparison) await compare(model, real)
  } catch (error) {
    throw new Error(`${says}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

const pickFields = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

interface Outcome {
  readonly accepted: boolean
  readonly text?: string
  readonly value?: unknown
}

// Only errors of the caller count as rejections; an internal error fails the run.
async function getOutcome(call: Promise<unknown>): Promise<Outcome> {
  try {
    return { accepted: true, value: await call }
  } catch (error) {
    const text = String(error)
    if (!expected.test(text)) throw error
    return { accepted: false, text }
  }
}

const expected = /^(RuleError|RecordStateError|AmountError|FundsError|TypeError|ServiceError|ResponseError)/

/** Runs commands from the beginning. Throws if both sides differ. */
export async function replaySteps(
  location: Omit<ReplayTarget, 'directory'> & Partial<ReplayTarget>,
  steps: readonly Step[],
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'sandbox-keys-'))
  try {
    const pair = await createPair({ directory, ...location })
    for (const step of steps) await runStep(pair, step)
    await pair.real.sandbox.close()
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Returns a program that replays the commands. */
export function formatScript({ steps, real, mistakeName }: Pair): string {
  const location = { appId: real.appId, ...(mistakeName !== 'none' && { mistakeName }) }
  const lines = steps.map((step) => `  ${JSON.stringify(step)},`)
  return [
    `import { replaySteps } from ${JSON.stringify(import.meta.url)}`,
    '',
    `await replaySteps(${JSON.stringify(location)}, [`,
    ...lines,
    '])',
    '',
  ].join('\n')
}
