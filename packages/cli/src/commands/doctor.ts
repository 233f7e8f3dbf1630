import { environment } from '@custody-wallet/client/env'
import { createMisuse, parseInteger } from '@custody-wallet/demo/cli'

import type { Run } from '../commands.ts'
import { checkAddresses, checkClock } from '../doctor/addresses.ts'
import { causes } from '../doctor/causes.ts'
import { checkKeys, checkPairs, checkVariables } from '../doctor/local.ts'
import { checkProxy } from '../doctor/proxy.ts'
import { checkReads, checkToken, checkV1 } from '../doctor/reads.ts'
import { createRejectionReader } from '../doctor/sandbox-log.ts'
import { type Result, runStages, stages } from '../doctor/stages.ts'
import { formatColumns, wrapText } from '../help.ts'
import { escapeControls, type Screen } from '../screen.ts'
import { readVariables } from '../settings.ts'

const local = { variables: checkVariables, keys: checkKeys, pairs: checkPairs, proxy: checkProxy } as const

const remote = {
  addresses: checkAddresses,
  clock: checkClock,
  token: checkToken,
  read: checkReads,
  v1: checkV1,
} as const

/** Checks a setup stage by stage. Exit code 1 means that a stage has a problem. */
export const run: Run<'doctor'> = async (line, screen) => {
  if (line.positionals.length > 0)
    throw createMisuse(`custody doctor accepts only options. Remove ${line.positionals.join(' ')}.`)
  if (line.has('variables')) return listVariables(line.has('json'), screen)
  const timeout = parseInteger('--timeout', line.text('timeout') ?? '5000', [1, 999_999])
  const variables = await readVariables(line, screen)
  const context = {
    variables,
    fetch: globalThis.fetch,
    clock: Date.now,
    runtime: { env: screen.env, version: process.versions.node },
    timeout,
    lastRejection: createRejectionReader({
      control: line.text('control'),
      env: screen.env,
      service: variables.env['CUSTODY_BASE_URL'],
    }),
  }
  const checks = line.has('offline') ? local : { ...local, ...remote }
  const isFine = await runStages(checks, context, (result) =>
    line.has('json') ? screen.value(addNextSteps(result)) : screen.print(formatResult(result, screen)),
  )
  return isFine ? 0 : 1
}

function listVariables(isJson: boolean, { print, value }: Screen): void {
  if (!isJson) return print(formatColumns(listVariableRows()).join('\n'))
  for (const [name, facts] of Object.entries(environment)) value({ name, ...facts })
}

const listVariableRows = () =>
  Object.entries(environment).map(
    ([name, { what, needed }]) =>
      [
        name,
        `${what} (${needed === 'never' ? 'not needed' : needed === 'always' ? 'needed' : `needed by ${needed}`})`,
      ] as const,
  )

const listNextSteps = (result: Result): readonly string[] =>
  result.verdict === 'problem' ? result.causes.map((cause) => causes[cause]) : []

const addNextSteps = (result: Result): object => ({ ...result, next: listNextSteps(result) })

const marks = { ok: ['green', 'ok'], problem: ['red', 'PROBLEM'], skipped: ['dim', 'skipped'] } as const

const indent = ' '.repeat(9)

function formatResult(result: Result, { style }: Screen): string {
  const [colour, mark] = marks[result.verdict]
  const next = listNextSteps(result)
  const steps = next.map((step) => (next.length > 1 ? `either: ${step}` : `next: ${step}`))
  const [first = '', ...more] = wrapText(`${stages[result.stage].title}: ${escapeControls(result.saw)}`, 71)
  return [
    `${style(colour, mark.padEnd(9))}${first}`,
    ...[more, ...steps.map((step) => wrapText(step, 71))].flat().map((text) => `${indent}${text}`),
  ].join('\n')
}
