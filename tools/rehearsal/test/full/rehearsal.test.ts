// Publishes the working tree to a registry on this machine, and uses the packages in every consumer. In CI, the working
// tree is the commit.
import { existsSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { runProgram, type RunOptions } from '../../../workspace/processes.ts'
import { type LocalRelease, publishStaged } from '../../stage.ts'
import { type Consumer, consumers } from '../consumers.ts'
import { makeProject, type StartedMock, startMock } from '../project.ts'
import { installRuntimes, type Runtimes } from '../runtimes.ts'

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const chromium = process.env['CHROMIUM'] ?? browsers.find((path) => existsSync(path)) ?? ''

const controller = new AbortController()
let stage: LocalRelease
let mock: StartedMock
let runtimes: Runtimes
beforeAll(async () => {
  stage = await publishStaged(inject('staged'), { report: console.log, signal: controller.signal })
  mock = await startMock({ cwd: join(stage.folder, 'mock'), env: stage.env, signal: controller.signal }, stage)
  runtimes = await installRuntimes(join(stage.folder, 'runtimes'))
})
afterAll(async () => {
  controller.abort()
  await mock?.[Symbol.asyncDispose]()
  await stage?.[Symbol.asyncDispose]()
})

const getProgram = ({ run: [program] }: Consumer['steps'][number]): string | undefined =>
  program === 'node' ? process.execPath : runtimes(program)

const getOutcome = ({ run, fails, prints }: Consumer['steps'][number]) => ({
  command: run,
  isFailed: fails !== undefined,
  output: fails ? expect.stringMatching(fails) : prints.map((line) => `${line}\n`).join(''),
  err: expect.any(String),
})

/** Why this machine cannot run a consumer. */
function findMissing({ browser: hasBrowser, steps }: Consumer): string | undefined {
  if (hasBrowser && chromium === '') return 'Install Chromium, or name one in CHROMIUM.'
  return steps.some((step) => getProgram(step) === undefined) ? 'Its runtime needs Linux on x64.' : undefined
}

describe.concurrent('the published packages', () => {
  test.for(consumers)('$name', async (consumer, { signal, skip }) => {
    const reason = findMissing(consumer)
    if (process.env['CI'] !== 'true') skip(reason !== undefined, reason)
    expect(reason).toBeUndefined()
    const where: RunOptions = {
      cwd: mkdtempSync(join(stage.folder, 'consumer-')),
      env: { ...stage.env, ...mock.env, CHROMIUM: chromium },
      signal: AbortSignal.any([controller.signal, signal]),
    }
    await makeProject(consumer, where, stage)
    for (const step of consumer.steps) {
      const { code, out, err } = await runProgram([getProgram(step) ?? '', ...step.run.slice(1)], where)
      const output = step.fails ? `${out}${err}` : out
      expect({ command: step.run, isFailed: code !== 0, output, err }).toEqual(getOutcome(step))
    }
  })
})
