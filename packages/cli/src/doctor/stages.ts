import type { UnknownKey } from '@custody-wallet/encryption'
import type { Fetch } from '@custody-wallet/types/http'
import type { Exact } from '@custody-wallet/types/validate'

import type { Variables } from '../settings.ts'
import type { Cause } from './causes.ts'

/** What a stage saw. If several causes are possible, the likeliest is first. */
export type StageResult =
  | { readonly verdict: 'ok'; readonly saw: string }
  | { readonly verdict: 'problem'; readonly saw: string; readonly causes: readonly Cause[] }

/** The result of a stage. A stage is skipped if a stage that it needs has a problem. */
export type Result = { readonly stage: StageName } & (
  | StageResult
  | { readonly verdict: 'skipped'; readonly saw: string }
)

/** What the stages depend on. */
export interface DoctorContext {
  readonly variables: Variables
  readonly fetch: Fetch
  readonly clock: () => number
  /** The environment and the version of Node. */
  readonly runtime: { readonly env: NodeJS.ProcessEnv; readonly version: string }
  /** Timeout of one call, in milliseconds. */
  readonly timeout: number
  /** The last rejection in the log of a sandbox; undefined without a sandbox. */
  readonly lastRejection: () => Promise<Rejection | undefined>
}

/** An entry of the log of a sandbox. */
export interface Rejection {
  readonly id: number
  readonly reason: string
  readonly unknownKey?: UnknownKey | undefined
}

export type Check = (context: DoctorContext) => Promise<readonly StageResult[]> | readonly StageResult[]

/** Stages in their order, each with the stages that it needs. */
export const stages = {
  variables: { title: 'environment variables', needs: [] },
  keys: { title: 'keys', needs: ['variables'] },
  pairs: { title: 'key pairs', needs: ['variables', 'keys'] },
  proxy: { title: 'proxy', needs: ['variables'] },
  addresses: { title: 'addresses', needs: ['variables'] },
  clock: { title: 'clock', needs: ['variables', 'addresses'] },
  token: { title: 'access token', needs: ['variables', 'keys', 'pairs', 'addresses'] },
  read: { title: 'a v2 or MPC read', needs: ['variables', 'keys', 'pairs', 'addresses'] },
  v1: { title: 'a v1 read', needs: ['variables', 'keys', 'pairs', 'addresses', 'read'] },
} as const
stages satisfies Exact<
  typeof stages,
  Readonly<Record<string, { readonly title: string; readonly needs: readonly string[] }>>
>

export type StageName = keyof typeof stages

const isStage = (name: string): name is StageName => Object.hasOwn(stages, name)

export const createOk = (saw: string): StageResult => ({ verdict: 'ok', saw })

export const createProblem = (saw: string, ...causes: readonly Cause[]): StageResult => ({
  verdict: 'problem',
  saw,
  causes,
})

/** Runs the stages in order and reports each result at once. Resolves with whether all passed. */
export async function runStages(
  checks: Partial<Readonly<Record<StageName, Check>>>,
  context: DoctorContext,
  report: (result: Result) => void,
): Promise<boolean> {
  const failedStages = new Set<string>()
  for (const stage of Object.keys(stages).filter(isStage)) {
    const check = checks[stage]
    if (check === undefined) continue
    const failedNeeds = stages[stage].needs.filter((name) => failedStages.has(name))
    const stageResults = failedNeeds.length > 0 ? undefined : await check(context)
    if (stageResults === undefined) {
      failedStages.add(stage)
      report({
        stage,
        verdict: 'skipped',
        saw: `needs ${failedNeeds.map((name) => stages[name].title).join(', ')}`,
      })
    } else for (const one of stageResults) report({ stage, ...one })
    if (stageResults?.some(({ verdict }) => verdict === 'problem')) failedStages.add(stage)
  }
  return failedStages.size === 0
}
