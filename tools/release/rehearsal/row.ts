import { reasonOf } from '../steps/failure.ts'
import type { Consumer, Program } from './consumer.ts'
import { complaint } from './judge.ts'
import { type Command, ran, type Where } from './programs.ts'
import { makeProject } from './project.ts'
import { NoNetwork } from './reaching.ts'
import type { Runtimes } from './runtimes.ts'
import type { Stage } from './stage.ts'
import type { Row } from './table.ts'

/** What all consumers share. */
export interface Means {
  readonly stage: Stage
  readonly runtimes: Runtimes
}

/** Lets a consumer install what it needs and do what it does; where that is not to be had here, the row says so. */
export async function rowOf(consumer: Consumer, where: Where, means: Means): Promise<Row> {
  const { name, does, result = 'works' } = consumer
  const lacking = lackOf(consumer, where, means)
  if (lacking !== undefined) return { name, does, state: 'not run', result: lacking }
  const output = await troubleOf(consumer, where, means)
  if (output === undefined) return { name, does, state: 'passed', result }
  return { name, does, state: 'failed', result: 'FAILED', output }
}

function lackOf({ browser, steps }: Consumer, { env }: Where, { runtimes }: Means): string | undefined {
  if (browser && env['CHROMIUM'] === '') return 'not run: install Chromium, or name one in CHROMIUM'
  const missing = steps.some(({ run: [program] }) => isRuntime(program) && runtimes(program) === undefined)
  return missing ? 'not run: the registry has it for Linux on x64' : undefined
}

async function troubleOf(
  consumer: Consumer,
  where: Where,
  { stage, runtimes }: Means,
): Promise<string | undefined> {
  try {
    await makeProject(consumer, where, stage)
    for (const step of consumer.steps) {
      const [program, ...args] = step.run
      const command: Command = [pathOf(program, runtimes), ...args]
      const wrong = complaint(step, await ran(command, where))
      if (wrong !== undefined) return wrong
    }
    return undefined
  } catch (error) {
    where.signal.throwIfAborted()
    if (error instanceof NoNetwork) throw error
    return reasonOf(error)
  }
}

function pathOf(program: Program, runtimes: Runtimes): string {
  if (program === 'node') return process.execPath
  return isRuntime(program) ? (runtimes(program) ?? program) : program
}

const isRuntime = (program: Program) => program !== 'node' && program !== 'npm'
