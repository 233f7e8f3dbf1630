import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { ReleaseError } from '../steps/failure.ts'
import { atATime } from './at-a-time.ts'
import { consumers } from './consumers.ts'
import { startMock } from './mock.ts'
import type { Where } from './programs.ts'
import { rowOf } from './row.ts'
import { installRuntimes } from './runtimes.ts'
import { type StageOptions, stageRelease } from './stage.ts'
import type { Row } from './table.ts'

export interface RehearsalOptions extends StageOptions {
  /** Runs those consumers alone whose names have this in them. */
  readonly only?: string
}

const together = 2

/** Releases to a registry on this machine, and uses what comes from there as each consumer does. A row for each. */
export async function rehearse(
  root: string,
  { only = '', ...options }: RehearsalOptions,
): Promise<readonly Row[]> {
  const chosen = consumers.filter(({ name }) => name.toLowerCase().includes(only.toLowerCase()))
  if (chosen.length === 0) throw new ReleaseError(`No consumer is called ${only}: --help lists them.`)
  await using stage = await stageRelease(root, options)
  const { tell, signal } = options
  const whereOf = (name: string): Where => ({ cwd: join(stage.place, name), env: stage.env, signal })
  tell('Starting the mock with npx, and fetching runtimes')
  await using mock = await startMock(whereOf('mock'), stage)
  const runtimes = await installRuntimes(join(stage.place, 'runtimes'))
  const env = { ...stage.env, ...mock.env, CHROMIUM: chromium() }
  // Not before the last has ended do mock and registry end.
  return await atATime(
    together,
    chosen.map((consumer, index) => async () => {
      const row = await rowOf(consumer, { ...whereOf(`consumer-${index}`), env }, { stage, runtimes })
      tell(`${row.state}: ${row.name}`)
      return row
    }),
  )
}

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'] as const

const chromium = (): string => process.env['CHROMIUM'] ?? places.find((place) => existsSync(place)) ?? ''
