import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, inject, test } from 'vitest'

import { scratchFolder } from '../support/files.ts'
import { appIds } from '../support/sandbox.ts'
import { check } from './check.ts'
import { replay } from './replay.ts'
import type { Step } from './steps.ts'

const directory = inject('keys')

test.each(appIds)('a sandbox does what the model of %s expects, whatever the commands', async (appId) => {
  expect(await check({ appId, directory, server: inject('postgres'), numRuns: 4 })).toBeGreaterThan(0)
})

test('a difference is reported with its seed, its path, and a program that shows it again', async () => {
  const wrong = 'forgets that coins are locked'
  const place = { appId: 'demo-modern', directory, wrong } as const
  const failed = check({ ...place, numRuns: 100, seed: 1, endOnFailure: true })
  const text = await failed.then(String, (error: unknown) => `${String(error)}\n${causeOf(error)}`)
  expect(text).toMatch(/seed: 1, path: "[\d:]+"/)
  const [, program = ''] = /run it with node:\n\n([^]*)$/.exec(text) ?? []
  const file = join(scratchFolder(), 'replay.mts')
  writeFileSync(file, program)
  await expect(promisify(execFile)(process.execPath, [file])).rejects.toThrow(
    /request request-\d+: .* BTC of user/,
  )
})

test('commands that ran once run again, and agree with the model', async () => {
  const steps: readonly Step[] = [
    ['createUser', 0, 0, 0, 0, 0],
    ['register', 0, 0, 0, 0, 0],
    ['account', 1, 0, 0, 0, 0],
    ['pay', 1, 0, 3, 0, 0],
    ['mine', 2, 0, 1, 0, 0],
    ['request', 1, 0, 40, 1, 0],
    ['advance', 3, 0, 0, 0, 0],
    ['withdrawal', 2, 0, 0, 0, 0],
    ['reorg', 0, 3, 1, 0, 0],
    ['mine', 3, 0, 1, 0, 0],
  ]
  await expect(replay({ appId: 'demo-classic' }, steps)).resolves.toBeUndefined()
})

const causeOf = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
