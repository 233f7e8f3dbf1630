import { accessSync, constants, existsSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { Failure, createMisuse, parseInteger } from '@custody-wallet/demo/cli'
import type { ProfileSettings } from '@custody-wallet/encryption'

import type { Line, Run } from '../commands.ts'
import { writeAt } from '../files.ts'
import { formatResult, formatProfileSettings, formatMarkdown } from '../probe/report.ts'
import { type QuestionResult, namedOnly, createPace, runProbes } from '../probe/run.ts'
import { createService } from '../probe/service.ts'
import { createClient, readSettings } from '../settings.ts'

/** Finds the settings of a service at the open points. */
export const run: Run<'probe'> = async (line, screen) => {
  if (line.positionals.length > 0)
    throw createMisuse(`custody probe accepts only options. Remove ${line.positionals.join(' ')}.`)
  const also = readProbes(line)
  const rate = parseInteger('--rate', line.text('rate') ?? '5', [1, 100])
  const timeout = parseInteger('--timeout', line.text('timeout') ?? '10000', [1, 999_999])
  const settings = await readSettings(line, screen)
  // Only for its checks: it validates the addresses and keeps demo keys on this machine.
  await createClient(settings)
  const pace = createPace(rate, Date.now, wait)
  const [report, settingsFile] = [line.text('report'), line.text('settings-out')]
  // Before the calls, whose results would otherwise be lost.
  for (const file of [report, settingsFile]) runWriter(file, checkWritable)
  const service = createService({ ...settings, fetch: globalThis.fetch, clock: Date.now, pace, timeout })
  await checkReachable(service)
  const results: QuestionResult[] = []
  screen.progress('asking the service')
  const profileSettings = await runProbes(service, also, (one) => {
    results.push(one)
    if (line.has('json')) screen.value(one)
    else screen.print(formatResult(one, screen))
    screen.progress('asking the service')
  })
  screen.progress()
  if (line.has('json')) screen.value({ settings: profileSettings })
  else screen.print(`\n${formatProfileSettings(profileSettings)}`)
  runWriter(report, (file) => writeFileSync(file, formatReport(file, results, profileSettings)))
  runWriter(settingsFile, (file) => writeFileSync(file, `${JSON.stringify(profileSettings, undefined, 2)}\n`))
}

const checkWritable = (file: string): void => accessSync(existsSync(file) ? file : dirname(file), constants.W_OK)

const formatReport = (
  file: string,
  results: readonly QuestionResult[],
  profileSettings: Partial<ProfileSettings>,
): string =>
  file.endsWith('.json')
    ? JSON.stringify({ results, settings: profileSettings }, undefined, 2)
    : formatMarkdown(results, profileSettings)

function readProbes(line: Line<'probe'>): readonly string[] {
  const also = line.all('also')
  const other = also.find((name) => !namedOnly.includes(name))
  if (other !== undefined) throw createMisuse(`--also must be one of ${namedOnly.join(', ')}, not ${other}.`)
  if (also.length > 0 && !line.has('yes'))
    throw createMisuse(`--also ${also.join(', ')} may change something at the service. Add --yes to make these calls.`)
  return also
}

// Without a single accepted call, every result would be unknown.
async function checkReachable(service: ReturnType<typeof createService>): Promise<void> {
  const { outcome, status, outer } = await service.ask('listNetworks', {})
  if (outcome === 'lost')
    throw new Failure(
      `The service does not respond${status === 0 ? '' : ` (HTTP ${status})`}. Run custody doctor to find the cause.`,
    )
  if (outer['msg'] === 'ENVELOPE_REJECTED')
    throw new Failure('The service rejects networks.list. Run custody doctor to find the cause.')
}

function runWriter(file: string | undefined, writing: (file: string) => void): void {
  if (file !== undefined) writeAt(file, writing)
}
