// Runs commands on a sandbox and on the model, side by side.
import { deepStrictEqual } from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createCustody } from '@custody-wallet/client'
import { emptyDatabase } from '@custody-wallet/postgres'

import { createSandbox } from '../../src/index.ts'
import { reuseIds } from '../support/ids.ts'
import { compare } from './compare.ts'
import { accepts, account, coins, freshModel, fund, type Model } from './model.ts'
import { planners, type Real, type Step } from './steps.ts'

/** Both sides, and the commands that ran so far. */
export interface Pair {
  readonly model: Model
  readonly real: Real
  readonly wrong: Wrong
  readonly steps: Step[]
}

/** Mistakes of the model, for tests of this test. */
const mistakes = {
  none: () => {},
  'forgets that coins are locked': (model: Model) => {
    for (const uid of model.users) account(model, `user ${uid}`, 'BTC').locked = 0n
  },
} as const

type Wrong = keyof typeof mistakes

export interface Place {
  readonly appId: string
  /** Folder with the keys of the merchants. */
  readonly directory: string
  readonly wrong?: Wrong
  /** A PostgreSQL for the rows of the sandbox; in memory unless given. */
  readonly server?: string | undefined
}

const start = 1_767_225_600_000
const collectors: Readonly<Record<string, number>> = { 'demo-modern': 10_001, 'demo-classic': 10_002 }

/** A new sandbox and a new model. Only commands move the clock and the chains. */
export async function pairOf({ appId, directory, server, wrong = 'none' }: Place): Promise<Pair> {
  const database = server === undefined ? undefined : await emptyDatabase(server)
  const sandbox = await createSandbox({ directory, database, seed: 'model', machineClock: () => start })
  const { control } = sandbox
  const model = freshModel(start, collectors[appId] ?? 0)
  for (const [symbol, { network, confirmations, timed }] of Object.entries(coins)) {
    await control.networks.update({ name: network, interval: 0 })
    await control.coins.update({ symbol, confirmations, mode: timed ? 'timed' : 'manual' })
    await control.networks.open({ appId, network })
  }
  for (const symbol of ['BTC', 'TRX'] as const) {
    await control.mpc.fund({ appId, wallet: 7, symbol, amount: '10' })
    fund(model, symbol, 1_000_000_000n)
  }
  const custody = createCustody(sandbox.merchant(appId).client)
  return { model, real: { sandbox, custody, appId, database }, wrong, steps: [] }
}

/** Whether a command has something to act on. */
export const isPossible = (model: Model, [name, ...numbers]: Step): boolean =>
  planners[name](structuredClone(model), ...numbers) !== undefined

/** Runs a command on both sides, and compares them. */
export async function runStep(pair: Pair, step: Step, compares = true): Promise<void> {
  const [name, ...numbers] = step
  const { model, real, wrong } = pair
  const plan = planners[name](model, ...numbers)
  if (!plan) return
  pair.steps.push(step)
  const { says, change, call, answer } = plan
  const accepted = accepts(model, change)
  mistakes[wrong](model)
  try {
    const outcome = await outcomeOf(call(real))
    if (outcome.accepted !== accepted)
      throw new Error(
        `the sandbox ${outcome.accepted ? 'accepts' : `rejects (${outcome.text})`}, the model does not`,
      )
    // PostgreSQL skips the ids of a call that is undone, and the model counts its records.
    if (!accepted && real.database !== undefined) await reuseIds(real.database)
    if (accepted && answer) deepStrictEqual(picked(outcome.value), answer(model))
    if (compares) await compare(model, real)
  } catch (error) {
    throw new Error(`${says}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

const picked = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

interface Outcome {
  readonly accepted: boolean
  readonly text?: string
  readonly value?: unknown
}

// A rejection is an error of the caller: a fault of the sandbox is neither accepted nor rejected.
async function outcomeOf(call: Promise<unknown>): Promise<Outcome> {
  try {
    return { accepted: true, value: await call }
  } catch (error) {
    const text = String(error)
    if (!expected.test(text)) throw error
    return { accepted: false, text }
  }
}

const expected = /^(RuleError|StateError|FundsError|TypeError|ServiceError|AnswerError)/

/** Runs commands from the beginning, with new keys unless given; throws where both sides differ. */
export async function replay(
  place: Omit<Place, 'directory'> & Partial<Place>,
  steps: readonly Step[],
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'sandbox-keys-'))
  try {
    const pair = await pairOf({ directory, ...place })
    for (const step of steps) await runStep(pair, step)
    await pair.real.sandbox.close()
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** A program that runs the same commands again. */
export function scriptOf({ steps, real, wrong }: Pair): string {
  const place = { appId: real.appId, ...(wrong !== 'none' && { wrong }) }
  const lines = steps.map((step) => `  ${JSON.stringify(step)},`)
  return [
    `import { replay } from ${JSON.stringify(import.meta.url)}`,
    '',
    `await replay(${JSON.stringify(place)}, [`,
    ...lines,
    '])',
    '',
  ].join('\n')
}
