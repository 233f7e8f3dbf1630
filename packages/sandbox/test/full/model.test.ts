import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, inject, test } from 'vitest'

import { counts, seed } from '../../../../vitest.random.ts'
import { check } from '../model/check.ts'
import { createScratchFolder } from '../support/files.ts'

const directory = inject('keys')

test.each([
  ['demo-modern', seed],
  ['demo-classic', seed + 1],
] as const)('a sandbox agrees with the model of %s after long lists of commands', async (appId, own) => {
  const ran = await check({ appId, directory, numRuns: counts.commands, maxCommands: 80, seed: own })
  expect(ran).toBeGreaterThan(counts.commands * 5)
})

test('a difference is reported with its seed, its path and a program that reproduces it', async () => {
  const wrong = 'forgets that coins are locked'
  const target = { appId: 'demo-modern', directory, mistakeName: wrong } as const
  const failed = check({ ...target, numRuns: 100, seed: 1, endOnFailure: true })
  const text = await failed.then(String, (error: unknown) => `${String(error)}\n${describeCause(error)}`)
  expect(text).toMatch(/seed: 1, path: "[\d:]+"/)
  const [, program = ''] = /run it with node:\n\n([^]*)$/.exec(text) ?? []
  const file = join(createScratchFolder(), 'replay.mts')
  writeFileSync(file, program)
  await expect(promisify(execFile)(process.execPath, [file])).rejects.toThrow(/request request-\d+: .* BTC of user/)
})

const describeCause = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
