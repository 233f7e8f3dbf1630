// The first hour of a newcomer, exactly as the page says, in a clone of this repository that has nothing installed, and in
// a new project beside it. The home folder is empty. A transcript goes to reports/first-hour.md.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { type Reader, createReader } from '../../../examples/reader.ts'
import { findMissing, type Step, listSteps } from '../../../examples/walkthrough.ts'
import { createTerminalEnvironment } from '../../../workspace/environment.ts'
import { root } from '../../../workspace/root.ts'
import { cloneCommit } from '../../stage.ts'

const path = 'docs/first-hour.md'
const steps = listSteps({ path, text: readFileSync(join(root, path), 'utf8') })

const { folder: location, commit } = inject('staged')
const [home, notes] = [join(location, 'home'), join(location, 'home-notes')]
const interrupted = new AbortController()

/** The last line that a program of npm prints. */
const runAndPrint = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

// Reuses earlier downloads, and hides all other settings of the user.
const createEnvironment = (): NodeJS.ProcessEnv => ({
  ...createTerminalEnvironment(process.env),
  HOME: home,
  XDG_STATE_HOME: undefined,
  XDG_CONFIG_HOME: undefined,
  XDG_DATA_HOME: undefined,
  npm_config_cache: runAndPrint('npm', 'config', 'get', 'cache'),
  npm_config_prefer_offline: 'true',
  pnpm_config_store_dir: dirname(runAndPrint(process.execPath, 'tools/pnpm.js', 'store', 'path')),
})

/** The ports of the page: 4030 to 4032 and 4040, or the same ones in another thousand if these are taken. */
async function findFreeThousand(ports: readonly number[], thousand = 4): Promise<number> {
  const free = await Promise.all(ports.map((port) => isFree(thousand * 1000 + port)))
  return free.every(Boolean) ? thousand : findFreeThousand(ports, thousand + 1)
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

const reports = join(import.meta.dirname, '../../reports')
const followedSteps: FollowedStep[] = []
let thousand = 4
let reader: Reader
beforeAll(async () => {
  for (const folder of [home, notes]) mkdirSync(folder)
  thousand = await findFreeThousand([30, 31, 32, 40])
  const cwd = cloneCommit(commit, join(location, 'custody-wallet'))
  reader = createReader({ cwd, env: createEnvironment(), signal: interrupted.signal }, notes)
})
afterAll(() => {
  interrupted.abort()
  mkdirSync(reports, { recursive: true })
  writeFileSync(join(reports, 'first-hour.md'), formatTranscript(followedSteps))
})

const movePorts = (code: string): string => code.replaceAll(/\b4(0[34]\d)\b/g, `${thousand}$1`)

interface FollowedStep {
  readonly step: Step
  readonly seconds: number
}

const formatTranscript = (all: readonly FollowedStep[]): string =>
  [
    '# Your first hour, as a test typed it',
    `${all.length} steps in ${all.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(0)} seconds.`,
    ...all.flatMap(({ step: { location, does, language, code }, seconds }) => [
      `${location}, ${does}, ${seconds.toFixed(1)} s`,
      `\`\`\`${language}\n${code}\`\`\``,
    ]),
  ]
    .join('\n\n')
    .concat('\n')

async function followStep(step: Step): Promise<void> {
  if (step.does === 'type') await reader.type(step.code)
  if (step.does === 'start') reader.start(step.code)
  if (step.does === 'save') reader.save(step.file, step.code)
}

describe('a reader of the page', () => {
  // Each step depends on the earlier ones, so the first failure ends the run.
  let hasFailed = false
  test.each(steps)('at $location: $does', async (written) => {
    const step = { ...written, code: movePorts(written.code) }
    expect(hasFailed).toBe(false)
    hasFailed = true
    const start = performance.now()
    await followStep(step)
    await expect.poll(() => findMissing(reader.readNews(), step)).toBe('')
    hasFailed = false
    followedSteps.push({ step, seconds: (performance.now() - start) / 1000 })
  })
})
