import { environment } from '@custody-wallet/client/env'
import { misuse, wholeNumber } from '@custody-wallet/server/cli'

import type { Run } from '../commands.ts'
import { addressesStage, clockStage } from '../doctor/addresses.ts'
import { causes } from '../doctor/causes.ts'
import { keysStage, pairsStage, variablesStage } from '../doctor/local.ts'
import { readStage, tokenStage, v1Stage } from '../doctor/reads.ts'
import { lastRejectionIn } from '../doctor/sandbox-log.ts'
import { type Result, runStages, stages } from '../doctor/stages.ts'
import { columns, wrapped } from '../help.ts'
import { printable, type Screen } from '../screen.ts'
import { variablesOf } from '../settings.ts'

const local = { variables: variablesStage, keys: keysStage, pairs: pairsStage } as const

const remote = {
  addresses: addressesStage,
  clock: clockStage,
  token: tokenStage,
  read: readStage,
  v1: v1Stage,
} as const

/** Checks a set-up stage by stage. Exit code 1: a stage has a problem. */
export const run: Run<'doctor'> = async (line, screen) => {
  if (line.positionals.length > 0)
    throw misuse(`doctor takes no ${line.positionals.join(' ')}: see its options.`)
  if (line.has('variables')) return listVariables(line.has('json'), screen)
  const timeout = wholeNumber('--timeout', line.text('timeout') ?? '5000', [1, 999_999])
  const variables = await variablesOf(line, screen)
  const world = {
    variables,
    fetch: globalThis.fetch,
    clock: Date.now,
    timeout,
    lastRejection: lastRejectionIn({
      control: line.text('control'),
      env: screen.env,
      service: variables.env['CUSTODY_BASE_URL'],
    }),
  }
  const checks = line.has('offline') ? local : { ...local, ...remote }
  const isFine = await runStages(checks, world, (result) =>
    line.has('json') ? screen.value(withNext(result)) : screen.print(textOf(result, screen)),
  )
  return isFine ? 0 : 1
}

function listVariables(asJson: boolean, { print, value }: Screen): void {
  if (!asJson) return print(columns(variableRows()).join('\n'))
  for (const [name, facts] of Object.entries(environment)) value({ name, ...facts })
}

const variableRows = () =>
  Object.entries(environment).map(
    ([name, { what, needed }]) =>
      [
        name,
        `${what} (${needed === 'never' ? 'not needed' : needed === 'always' ? 'needed' : `needed by ${needed}`})`,
      ] as const,
  )

const nextOf = (result: Result): readonly string[] =>
  result.verdict === 'problem' ? result.causes.map((cause) => causes[cause]) : []

const withNext = (result: Result): object => ({ ...result, next: nextOf(result) })

const marks = { ok: ['green', 'ok'], problem: ['red', 'PROBLEM'], skipped: ['dim', 'skipped'] } as const

const indent = ' '.repeat(9)

function textOf(result: Result, { style }: Screen): string {
  const [colour, mark] = marks[result.verdict]
  const next = nextOf(result)
  const steps = next.map((step) => (next.length > 1 ? `either: ${step}` : `next: ${step}`))
  const [first = '', ...more] = wrapped(`${stages[result.stage].title}: ${printable(result.saw)}`, 71)
  return [
    `${style(colour, mark.padEnd(9))}${first}`,
    ...[more, ...steps.map((step) => wrapped(step, 71))].flat().map((text) => `${indent}${text}`),
  ].join('\n')
}
