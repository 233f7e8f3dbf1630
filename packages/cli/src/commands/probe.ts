import { accessSync, constants, existsSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import type { Knobs } from '@custody-wallet/encryption'
import { Failure, misuse, wholeNumber } from '@custody-wallet/server/cli'

import type { Line, Run } from '../commands.ts'
import { writeAt } from '../files.ts'
import { answeredText, knobsText, markdownOf } from '../probe/report.ts'
import { type Answered, namedOnly, paceOf, runProbes } from '../probe/run.ts'
import { serviceOf } from '../probe/service.ts'
import { clientOf, settingsOf } from '../settings.ts'

/** Learns the open points of a service with reads. */
export const run: Run<'probe'> = async (line, screen) => {
  if (line.positionals.length > 0)
    throw misuse(`probe takes no ${line.positionals.join(' ')}: see its options.`)
  const also = alsoIn(line)
  const rate = wholeNumber('--rate', line.text('rate') ?? '5', [1, 100])
  const timeout = wholeNumber('--timeout', line.text('timeout') ?? '10000', [1, 999_999])
  const settings = await settingsOf(line, screen)
  // The client checks the addresses, and that demo keys stay on this machine.
  await clientOf(settings)
  const pace = paceOf(rate, Date.now, wait)
  const [report, knobsOut] = [line.text('report'), line.text('knobs-out')]
  // Before the calls, because a path that cannot be written would lose what they show.
  for (const file of [report, knobsOut]) write(file, checkWritable)
  const service = serviceOf({ ...settings, fetch: globalThis.fetch, clock: Date.now, pace, timeout })
  await checkReachable(service)
  const answered: Answered[] = []
  screen.progress('asking the service')
  const knobs = await runProbes(service, also, (one) => {
    answered.push(one)
    if (line.has('json')) screen.value(one)
    else screen.print(answeredText(one, screen))
    screen.progress('asking the service')
  })
  screen.progress()
  if (line.has('json')) screen.value({ knobs })
  else screen.print(`\n${knobsText(knobs)}`)
  write(report, (file) => writeFileSync(file, reportIn(file, answered, knobs)))
  write(knobsOut, (file) => writeFileSync(file, `${JSON.stringify(knobs, undefined, 2)}\n`))
}

const checkWritable = (file: string): void =>
  accessSync(existsSync(file) ? file : dirname(file), constants.W_OK)

const reportIn = (file: string, answered: readonly Answered[], knobs: Partial<Knobs>): string =>
  file.endsWith('.json') ? JSON.stringify({ answered, knobs }, undefined, 2) : markdownOf(answered, knobs)

function alsoIn(line: Line<'probe'>): readonly string[] {
  const also = line.all('also')
  const other = also.find((name) => !namedOnly.includes(name))
  if (other !== undefined) throw misuse(`--also takes ${namedOnly.join(', ')}, not ${other}.`)
  if (also.length > 0 && !line.has('yes'))
    throw misuse(
      `--also ${also.join(', ')} may change something at the service: add --yes to make these calls.`,
    )
  return also
}

// Without one understood call, nothing can be learned.
async function checkReachable(service: ReturnType<typeof serviceOf>): Promise<void> {
  const { outcome, status, outer } = await service.ask('listNetworks', {})
  if (outcome === 'lost')
    throw new Failure(
      `The service does not answer${status === 0 ? '' : ` (HTTP ${status})`}. custody doctor finds out why.`,
    )
  if (outer['msg'] === 'ENVELOPE_REJECTED')
    throw new Failure('The service refuses even a plain read of networks. custody doctor finds out why.')
}

function write(file: string | undefined, writing: (file: string) => void): void {
  if (file !== undefined) writeAt(file, writing)
}
